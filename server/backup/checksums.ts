import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { StartupError } from '../core/startup-error.ts';
import { listFiles, type Manifest, readManifest, tableFile } from './manifest.ts';

/** A line for each file of a backup but the manifest, as `sha256sum -c` reads it. */
const sumsFile = 'SHA256SUMS';
/** How many damaged files a message names. */
const maxNamed = 5;
const useAnother = 'Use another backup.';

/** Writes the checksums of all files of a backup. @returns the checksum of the file with them, for the manifest */
export async function writeChecksums(folder: string): Promise<string> {
  const lines: string[] = [];
  for (const file of await listFiles(folder)) {
    lines.push(`${await hashFile(file)}  ${relative(folder, file).split(sep).join('/')}\n`);
  }
  const path = join(folder, sumsFile);
  await writeFile(path, lines.join(''), { flush: true });
  return (await hashFile(path)) ?? '';
}

/**
 * Reads a whole backup: every file must be as it was written, and every table must have its rows. Of a backup from before
 * there were checksums, the rows and the number of pictures are compared.
 * @param mayLackPictures whether damaged or missing pictures are allowed
 * @returns the manifest, and the pictures and clips that are damaged or missing, by their paths in the backup
 * @throws StartupError that names what is damaged
 */
export async function verifyBackup(
  folder: string,
  { mayLackPictures = false } = {},
): Promise<{ manifest: Manifest; damagedPictures: readonly string[] }> {
  const manifest = await readManifest(folder);
  const { sums, pictures, tables } = manifest;
  const damaged = sums === undefined ? [] : await findDamaged(folder, sums);
  const damagedPictures = damaged.filter((path) => /^(pictures|clips)\//.test(path));
  if (damaged.length > damagedPictures.length || (damaged.length > 0 && !mayLackPictures)) {
    const others = damaged.length > maxNamed ? `, and ${damaged.length - maxNamed} more` : '';
    throw new StartupError(
      `The backup is damaged. Missing, or not as they were written: ${damaged.slice(0, maxNamed).join(', ')}${others}.`,
      damaged.length > damagedPictures.length
        ? useAnother
        : `${useAnother} To do without these pictures: npm run restore -- --without-damaged-pictures FOLDER`,
    );
  }
  if (sums === undefined && !mayLackPictures) {
    const found = (await listFiles(join(folder, 'pictures'))).length;
    if (found !== (pictures ?? 0)) {
      throw new StartupError(
        `The backup has ${found} files of pictures and should have ${pictures ?? 0}.`,
        `${useAnother} To do without them: npm run restore -- --without-damaged-pictures FOLDER`,
      );
    }
  }
  for (const table of tables) await requireRows(folder, table);
  return { manifest, damagedPictures };
}

/** @returns the paths of what is missing or not as it was written */
async function findDamaged(folder: string, sumOfSums: string): Promise<string[]> {
  const path = join(folder, sumsFile);
  if ((await hashFile(path)) !== sumOfSums) return [sumsFile];
  const damaged: string[] = [];
  for (const line of (await readFile(path, 'utf8')).split('\n').filter(Boolean)) {
    const [sum, file] = [line.slice(0, 64), line.slice(66)];
    if ((await hashFile(join(folder, file))) !== sum) damaged.push(file);
  }
  return damaged;
}

/** @returns undefined for a file that cannot be read */
async function hashFile(path: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  return pipeline(createReadStream(path), hash).then(
    () => hash.digest('hex'),
    () => undefined,
  );
}

/** Each row is a line, because line breaks in values are escaped. */
async function requireRows(
  folder: string,
  { name, rows }: Manifest['tables'][number],
): Promise<void> {
  let found = 0;
  const count = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) found += 1;
    }
  };
  try {
    await pipeline(createReadStream(tableFile(folder, name)), createGunzip(), count);
  } catch (cause) {
    throw new StartupError(
      `The file with the rows of ${name} in the backup is missing or damaged.`,
      useAnother,
      { cause },
    );
  }
  if (found === rows) return;
  throw new StartupError(
    `The backup has ${found} rows of ${name} and should have ${rows}.`,
    useAnother,
  );
}
