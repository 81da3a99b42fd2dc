import { createHash } from 'node:crypto';
import { composed } from '#contract/fields.ts';
import { sayKnown } from '#contract/language.ts';
import { msg } from '#contract/text.ts';
import type { Sql } from '../../database/sql.ts';
import { idInAddress } from '../images/image-address.ts';
import type { ImageDeps } from '../images/image-deps.ts';

/** The pictures of a ZIP file. */
export interface PictureFiles {
  /** The digest of the one that a row names. */
  find(name: string): string | undefined;
  /** The first of their names. */
  examples: readonly string[];
}

/** The place of the picture that a row names. `key` is the same for the same picture in every file of the seller. */
export type PictureSource =
  /** At this shop: the seller's own is used as it is, and of another seller's the seller gets a copy. */
  | { kind: 'copy'; key: string; imageId: string }
  | { kind: 'file'; key: string }
  | { kind: 'address'; key: string; url: URL }
  | { kind: 'none'; fault: string };

export async function readPictureFiles(sql: Sql, importId: string): Promise<PictureFiles> {
  const files = await sql<StoredFile[]>`
    select name, aliases, digest from listing_import_files where import_id = ${importId}
    order by name`;
  const found = new Map<string, string>();
  // A name that stands in two folders names neither, and a path counts more than a name without its folder.
  const lastOf = (name: string) => name.split('/').at(-1) ?? '';
  addNames(found, files, ({ name, aliases }) => [name, ...aliases].map(lastOf));
  addNames(found, files, ({ name }) => [name]);
  addNames(found, files, ({ aliases }) => aliases);
  return {
    find: (name) => found.get(comparable(name)),
    examples: files.slice(0, 3).map(({ name }) => name),
  };
}

interface StoredFile {
  name: string;
  aliases: string[];
  digest: string;
}

/** Adds the names that only one file has. */
function addNames(
  found: Map<string, string>,
  files: readonly StoredFile[],
  namesOf: (file: StoredFile) => string[],
): void {
  const owners = new Map<string, StoredFile | undefined>();
  for (const file of files) {
    for (const name of new Set(namesOf(file).map(comparable))) {
      owners.set(name, owners.has(name) ? undefined : file);
    }
  }
  for (const [name, file] of owners) if (file) found.set(name, file.digest);
}

/** Names as spreadsheets and systems write them: `Fotos\Geige.JPG` is `fotos/geige.jpg`. */
export function comparable(name: string): string {
  return composed(name)
    .toLowerCase()
    .replaceAll('\\', '/')
    .replace(/^\.?\/+/, '');
}

export function sourceOf(text: string, files: PictureFiles, imageDeps: ImageDeps): PictureSource {
  const digest = files.find(text);
  if (digest !== undefined) return { kind: 'file', key: digest };
  const imageId = idInAddress(text, imageDeps);
  if (imageId !== null) return { kind: 'copy', key: digestOf(imageId), imageId };
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    return { kind: 'none', fault: noPicture(files) };
  }
  if (url.username || url.password) {
    return { kind: 'none', fault: sayKnown(msg`The address may have no user name or password`) };
  }
  url.hash = '';
  return { kind: 'address', key: digestOf(url.href), url };
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');

function noPicture({ examples }: PictureFiles): string {
  if (examples.length === 0) {
    return sayKnown(
      msg`There is no such picture. Give its address, beginning with https://, or send it with the file in a ZIP file.`,
    );
  }
  const names = examples.map((name) => name.slice(0, 60)).join(', ');
  return sayKnown(
    msg`There is no such picture in the ZIP file. Its pictures have names such as: ${names}`,
  );
}

/**
 * The pictures that a cell names. Addresses are divided by spaces, and names of files by commas, semicolons, lines or `|`, and
 * by spaces where no file has a space in its name.
 */
export function splitPictures(cell: string, files: PictureFiles): string[] {
  return cell.split(/[\r\n|]|(?<=[\s,;])(?=https?:\/\/)/i).flatMap((part) => {
    const text = withoutDividers(part);
    if (!/^https?:\/\//i.test(text)) return splitNames(text, files);
    const [address = '', ...rest] = text.split(/\s+/);
    return [withoutDividers(address), ...splitNames(rest.join(' '), files)];
  });
}

/** What is between pictures, taken away from both ends. */
function withoutDividers(text: string): string {
  const isDivider = (at: number) => /[\s,;]/.test(text.charAt(at));
  let [start, end] = [0, text.length];
  while (start < end && isDivider(start)) start += 1;
  while (end > start && isDivider(end - 1)) end -= 1;
  return text.slice(start, end);
}

function splitNames(text: string, files: PictureFiles): string[] {
  const isFile = (name: string) => files.find(name) !== undefined;
  if (text === '' || isFile(text)) return [text].filter(Boolean);
  return text.split(/[,;]+/).flatMap((name) => {
    const trimmed = name.trim();
    return isFile(trimmed) ? [trimmed] : trimmed.split(/\s+/).filter(Boolean);
  });
}
