import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Names in a folder that were last modified before this time; none when the folder does not exist. */
export async function findEntriesBefore(folder: string, before: Date): Promise<string[]> {
  const older: string[] = [];
  for (const name of (await nullIfMissing(readdir(folder))) ?? []) {
    const found = await nullIfMissing(stat(join(folder, name)));
    if (found && found.mtime < before) older.push(name);
  }
  return older;
}

/** Removes what a crash left in a temporary folder. @returns how many entries */
export async function removeEntriesBefore(folder: string, before: Date): Promise<number> {
  const names = await findEntriesBefore(folder, before);
  for (const name of names) await rm(join(folder, name), { recursive: true, force: true });
  return names.length;
}

/** The result, or null when the file or folder does not exist. */
export async function nullIfMissing<Result>(reading: Promise<Result>): Promise<Result | null> {
  try {
    return await reading;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}
