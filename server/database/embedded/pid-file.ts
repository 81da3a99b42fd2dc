import { execFile } from 'node:child_process';
import { readFile, readlink, realpath, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SOCKET_FILE } from './transport.ts';

/** What PostgreSQL writes into postmaster.pid while it runs. */
export type PidFile = { pid: number; port: number; socketFolder: string; status: string };

/** Reads postmaster.pid; undefined when there is none, or it is not complete yet. */
export async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  const text = await readFile(pidPath(cluster), 'utf8').catch(() => '');
  const [pid, , , port, socketFolder, , , status] = text.split('\n').map((line) => line.trim());
  if (!pid || !(Number(pid) > 0)) return undefined;
  return {
    pid: Number(pid),
    port: Number(port ?? 0),
    socketFolder: socketFolder ?? '',
    status: status ?? '',
  };
}

/**
 * Deletes the lock files of a server that has ended. They contain its process id, which another process may have now, and
 * PostgreSQL would not start. Call it only with the folder's lock, when the server has ended.
 */
export async function removeLockFiles(cluster: string): Promise<void> {
  await rm(pidPath(cluster), { force: true });
  await rm(join(cluster, `${SOCKET_FILE}.lock`), { force: true });
}

/**
 * Whether the process is the PostgreSQL server of this cluster. A process with that id is not enough: after a reboot it may
 * be another program.
 */
export async function isPostmaster(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'linux') return isPostmasterOnLinux(pid, cluster);
  if (process.platform === 'win32') return isAlive(pid);
  const { stdout } = await promisify(execFile)('ps', ['-p', String(pid), '-o', 'comm=']).catch(
    () => ({ stdout: '' }),
  );
  return stdout.includes('postgres');
}

async function isPostmasterOnLinux(pid: number, cluster: string): Promise<boolean> {
  try {
    // A server's working directory is its cluster. A zombie process has no such link.
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(cluster));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') return false;
  }
  // In a container, root may not read the working directory of another user's process, only its name, state and owner.
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const [, name, state] = /^\d+ \((.*)\) (\S)/.exec(line) ?? [];
  const owner = await stat(`/proc/${pid}`).catch(() => undefined);
  return name === 'postgres' && state !== 'Z' && owner?.uid === (await stat(cluster)).uid;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function pidPath(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}
