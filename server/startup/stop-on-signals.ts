import type { RunningShop } from './start-shop.ts';

/** After this time a shutdown is cut short. The time in which it goes on serving does not count. */
export const shutdownTimeoutMs = 20_000;
/** npm passes on a signal that a service manager has sent to the whole group, so the server gets it twice. */
const repeatedWithinMs = 500;

/**
 * Stops the server at SIGTERM and SIGINT. After SIGTERM it first goes on serving for `drainSeconds` while `/readyz`
 * says 503, so that load balancers stop sending requests before the listener closes. Another signal ends that time
 * immediately, and the next one ends the process.
 */
export function stopOnSignals(
  shop: RunningShop,
  { drainSeconds, stopped }: { drainSeconds: number; stopped: () => void },
): void {
  let stage: 'serving' | 'draining' | 'closing' = 'serving';
  let timer: NodeJS.Timeout | undefined;
  let first: { signal: NodeJS.Signals; atMs: number } | undefined;

  async function close(): Promise<void> {
    stage = 'closing';
    clearTimeout(timer);
    setTimeout(() => process.exit(1), shutdownTimeoutMs).unref();
    await shop.close();
    stopped();
    process.exit(0);
  }

  function handle(signal: NodeJS.Signals): void {
    const nowMs = performance.now();
    first ??= { signal, atMs: nowMs };
    const isRepeated = stage !== 'serving' && signal === first.signal;
    if (isRepeated && nowMs - first.atMs < repeatedWithinMs) return;
    if (stage === 'closing') process.exit(1);
    if (stage === 'draining' || signal === 'SIGINT' || drainSeconds === 0) {
      close();
      return;
    }
    stage = 'draining';
    shop.drain();
    timer = setTimeout(close, drainSeconds * 1_000);
  }

  process.on('SIGTERM', handle);
  process.on('SIGINT', handle);
}
