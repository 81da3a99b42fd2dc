import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Creates a folder with these files, durably and all or none. They are first written to `draft`, an existing folder on
 * the same disk, which is then renamed.
 */
export async function writeFolderAtomically(
  folder: string,
  files: ReadonlyMap<string, Buffer>,
  draft: string,
): Promise<void> {
  for (const [name, content] of files) await writeThrough(join(draft, name), content);
  await flushFolder(draft);
  await mkdir(dirname(folder), { recursive: true });
  await rename(draft, folder);
  await flushFolder(dirname(folder));
  await flushFolder(dirname(dirname(folder)));
}

/** Adds a file to a folder, durably and atomically; it is first written to the path `draft`. */
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
  await flushFolder(dirname(path));
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

/** New entries are durable only after fsync of the folder. Windows cannot open folders and does not need it. */
export async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
