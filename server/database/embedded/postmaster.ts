import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.ts';
import { isPostmaster, readPidFile } from './pid-file.ts';
import { type ProcessUser, processSurroundings } from './process-user.ts';
import { withReach } from './reach.ts';
import { serverSettings } from './settings.ts';
import type { Transport } from './transport.ts';

/** A cluster that can be served: where it is, with which programs, as whom, and where first words are written. */
export type Cluster = {
  path: string;
  startLog: string;
  binaries: Binaries;
  user: ProcessUser | undefined;
};

/** A server process, ours or one that outlived an earlier Node. `exited` settles when it is gone, for whatever reason. */
export type Postmaster = { pid: number; exited: Promise<void> };

const LOOK_AGAIN_MS = 20;
const WATCH_ADOPTED_MS = 250;
const PATIENCE_WITH_FAST_STOP_MS = 20_000;

/** Starts a server process on the cluster. It is not yet ready, and may give up: then `exited` settles early. */
export async function launchPostmaster(
  cluster: Cluster,
  transport: Transport,
): Promise<Postmaster> {
  // To a file, not a pipe: the server must be able to speak, and live, when Node is gone.
  // Anew, because an old one may belong to another user, who started the shop before.
  await rm(cluster.startLog, { force: true });
  const firstWords = await open(cluster.startLog, 'w', 0o600);
  try {
    return await withReach(cluster.path, cluster.user, async ({ path, inherit }) => {
      const child = spawn(cluster.binaries.postgres, ['-D', path, ...serverSettings(transport)], {
        ...processSurroundings(cluster.user),
        // Out of the terminal's process group: Ctrl-C reaches Node, which stops the server in its own order.
        detached: true,
        stdio: ['ignore', firstWords.fd, firstWords.fd, ...inherit],
      });
      const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      await once(child, 'spawn');
      child.unref();
      if (child.pid === undefined) throw new Error('PostgreSQL was started without a process id');
      return { pid: child.pid, exited };
    });
  } finally {
    await firstWords.close();
  }
}

/** Watches a server that this process did not start. */
export function adoptPostmaster(pid: number, cluster: Cluster): Postmaster {
  const watch = async () => {
    while (await isPostmaster(pid, cluster.path)) {
      await pause(WATCH_ADOPTED_MS, undefined, { ref: false });
    }
  };
  return { pid, exited: watch() };
}

/** Waits until the server takes connections, however long recovery lasts; false when it ends before that. */
export async function becomesReady(postmaster: Postmaster, cluster: Cluster): Promise<boolean> {
  let ended = false;
  void postmaster.exited.then(() => {
    ended = true;
  });
  while (!ended) {
    const pidFile = await readPidFile(cluster.path);
    if (pidFile?.pid === postmaster.pid && pidFile.status === 'ready') return true;
    await pause(LOOK_AGAIN_MS);
  }
  return false;
}

/** Stops a ready server in order: transactions are rolled back, everything is written. Settles when it is gone. */
export async function stopPostmaster(postmaster: Postmaster, cluster: Cluster): Promise<void> {
  // A signal to a number that is free again could hit a stranger.
  if (!(await isPostmaster(postmaster.pid, cluster.path))) return;
  if (process.platform === 'win32') return stopOnWindows(postmaster, cluster);
  signal(postmaster.pid, 'SIGINT');
  const patience = new AbortController();
  const settled = await Promise.race([
    postmaster.exited.then(() => true),
    pause(PATIENCE_WITH_FAST_STOP_MS, false, patience).catch(() => true),
  ]);
  patience.abort();
  // An immediate stop loses nothing that was committed; the next start recovers it from the log.
  if (!settled) signal(postmaster.pid, 'SIGQUIT');
  await postmaster.exited;
}

/** Windows has no signals; pg_ctl speaks to the server by a pipe. */
async function stopOnWindows(postmaster: Postmaster, { binaries, path }: Cluster): Promise<void> {
  await promisify(execFile)(binaries.pgCtl, ['stop', '-m', 'fast', '-D', path]);
  await postmaster.exited;
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
