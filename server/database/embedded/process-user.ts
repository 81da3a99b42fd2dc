import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { StartupError } from '../../core/startup-error.ts';

/** The user that PostgreSQL's processes run as, if it is not the user of Node. */
export type ProcessUser = { uid: number; gid: number };

/**
 * PostgreSQL refuses to run as root. Therefore root starts it as the owner of an existing cluster, so that a shop that an
 * ordinary user started before still works, and a new one as `nobody`. Other users start it as themselves (undefined).
 * @throws StartupError when the cluster belongs to a user that this process cannot change to
 */
export async function chooseProcessUser(cluster: string): Promise<ProcessUser | undefined> {
  const ownId = process.getuid?.();
  if (ownId === undefined) return undefined;
  const owner = await stat(cluster).catch(() => undefined);
  if (ownId !== 0) {
    if (owner && owner.uid !== ownId) throw foreignCluster(cluster, owner.uid, ownId);
    return undefined;
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return { uid: await idOfNobody('-u'), gid: await idOfNobody('-g') };
}

/** The options with which `spawn` starts a server program: its user, and no variable of Node's environment, which has secrets. */
export function spawnOptions(user: ProcessUser | undefined) {
  return {
    cwd: process.platform === 'win32' ? undefined : '/',
    env: { LC_ALL: 'C' },
    // An id above 2^31, as macOS gives nobody, is a negative number to spawn.
    ...(user && { uid: user.uid | 0, gid: user.gid | 0 }),
  };
}

async function idOfNobody(flag: '-u' | '-g'): Promise<number> {
  try {
    return Number((await promisify(execFile)('id', [flag, 'nobody'])).stdout);
  } catch (cause) {
    throw new StartupError(
      'PostgreSQL does not run as root, and this system has no user "nobody" to run it as.',
      'Start the shop as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
      { cause },
    );
  }
}

function foreignCluster(cluster: string, owner: number, self: number): StartupError {
  return new StartupError(
    `The database in ${cluster} belongs to the user with id ${owner}, and the shop runs as ${self}.`,
    `Start the shop as the user it ran as before (or as root), or hand the folder over: chown -R ${self} "${cluster}"`,
  );
}
