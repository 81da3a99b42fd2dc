import { readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fieldName, type ShopFault } from './shop-faults.ts';

const maxBytes = 2 * 1024 * 1024;

/** The files that `shop.json` names, by the field that names them. */
export interface ShopFiles {
  contents: ReadonlyMap<string, Buffer>;
  faults: readonly ShopFault[];
}

/**
 * Reads the files that `shop.json` names. Only files inside of the folder count: neither `..` nor a link leads out of it.
 * @param raw the content of `shop.json`, which may have faults elsewhere: files are checked all the same
 */
export async function readShopFiles(folder: string, raw: unknown): Promise<ShopFiles> {
  const root = await realpath(folder);
  const contents = new Map<string, Buffer>();
  const faults: ShopFault[] = [];
  for (const [field, file] of namedFiles(raw)) {
    try {
      contents.set(field, await readInside(root, file));
    } catch (error) {
      faults.push(`${field} ${file} ${(error as Error).message}`);
    }
  }
  return { contents, faults };
}

/** Which fields of `shop.json` name files. Names that the schema refuses are left out. */
function namedFiles(raw: unknown): [field: string, file: string][] {
  const { logo, icon, picture, pages, categories, instruments, fonts } = asObject(raw);
  const fields: [string, unknown][] = [
    typeof logo === 'string' ? ['logo.file', logo] : ['logo.file', asObject(logo).file],
    ['logo.onDark', asObject(logo).onDark],
    ['icon', icon],
    ['picture', picture],
    ['instruments', instruments],
    ...inList('pages', pages, 'file'),
    ...inList('categories', categories, 'picture'),
    ...fontRoles.flatMap((role) => fontFiles(role, asObject(fonts)[role])),
  ];
  return fields.filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && isPlain(entry[1]),
  );
}

/** The fonts of `shop.json`. */
export const fontRoles = ['headings', 'text'] as const;

function fontFiles(role: (typeof fontRoles)[number], given: unknown): [string, unknown][] {
  const list = typeof given === 'string' ? [{ file: given }] : given;
  return inList(`fonts.${role}`, list, 'file');
}

/** The files that the entries of a list name in one of their fields. */
function inList(list: string, entries: unknown, field: string): [string, unknown][] {
  return (Array.isArray(entries) ? entries : []).map((entry: unknown, index) => [
    fieldName([list, index, field]),
    asObject(entry)[field],
  ]);
}

export function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** The path as the schema has it: no `..`, no hidden file, no absolute path. */
function isPlain(file: string): boolean {
  return /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(file);
}

/**
 * Reads a file of the folder.
 * @param root the folder, without links in its path
 * @throws Error with the reason, in words that follow the file's name
 */
export async function readInside(root: string, file: string): Promise<Buffer> {
  if (!isPlain(file)) throw new Error('is not the name of a file in the folder');
  const path = await realpath(join(root, file)).catch(() => {
    throw new Error('does not exist in the folder');
  });
  if (!path.startsWith(root + sep)) throw new Error('leads out of the folder');
  const found = await stat(path);
  if (!found.isFile()) throw new Error('is not a file');
  if (found.size > maxBytes) throw new Error('is larger than 2 MB');
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`cannot be read (${error.code})`);
  });
}
