import { z } from 'zod';
import { StartupError } from '../core/startup-error.ts';
import type { RunningShop } from './start-shop.ts';
import { shutdownTimeoutMs } from './stop-on-signals.ts';

const workerOrder = z.object({
  /** From 1. A process that replaces another has the same. */
  number: z.number(),
  /** Settings that replace those of the environment. */
  settings: z.record(z.string(), z.string()),
});

/** What the primary process tells one that it starts. */
export type WorkerOrder = z.output<typeof workerOrder>;

/** What a process has opened. */
export type Opened = Pick<RunningShop, 'name' | 'warnings' | 'url'>;

export type WorkerReport =
  | { kind: 'open'; opened: Opened }
  | { kind: 'failed'; message: string; remedy: string };

/** Reads the order of the primary process (`startWorkers`) from the environment. */
export function readWorkerOrder(text = ''): WorkerOrder {
  return workerOrder.parse(JSON.parse(text));
}

/**
 * Serves as one of several processes until the primary one says `close`. Signals are its business alone: Ctrl+C, and some
 * service managers, send them to all processes.
 */
export async function serveAsWorker(start: () => Promise<RunningShop>): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
  let shop: RunningShop | undefined;
  process.on('message', (order) => {
    if (order === 'drain') shop?.drain();
    if (order === 'close') void stop();
  });
  async function stop(): Promise<void> {
    setTimeout(() => process.exit(1), shutdownTimeoutMs).unref();
    await shop?.close();
    process.exit(0);
  }
  try {
    shop = await start();
    const { name, warnings, url } = shop;
    report({ kind: 'open', opened: { name, warnings, url } });
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    const { message, remedy } = error;
    report({ kind: 'failed', message, remedy }, () => process.exit(1));
  }
}

function report(what: WorkerReport, sent: () => void = () => undefined): void {
  process.send?.(what, undefined, undefined, sent);
}
