import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Messages } from '@lingui/core';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import PO from 'pofile';
import { StartupError } from '../../core/startup-error.ts';

type Compiled = Messages[string];

/** One text that the owner has written, and where. */
interface OwnText {
  id: string;
  text: string;
  /** `texts/de.po, line 12` */
  place: string;
}

/**
 * The owner's own words: `texts/<language>.po` or `.json` in the folder of the shop. Each replaces one text of the shop.
 * @param english all texts, by which ids and placeholders are checked
 * @throws StartupError that names the file and the line of every fault
 */
export async function readOwnTexts(
  shopFolder: string,
  english: Messages,
): Promise<ReadonlyMap<string, Messages>> {
  const folder = join(shopFolder, 'texts');
  const names = (await readdir(folder).catch(() => [])).filter((name) => /\.(po|json)$/.test(name));
  const faults: string[] = [];
  const own = new Map<string, Messages>();
  for (const name of names.sort()) {
    const [language = ''] = name.split('.');
    const texts = own.get(language) ?? {};
    own.set(language, texts);
    for (const { id, text, place } of await readTexts(join(folder, name), faults)) {
      try {
        texts[id] = checked(text, english[id]);
      } catch (fault) {
        faults.push(`${place}: ${(fault as Error).message}`);
      }
    }
  }
  if (faults.length === 0) return own;
  throw new StartupError(
    `Some of the shop's own texts cannot be used:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    'Correct them (docs/languages.md), or remove the file. `npm run shop:texts -- word` finds the id of a text.',
  );
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
  return compiled;
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
