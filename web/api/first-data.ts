import { CancelledError } from '@tanstack/react-query';

/** The time that a page may wait for its data before it shows skeletons instead. */
export const firstDataTimeoutMs = 300;

/**
 * Waits for `reads`, at most for `firstDataTimeoutMs`; then the page renders what it has, and its queries show the rest or
 * its failure later. A read that is cancelled, because the page that shared it was just left, is not a failure: the new
 * page reads again. Throws what a read throws within that time.
 */
export async function firstData(reads: Promise<unknown>, timeoutMs: number): Promise<void> {
  if (timeoutMs === Number.POSITIVE_INFINITY) {
    await reads;
    return;
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = new Promise((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  // A failure after the wait is ignored here: the query has it, and the page shows it.
  try {
    await Promise.race([reads, wait]);
  } catch (failure) {
    if (!(failure instanceof CancelledError)) throw failure;
  } finally {
    clearTimeout(timer);
  }
}
