import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import { StartupError } from '../../core/startup-error.ts';
import { type ProcessUser, processSurroundings } from './process-user.ts';

/** How a server program gets to a folder: its path as the program sees it, and the file descriptors to start it with. */
export type Reach = { path: string; inherit: number[] };

/**
 * Lends `work` a way by which the process user reaches the folder. A clone in /root has parents that nobody may
 * pass; there the program inherits the opened folder as descriptor 3 and enters it through /proc/self/fd, which asks no
 * parent. So the shop need not be moved, and no parent's permissions are loosened.
 * Throws a StartupError where the system offers no such door.
 */
export async function withReach<T>(
  folder: string,
  user: ProcessUser | undefined,
  work: (reach: Reach) => Promise<T>,
): Promise<T> {
  if (!user || (await canEnter(folder, user))) return work({ path: folder, inherit: [] });
  if (process.platform !== 'linux') throw outOfReach(folder);
  let handle: FileHandle | undefined;
  try {
    handle = await open(folder, 'r');
    return await work({ path: '/proc/self/fd/3', inherit: [handle.fd] });
  } finally {
    await handle?.close();
  }
}

/** Whether the process user may pass all parents of the folder, and into it. */
export async function canEnter(folder: string, user: ProcessUser): Promise<boolean> {
  const shell = spawn('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], {
    ...processSurroundings(user),
    stdio: 'ignore',
  });
  const [status] = await once(shell, 'exit');
  return status === 0;
}

function outOfReach(folder: string): StartupError {
  return new StartupError(
    `PostgreSQL does not run as root, and the user "nobody" cannot enter ${folder}.`,
    'Start Reprise as an ordinary user, set DATA_DIR to a folder such as /var/lib/reprise, or set DATABASE_URL.',
  );
}
