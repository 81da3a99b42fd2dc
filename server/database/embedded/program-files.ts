import { chmod, cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { canEnter } from './folder-access.ts';
import type { ProcessUser } from './process-user.ts';

/** npm packages cannot contain symbolic links. The package lists them for an install script, which many users block. */
export async function restoreLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    await symlink(basename(source), join(dirname(native), target)).catch((error) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/**
 * Copies PostgreSQL to a folder that its user can read. It is copied under another name and renamed, so that an interrupted
 * copy is never used. Throws when that user cannot enter the folder either.
 */
export async function copyPrograms(native: string, copy: string, user: ProcessUser | undefined) {
  const place = dirname(copy);
  await mkdir(place, { recursive: true });
  await chmod(place, 0o755);
  if (user && !(await canEnter(place, user))) {
    throw new Error(`${place} is closed to the user who runs PostgreSQL`);
  }
  const unfinished = `${copy}.${process.pid}`;
  await mkdir(unfinished);
  try {
    await cp(native, join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
    await restoreLinks(join(unfinished, 'native'));
    await makeReadable(unfinished);
    await rm(copy, { recursive: true, force: true });
    await rename(join(unfinished, 'native'), copy);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** With a strict umask only the owner could read the installed files. They contain nothing secret. */
async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await makeReadable(path);
    else if (entry.isFile()) await chmod(path, basename(folder) === 'bin' ? 0o755 : 0o644);
  }
}
