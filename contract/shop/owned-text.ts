import { isRightToLeft, language, withParents } from '#contract/language.ts';

/**
 * What the owner of the shop has written: one text, in the first language of the shop, or one for each language by its tag:
 * `{ "en": "Guitars", "nl": "Gitaren" }`. There are no schemas here, for the pages (`ownedLine`).
 */
export type OwnedText = string | Readonly<Record<string, string>>;

/** A text of the owner as it is shown. */
export interface ShownText {
  text: string;
  /** The language of the text, where it is another one than that of the page. */
  lang?: string;
  /** The direction of its letters, where that is another one. */
  dir?: 'ltr' | 'rtl';
}

/** One process serves one shop, so its first language is set once, before anything is read. */
let firstLanguage = 'en';

/** Sets the first language of the shop: at the start of a server, before a page is rendered and before one is hydrated. */
export function setFirstLanguage(tag: string = firstLanguage): void {
  firstLanguage = tag;
}

/**
 * A text of the owner in the current language: the one in this language, else the one of its parent (`pt` of `pt-BR`), else the
 * one in the first language of the shop, else the first of all.
 */
export function shownText(owned: OwnedText, wanted: string = language()): ShownText {
  const { tag, text } = find(owned, wanted);
  return textIn(tag, text, wanted);
}

/** A text of a reply of the API, which names in `languages` the texts that are in another language than was asked for. */
export function repliedText<Field extends string>(
  reply: Readonly<Record<Field, string>> & { languages?: TextLanguages | undefined },
  field: Field,
): ShownText {
  return textIn(reply.languages?.[field], reply[field]);
}

/** The languages of texts, by the names of their fields. */
export type TextLanguages = Readonly<Record<string, string>>;

/** A text in the language with this tag; without one, in that of the page. */
export function textIn(
  tag: string | undefined,
  text: string,
  wanted: string = language(),
): ShownText {
  if (tag === undefined || withParents(wanted).includes(tag)) return { text };
  const isTurned = isRightToLeft(tag) !== isRightToLeft(wanted);
  return { text, lang: tag, ...(isTurned && { dir: isRightToLeft(tag) ? 'rtl' : 'ltr' }) };
}

/** The same as plain text, for where no element can say its language. */
export function ownText(owned: OwnedText, wanted?: string): string {
  return shownText(owned, wanted).text;
}

/** The text in the first language of the shop, for what is stored. */
export function storedText(owned: OwnedText): string {
  return ownText(owned, firstLanguage);
}

/** The text by the languages that it has. */
export function textsByLanguage(owned: OwnedText): Readonly<Record<string, string>> {
  return typeof owned === 'string' ? { [firstLanguage]: owned } : owned;
}

/** The text in every language that it has. */
export function allTexts(owned: OwnedText): string[] {
  return typeof owned === 'string' ? [owned] : Object.values(owned);
}

function find(owned: OwnedText, wanted: string): { tag: string; text: string } {
  if (typeof owned === 'string') return { tag: firstLanguage, text: owned };
  for (const tag of [...withParents(wanted), ...withParents(firstLanguage)]) {
    const text = owned[tag];
    if (text !== undefined) return { tag, text };
  }
  const [[tag, text] = [firstLanguage, '']] = Object.entries(owned);
  return { tag, text };
}
