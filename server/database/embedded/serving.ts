import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseLog } from '../log.ts';
import { faultFromOutput } from './faults.ts';
import { isPostmaster, readPidFile, removeLockFiles } from './pid-file.ts';
import {
  adoptPostmaster,
  becomesReady,
  type Cluster,
  launchPostmaster,
  type Postmaster,
  stopPostmaster,
} from './postmaster.ts';
import { chooseTcp, type Transport, transportOf } from './transport.ts';

export type Serving = { postmaster: Postmaster; transport: Transport };

/**
 * After a server was killed, its child processes need a moment to release the shared memory; a busy one does so at the end
 * of its statement, and the shop's statements last 15 s at most.
 */
const CHILDREN_TIMEOUT_MS = 20_000;
const RETRY_PAUSE_MS = 100;

/**
 * Starts PostgreSQL on the cluster, or uses one that an earlier process left running, and waits until it accepts connections.
 * @throws StartupError when PostgreSQL does not start
 */
export async function serve(
  cluster: Cluster,
  wanted: Transport,
  log: DatabaseLog,
): Promise<Serving> {
  let transport = wanted;
  const giveUpAt = performance.now() + CHILDREN_TIMEOUT_MS;
  for (;;) {
    const adopted = await adoptRunning(cluster, log);
    if (adopted) return adopted;
    await removeLockFiles(cluster.path);
    const postmaster = await launchPostmaster(cluster, transport);
    if (await becomesReady(postmaster, cluster)) return { postmaster, transport };
    const output = await startOutput(cluster);
    if (/could not create any Unix-domain sockets/.test(output)) {
      // Some file systems, such as network shares, do not support sockets.
      transport = await chooseTcp();
    } else if (!isPassing(output) || performance.now() > giveUpAt) {
      throw faultFromOutput(output, join(cluster.path, 'log'));
    }
    await pause(RETRY_PAUSE_MS);
  }
}

async function adoptRunning(cluster: Cluster, log: DatabaseLog): Promise<Serving | undefined> {
  const pidFile = await readPidFile(cluster.path);
  if (!pidFile || !(await isPostmaster(pidFile.pid, cluster.path))) return undefined;
  const postmaster = adoptPostmaster(pidFile.pid, cluster);
  // After SIGTERM it waits for the clients that it has, which may stay for ever, and accepts no others.
  if (pidFile.status === 'stopping') await stopPostmaster(postmaster, cluster);
  if (!(await becomesReady(postmaster, cluster))) return undefined;
  log.info({ pid: pidFile.pid }, 'PostgreSQL was still running and is used again');
  const ready = await readPidFile(cluster.path);
  return { postmaster, transport: transportOf(ready ?? pidFile) };
}

function isPassing(output: string): boolean {
  return /shared memory block .* is still in use|lock file .* already exists|Address already in use/.test(
    output,
  );
}

/** What the server printed before it ended: first to its output, then through its log collector. */
async function startOutput({ startLog, path }: Cluster): Promise<string> {
  const output = await readFile(startLog, 'utf8').catch(() => '');
  const logFolder = join(path, 'log');
  const newest = (await readdir(logFolder).catch(() => [])).sort().at(-1);
  // Without this line in the output, the newest log is that of an earlier start.
  if (!newest || !output.includes('log output will appear')) return output;
  return `${output}\n${await readFile(join(logFolder, newest), 'utf8').catch(() => '')}`;
}
