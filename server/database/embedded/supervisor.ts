import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseLog } from '../log.ts';
import { type Cluster, stopPostmaster } from './postmaster.ts';
import { type Serving, serve } from './serving.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;

/**
 * Keeps the cluster served until told to stop: a server that dies is started again on the same address, at once and
 * then ever more patiently, while the pools of clients reconnect by themselves.
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
        log.error({ err: error }, 'PostgreSQL did not start again; Reprise keeps trying');
      }
      const waitMs = Math.min(pauseMs, LONGEST_PAUSE_MS);
      await pause(waitMs, undefined, { ref: false, signal: stopping.signal }).catch(
        () => undefined,
      );
    }
  }

  async function keep(): Promise<void> {
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

  const keeping = keep();
  return {
    async stop() {
      stopping.abort();
      await stopPostmaster(serving.postmaster, cluster);
      await keeping;
      // A restart that was under way may have brought up another server since.
      await stopPostmaster(serving.postmaster, cluster);
    },
  };
}
