import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../database/embedded.ts';
import { quietLog } from './quiet-log.ts';

const PREFIX = 'reprise-test-run-';

/**
 * Starts an embedded PostgreSQL in a temporary folder, which is removed when it stops. Tests need nothing of what it wrote
 * after the machine went down, so they may pass `isDurable: false`.
 */
export async function startTestServer(
  options: { isDurable?: boolean } = {},
): Promise<EmbeddedDatabase> {
  await removeAbandonedServers();
  const dataDir = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const server = await startEmbeddedDatabase({ dataDir, log: quietLog, ...options });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Stops and removes the servers of test runs that were killed: by design a server outlives its run. */
async function removeAbandonedServers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]);
    if (!pid || isRunning(pid)) continue;
    const dataDir = join(tmpdir(), name);
    const server = await startEmbeddedDatabase({ dataDir, log: quietLog }).catch(() => undefined);
    if (!server) continue; // Another run is removing it, or it belongs to another user.
    await server.stop();
    await rm(dataDir, { recursive: true, force: true }).catch(() => undefined);
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
