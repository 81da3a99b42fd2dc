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
} from './postmaster.ts';
import { chooseTcp, type Transport, transportOf } from './transport.ts';

export type Serving = { postmaster: Postmaster; transport: Transport };

/**
 * When a server is killed, its helpers need a moment to notice and to let go of the shared memory; one that is busy
 * notices at the end of its statement, and the shop's own statements last 15 s at the most.
 */
const HELPERS_NEED_MS = 20_000;
const PAUSE_BETWEEN_TRIES_MS = 100;

/**
 * Has the cluster served when it returns: by the server that outlived an earlier Node, or else by a new one.
 * Throws a StartupError when PostgreSQL does not start.
 */
export async function serve(
  cluster: Cluster,
  wanted: Transport,
  log: DatabaseLog,
): Promise<Serving> {
  let transport = wanted;
  const giveUpAt = performance.now() + HELPERS_NEED_MS;
  for (;;) {
    const adopted = await adoptRunning(cluster, log);
    if (adopted) return adopted;
    await removeLockFiles(cluster.path);
    const postmaster = await launchPostmaster(cluster, transport);
    if (await becomesReady(postmaster, cluster)) return { postmaster, transport };
    const output = await lastWords(cluster);
    if (/could not create any Unix-domain sockets/.test(output)) {
      // Some file systems, network shares above all, hold no sockets.
      transport = await chooseTcp();
    } else if (!isPassing(output) || performance.now() > giveUpAt) {
      throw faultFromOutput(output, join(cluster.path, 'log'));
    }
    await pause(PAUSE_BETWEEN_TRIES_MS);
  }
}

async function adoptRunning(cluster: Cluster, log: DatabaseLog): Promise<Serving | undefined> {
  const pidFile = await readPidFile(cluster.path);
  if (!pidFile || !(await isPostmaster(pidFile.pid, cluster.path))) return undefined;
  const postmaster = adoptPostmaster(pidFile.pid, cluster);
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

/** What the server said before it ended: first on its own, then through its log collector. */
async function lastWords({ startLog, path }: Cluster): Promise<string> {
  const first = await readFile(startLog, 'utf8').catch(() => '');
  const logFolder = join(path, 'log');
  const newest = (await readdir(logFolder).catch(() => [])).sort().at(-1);
  // A log that was there before this try ends with older trouble; the pointer in the first words tells.
  if (!newest || !first.includes('log output will appear')) return first;
  return `${first}\n${await readFile(join(logFolder, newest), 'utf8').catch(() => '')}`;
}
