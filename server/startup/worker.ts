import { z } from 'zod';
import type { LoadedShop } from '../core/loaded-shop.ts';
import { StartupError } from '../core/startup-error.ts';
import type { RunningShop, StartedShop } from './start-shop.ts';
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
  /** Asks for the shop; the answer is `GivenShop`. */
  | { kind: 'starting' }
  | { kind: 'open'; opened: Opened; shop: LoadedShop }
  | { kind: 'failed'; message: string; remedy: string };

/** The shop that the first process has loaded; missing for that one, which loads it from its folder. */
export interface GivenShop {
  shop: LoadedShop | undefined;
}

/** Reads the order of the primary process (`startWorkers`) from the environment. */
export function readWorkerOrder(text = ''): WorkerOrder {
  return workerOrder.parse(JSON.parse(text));
}

/**
 * Serves as one of several processes until the primary one says `close`. Signals are its business alone: Ctrl+C, and some
 * service managers, send them to all processes.
 * @param start with the shop that the other processes serve, unless this is the first one
 */
export async function serveAsWorker(
  start: (loaded: LoadedShop | undefined) => Promise<StartedShop>,
): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
  let shop: StartedShop | undefined;
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
    shop = await start(await askForShop());
    const { name, warnings, url, loaded } = shop;
    report({ kind: 'open', opened: { name, warnings, url }, shop: loaded });
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    const { message, remedy } = error;
    report({ kind: 'failed', message, remedy }, () => process.exit(1));
  }
}

function askForShop(): Promise<LoadedShop | undefined> {
  return new Promise((resolve) => {
    process.on('message', function take(answer: unknown) {
      if (typeof answer !== 'object' || answer === null || !('shop' in answer)) return;
      process.off('message', take);
      resolve((answer as GivenShop).shop);
    });
    report({ kind: 'starting' });
  });
}

function report(what: WorkerReport, sent: () => void = () => undefined): void {
  process.send?.(what, undefined, undefined, sent);
}
