import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { StartupError } from '../core/startup-error.ts';

/** What a backup consists of. It is written last, so a folder without it is no complete backup. */
export const manifestFile = 'backup.json';

const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** The migrations of the database, by the time that names each. */
  migrations: z.array(z.number()).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  sequences: z.record(z.string(), z.string()),
  /** How many files of pictures; null when they are not in DATA_DIR. */
  pictures: z.number().nullable(),
  /** The same of clips; missing in earlier backups. */
  clips: z.number().nullable().optional(),
  /** How many files of the owner's folder (SHOP_DIR); null when there is none. */
  shop: z.number().nullable(),
  /** Whether the file `secret` of the backup decrypts the secrets in its tables; unknown in earlier backups. */
  hasSecret: z.boolean().optional(),
  /** The checksum of the file with the checksums of all others; missing in earlier backups. */
  sums: z.string().optional(),
});

export type Manifest = z.output<typeof manifestSchema>;

/** @throws StartupError when the folder is no complete backup that this version can read */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestFile), 'utf8').catch((cause) => {
    throw new StartupError(
      `${folder} is no complete backup: it has no ${manifestFile}.`,
      'Name a folder that the backup has made.',
      { cause },
    );
  });
  const parsed = manifestSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new StartupError(
    `${join(folder, manifestFile)} is not as the backup wrote it, or was written by a later version.`,
    'Use another backup, or the version that made this one.',
    { cause: parsed.error },
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** All files below a folder, in order; none when there is no such folder. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
}

/** The file of a table's rows, compressed. */
export function tableFile(folder: string, table: string): string {
  return join(folder, 'tables', `${table}.copy.gz`);
}
