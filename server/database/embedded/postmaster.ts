import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.ts';
import { withFolderAccess } from './folder-access.ts';
import { isPostmaster, readPidFile } from './pid-file.ts';
import { type ProcessUser, spawnOptions } from './process-user.ts';
import { serverSettings } from './settings.ts';
import { rememberUntilExit } from './started-processes.ts';
import type { Transport } from './transport.ts';

/** A cluster to start: its path, programs, user, and the file for the output of the start. */
export type Cluster = {
  path: string;
  startLog: string;
  binaries: Binaries;
  user: ProcessUser | undefined;
  /** Whether a commit is on disk when it returns. */
  isDurable: boolean;
};

/** A server process, started by this process or by an earlier one. `exited` resolves when it has ended. */
export type Postmaster = { pid: number; exited: Promise<void> };

const POLL_MS = 20;
const WATCH_ADOPTED_MS = 250;
/**
 * The signals that tell a server to stop, and the time that each has. An immediate stop and a kill lose no commit: the
 * next start recovers from the write-ahead log.
 */
const STOPS = [
  { name: 'SIGINT', timeoutMs: 20_000 },
  { name: 'SIGQUIT', timeoutMs: 10_000 },
] as const;

/** Starts a server process on the cluster. It is not ready yet, and may fail: then `exited` resolves early. */
export async function launchPostmaster(
  cluster: Cluster,
  transport: Transport,
): Promise<Postmaster> {
  // The output goes to a file and not to a pipe, because the server may outlive Node. It is a new file, because an old one
  // may belong to another user, who started the shop before.
  await rm(cluster.startLog, { force: true });
  const startLog = await open(cluster.startLog, 'w', 0o600);
  try {
    return await withFolderAccess(cluster.path, cluster.user, async ({ path, inherit }) => {
      const settings = serverSettings(transport, cluster.isDurable);
      const child = spawn(cluster.binaries.postgres, ['-D', path, ...settings], {
        ...spawnOptions(cluster.user),
        // In another process group than the terminal's: Ctrl+C must reach only Node, which stops the server last.
        detached: true,
        stdio: ['ignore', startLog.fd, startLog.fd, ...inherit],
      });
      const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      await once(child, 'spawn');
      child.unref();
      if (child.pid === undefined) throw new Error('PostgreSQL was started without a process id');
      rememberUntilExit(child.pid, exited);
      return { pid: child.pid, exited };
    });
  } finally {
    await startLog.close();
  }
}

/** Watches a server that this process did not start. */
export function adoptPostmaster(pid: number, cluster: Cluster): Postmaster {
  const watch = async () => {
    while (await isPostmaster(pid, cluster.path)) {
      await pause(WATCH_ADOPTED_MS, undefined, { ref: false });
    }
  };
  const exited = watch();
  rememberUntilExit(pid, exited);
  return { pid, exited };
}

/** Waits until the server accepts connections, however long recovery lasts; false when it ends before that. */
export async function becomesReady(postmaster: Postmaster, cluster: Cluster): Promise<boolean> {
  let ended = false;
  void postmaster.exited.then(() => {
    ended = true;
  });
  while (!ended) {
    const pidFile = await readPidFile(cluster.path);
    if (pidFile?.pid === postmaster.pid && pidFile.status === 'ready') return true;
    await pause(POLL_MS);
  }
  return false;
}

/** Stops a server: it rolls back transactions and writes everything to disk. Resolves when it has ended. */
export async function stopPostmaster(postmaster: Postmaster, cluster: Cluster): Promise<void> {
  // Another process may have the id by now, and must not get the signal.
  if (!(await isPostmaster(postmaster.pid, cluster.path))) return;
  if (process.platform === 'win32') return stopOnWindows(postmaster, cluster);
  for (const { name, timeoutMs } of STOPS) {
    signal(postmaster.pid, name);
    const timer = new AbortController();
    const isStopped = await Promise.race([
      postmaster.exited.then(() => true),
      pause(timeoutMs, false, timer).catch(() => true),
    ]);
    timer.abort();
    if (isStopped) return;
  }
  signal(postmaster.pid, 'SIGKILL');
  await postmaster.exited;
}

/** Windows has no signals; pg_ctl stops the server through a pipe. */
async function stopOnWindows(postmaster: Postmaster, { binaries, path }: Cluster): Promise<void> {
  await promisify(execFile)(binaries.pgCtl, ['stop', '-m', 'fast', '-D', path]);
  await postmaster.exited;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
