import { isRightToLeft, language } from './language.ts';
import { t } from './text.ts';

/** Letters that are written from right to left: Hebrew, Arabic and the scripts beside them in Unicode. */
const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A name, number or code beside other text. Where one of them runs from right to left, they would pull words, numbers and
 * signs to each other's side, so Unicode's isolates stand around it. In elements `<bdi>` does the same.
 */
export function isolate(text: string): string {
  const isTurned = isRightToLeft(language()) || rightToLeft.test(text);
  return isTurned ? `\u2068${text}\u2069` : text;
}

/** Entries one after the other: `Good, Lisbon`; in Japanese and Arabic with the commas of their scripts. */
export function formatList(entries: readonly string[]): string {
  return entries.map(isolate).join(listSeparator());
}

/** Joins a list that is stored or typed, where isolates do not belong. */
export function listSeparator(): string {
  return t({ message: ', ', context: 'between two entries of a list' });
}

/** Between a name and what is said of it, where an element stands on one side: `Guest: …`. */
export function labelSeparator(): string {
  return t({ message: ': ', context: 'between a name and what is said of it' });
}

/** The direction of a text by its first letter that is not isolated; from left to right without one, like a number. */
export function directionOfText(text: string): 'ltr' | 'rtl' {
  const [letter = ''] = /[\p{L}\u200f]/u.exec(withoutIsolated(text)) ?? [];
  return letter === '\u200f' || rightToLeft.test(letter) ? 'rtl' : 'ltr';
}

function withoutIsolated(text: string): string {
  const rest = text.replaceAll(/[\u2066-\u2068][^\u2066-\u2069]*\u2069/g, '');
  return rest === text ? text : withoutIsolated(rest);
}

/** The same thing with its names isolated, for sentences about it. */
export function isolateNames<Of extends Partial<Record<(typeof nameFields)[number], string>>>(
  of: Of,
): Of {
  const names = nameFields.flatMap((field) => {
    const name = of[field];
    return name === undefined ? [] : [[field, isolate(name)] as const];
  });
  return { ...of, ...Object.fromEntries(names) };
}

const nameFields = ['name', 'buyerName', 'sellerName', 'person'] as const;
