import { chmod, cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ProcessUser } from './process-user.ts';
import { canEnter } from './reach.ts';

/** npm keeps no symbolic links; the package lists them for an install script, which many people rightly block. */
export async function restoreLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    await symlink(basename(source), join(dirname(native), target)).catch((error) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/**
 * Copies PostgreSQL to where its user can read it: beside the final name first, then renamed, so that a copy that was cut
 * short is never taken for a whole one. Throws when that user cannot get there either.
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
    await letEveryoneRead(unfinished);
    await rm(copy, { recursive: true, force: true });
    await rename(join(unfinished, 'native'), copy);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** An install under a strict umask leaves files that only its owner reads; there is nothing secret in them. */
async function letEveryoneRead(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await letEveryoneRead(path);
    else if (entry.isFile()) await chmod(path, basename(folder) === 'bin' ? 0o755 : 0o644);
  }
}
