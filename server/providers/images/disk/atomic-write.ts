import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Puts a folder of new files in its place: all of them, durably, or none. Until the last step they lie in `draft`, a
 * folder on the same disk that must exist.
 */
export async function writeFolderAtomically(
  folder: string,
  files: ReadonlyMap<string, Buffer>,
  draft: string,
): Promise<void> {
  for (const [name, content] of files) await writeThrough(join(draft, name), content);
  await flush(draft);
  await mkdir(dirname(folder), { recursive: true });
  await rename(draft, folder);
  await flush(dirname(folder));
  await flush(dirname(dirname(folder)));
}

/** Adds one file to a folder, durably and in one step; `draft` is where it lies until then. */
export async function writeFileAtomically(
  path: string,
  content: Buffer,
  draft: string,
): Promise<void> {
  try {
    await writeThrough(draft, content);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await flush(dirname(path));
}

async function writeThrough(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o644);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A folder's entries are durable only when the folder is. Windows cannot open folders and needs no asking. */
async function flush(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
