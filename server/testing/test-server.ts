import { access, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../database/embedded.ts';
import { quietLog } from './quiet-log.ts';

const PREFIX = 'reprise-test-run-';

export interface TestServer extends EmbeddedDatabase {
  /** The folder of the run, for whatever else must not outlive it. `stop` removes it, or else the next run. */
  folder: string;
}

/**
 * Starts an embedded PostgreSQL in a temporary folder, which is removed when it stops. Tests need nothing of what it wrote
 * after the machine went down, so they may pass `isDurable: false`.
 */
export async function startTestServer(options: { isDurable?: boolean } = {}): Promise<TestServer> {
  await removeAbandonedServers();
  const dataDir = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const server = await startEmbeddedDatabase({ dataDir, log: quietLog, ...options });
  return {
    folder: dataDir,
    url: server.url,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Stops and removes the servers of test runs that were killed: by design a server outlives its run. A run that lives holds
 * the lock of its folder, so nothing of it can be started here.
 */
async function removeAbandonedServers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]);
    if (!pid) continue;
    const dataDir = join(tmpdir(), name);
    // That run may be about to take the lock. Once there was one, another process has the id of a run that has ended.
    if (isRunning(pid) && !(await wasLocked(dataDir))) continue;
    const server = await startEmbeddedDatabase({ dataDir, log: quietLog }).catch(() => undefined);
    if (!server) continue; // Its run lives, another run is removing it, or it belongs to another user.
    await server.stop();
    await rm(dataDir, { recursive: true, force: true }).catch(() => undefined);
  }
}

function wasLocked(dataDir: string): Promise<boolean> {
  return access(join(dataDir, 'postgres/holder.pid')).then(
    () => true,
    () => false,
  );
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
