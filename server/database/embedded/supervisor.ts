import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseLog } from '../log.ts';
import { type Cluster, stopPostmaster } from './postmaster.ts';
import { type Serving, serve } from './serving.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;

/**
 * Restarts PostgreSQL whenever it ends, until `stop`. It restarts at the same address, at once and then with growing pauses;
 * the pools of clients reconnect by themselves.
 */
export function superviseServer(
  cluster: Cluster,
  first: Serving,
  log: DatabaseLog,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let serving = first;

  async function restart(): Promise<void> {
    for (let pauseMs = FIRST_PAUSE_MS; !stopping.signal.aborted; pauseMs *= 2) {
      try {
        serving = await serve(cluster, serving.transport, log);
        log.info({ pid: serving.postmaster.pid }, 'PostgreSQL runs again');
        return;
      } catch (error) {
        log.error({ err: error }, 'PostgreSQL did not start again; the server retries');
      }
      const waitMs = Math.min(pauseMs, LONGEST_PAUSE_MS);
      await pause(waitMs, undefined, { ref: false, signal: stopping.signal }).catch(
        () => undefined,
      );
    }
  }

  async function supervise(): Promise<void> {
    while (!stopping.signal.aborted) {
      await serving.postmaster.exited;
      if (stopping.signal.aborted) return;
      log.error(
        { pid: serving.postmaster.pid },
        'PostgreSQL ended unexpectedly; starting it again',
      );
      await restart();
    }
  }

  const supervising = supervise();
  return {
    async stop() {
      stopping.abort();
      await stopPostmaster(serving.postmaster, cluster);
      await supervising;
      // A restart that was running may have started another server since.
      await stopPostmaster(serving.postmaster, cluster);
    },
  };
}
