import cluster from 'node:cluster';
import { killStartedProcesses } from './embedded/started-processes.ts';

/**
 * Until the returned function is called, SIGINT and SIGTERM end this process immediately, with the processes of the
 * shop and of the embedded PostgreSQL that it has started: a start, or a command, is interrupted at any moment and
 * leaves nothing running.
 */
export function endOnSignals(): () => void {
  const end = (signal: NodeJS.Signals) => {
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL');
    killStartedProcesses();
    // By the signal itself, so that shells and service managers see what ended it.
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  };
  process.on('SIGINT', end).on('SIGTERM', end);
  return () => {
    process.off('SIGINT', end).off('SIGTERM', end);
  };
}
