import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import { StartupError } from '../../core/startup-error.ts';
import { type ProcessUser, spawnOptions } from './process-user.ts';

/** The access of a server program to a folder: the path for the program, and the file descriptors that it inherits. */
export type FolderAccess = { path: string; inherit: number[] };

/**
 * Calls `work` with a path by which the process user can reach the folder. The parents of a clone in /root cannot be
 * entered by `nobody`: there the program inherits the open folder as descriptor 3 and uses /proc/self/fd, which needs
 * no permission of the parents. So the operator does not have to move the shop or change permissions.
 * @throws StartupError on a system without /proc
 */
export async function withFolderAccess<T>(
  folder: string,
  user: ProcessUser | undefined,
  work: (access: FolderAccess) => Promise<T>,
): Promise<T> {
  if (!user || (await canEnter(folder, user))) return work({ path: folder, inherit: [] });
  if (process.platform !== 'linux') throw noAccess(folder);
  let handle: FileHandle | undefined;
  try {
    handle = await open(folder, 'r');
    return await work({ path: '/proc/self/fd/3', inherit: [handle.fd] });
  } finally {
    await handle?.close();
  }
}

/** Whether the process user may enter the folder and all its parents. */
export async function canEnter(folder: string, user: ProcessUser): Promise<boolean> {
  const shell = spawn('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], {
    ...spawnOptions(user),
    stdio: 'ignore',
  });
  const [status] = await once(shell, 'exit');
  return status === 0;
}

function noAccess(folder: string): StartupError {
  return new StartupError(
    `PostgreSQL does not run as root, and the user "nobody" cannot enter ${folder}.`,
    'Start the shop as an ordinary user, set DATA_DIR to a folder such as /var/lib/reprise, or set DATABASE_URL.',
  );
}
