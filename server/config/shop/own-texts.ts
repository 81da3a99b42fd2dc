import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Messages } from '@lingui/core';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import PO from 'pofile';
import { isLanguageTag } from '#contract/shop/languages.ts';
import { StartupError } from '../../core/startup-error.ts';

type Compiled = Messages[string];

/** One text that the owner has written, and where. */
interface OwnText {
  id: string;
  text: string;
  /** `texts/de.po, line 12` */
  place: string;
}

export interface OwnTexts {
  /** By the language. */
  texts: ReadonlyMap<string, Messages>;
  /** Texts that can be used and yet should be looked at, one sentence each. */
  warnings: readonly string[];
}

/** The files with the owner's own words, `texts/<language>.po` or `.json`. */
export async function findOwnTexts(
  shopFolder: string,
): Promise<{ language: string; path: string }[]> {
  const folder = join(shopFolder, 'texts');
  const names = (await readdir(folder).catch(() => [])).filter((name) => /\.(po|json)$/.test(name));
  return names.sort().map((name) => {
    const [language = ''] = name.split('.');
    return { language, path: join(folder, name) };
  });
}

/**
 * The owner's own words. Each replaces one text of the shop, or is one of a language that does not come with it.
 * @param english all texts, by which ids and placeholders are checked
 * @throws StartupError that names the file and the line of every fault
 */
export async function readOwnTexts(shopFolder: string, english: Messages): Promise<OwnTexts> {
  const faults: string[] = [];
  const warnings: string[] = [];
  const own = new Map<string, Messages>();
  for (const { language, path } of await findOwnTexts(shopFolder)) {
    const texts = own.get(language) ?? {};
    own.set(language, texts);
    const forms = pluralForms(language);
    for (const { id, text, place } of await readTexts(path, faults)) {
      try {
        const compiled = checked(text, english[id]);
        texts[id] = compiled;
        // Some plurals of the shop tell only exact numbers from the others.
        const needed = pluralsOf(english[id]).every((given) => given('one')) ? forms : [];
        const missing = needed.filter((form) => pluralsOf(compiled).some((given) => !given(form)));
        if (missing.length > 0)
          warnings.push(`${place}: a plural has no ${missing.join(' and no ')}`);
      } catch (fault) {
        faults.push(`${place}: ${(fault as Error).message}`);
      }
    }
  }
  if (faults.length === 0) return { texts: own, warnings };
  throw new StartupError(
    `Some of the shop's own texts cannot be used:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    'Correct them (docs/languages.md), or remove the file. `npm run shop:texts -- word` finds the id of a text.',
  );
}

/** The plural forms of a language that whole numbers up to a thousand have: `one`, `other`. */
export function pluralForms(language: string): string[] {
  const rules = new Intl.PluralRules(isLanguageTag(language) ? language : 'en');
  const found = new Set(Array.from({ length: 1_001 }, (_, number) => rules.select(number)));
  return ['zero', 'one', 'two', 'few', 'many', 'other'].filter((form) => found.has(form as 'one'));
}

/** Of each plural of a text, whether it has a form. */
function pluralsOf(text: unknown): ((form: string) => boolean)[] {
  if (!Array.isArray(text)) return [];
  return text.flatMap((part) => {
    if (!Array.isArray(part)) return [];
    const [, format, cases] = part as [string, string?, Record<string, unknown>?];
    const inner = Object.values(cases ?? {}).flatMap(pluralsOf);
    if (format !== 'plural' || !cases) return inner;
    const exact = Object.keys(cases).filter((key) => /^\d+$/.test(key));
    // A language with one form for everything but 1 may say 1 exactly.
    return [(form) => form in cases || (form === 'one' && exact.includes('1')), ...inner];
  });
}

async function readTexts(path: string, faults: string[]): Promise<OwnText[]> {
  const content = (await readFile(path, 'utf8')).replace(/^\uFEFF/, '');
  const lines = content.split(/\r?\n/);
  if (path.endsWith('.po')) return fromPo(content, lines, path);
  try {
    const texts: Record<string, unknown> = JSON.parse(content);
    return Object.entries(texts).map(([id, text]) => {
      const line = lines.findIndex((candidate) => candidate.includes(JSON.stringify(id))) + 1;
      return { id, text: typeof text === 'string' ? text : '', place: `${path}, line ${line}` };
    });
  } catch (error) {
    faults.push(`${path}: it is not JSON: ${(error as Error).message}`);
    return [];
  }
}

/** Entries without a translation change nothing, so the whole catalogue of a language can be copied and begun with. */
function fromPo(content: string, lines: readonly string[], path: string): OwnText[] {
  const starts = lines.flatMap((line, index) => (/^msgid /.test(line) ? [index + 1] : []));
  const { items } = PO.parse(content);
  // The first is the header, which is no item.
  const offset = starts.length - items.length;
  return items.flatMap(({ msgid, msgctxt, msgstr, extractedComments }, index) => {
    const [text = ''] = msgstr;
    if (text === '') return [];
    const isId = extractedComments.includes('js-lingui-explicit-id');
    const id = isId ? msgid : generateMessageId(msgid, msgctxt ?? '');
    return [{ id, text, place: `${path}, line ${starts[index + offset]}` }];
  });
}

/** @throws Error for an id that no text has, and for a placeholder that is missing */
function checked(text: string, english: Compiled | undefined): Compiled {
  if (english === undefined) throw new Error('the shop has no such text');
  if (text.trim() === '') throw new Error('the text is empty');
  let compiled: Compiled;
  try {
    compiled = compileMessageOrThrow(text);
  } catch (cause) {
    throw new Error(`the text cannot be read: ${(cause as Error).message.split('\n')[0]}`);
  }
  const [needed, given] = [placeholdersOf(english), placeholdersOf(compiled)];
  const missing = [...needed].filter((name) => !given.has(name));
  const unknown = [...given].filter((name) => !needed.has(name));
  if (missing.length > 0) throw new Error(`${list(missing)} is missing`);
  if (unknown.length > 0) throw new Error(`${list(unknown)} is not in the text of the shop`);
  // A text without placeholders as itself, as in the build.
  const [only] = compiled;
  return compiled.length === 1 && typeof only === 'string' ? only : compiled;
}

function list(names: readonly string[]): string {
  return names.map((name) => (/^<|^\d+$/.test(name) ? name : `{${name}}`)).join(', ');
}

/** The names of its values, and the tags of its elements. */
function placeholdersOf(text: unknown, found = new Set<string>()): Set<string> {
  if (typeof text === 'string') {
    for (const [tag] of text.matchAll(/<\/?\d+\/?>/g)) found.add(tag);
  } else if (Array.isArray(text)) {
    for (const part of text) {
      if (!Array.isArray(part)) placeholdersOf(part, found);
      else {
        const [name, , cases] = part as [string, string?, object?];
        found.add(name);
        for (const value of Object.values(cases ?? {})) placeholdersOf(value, found);
      }
    }
  }
  return found;
}
