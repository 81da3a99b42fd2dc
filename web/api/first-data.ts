/** The time that a page may wait for its data before it shows skeletons instead. */
export const firstDataTimeoutMs = 300;

/**
 * Waits for `reads`, at most for `firstDataTimeoutMs`; then the page renders what it has, and its queries show the rest or
 * its failure later. Throws what a read throws within that time.
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
  await Promise.race([reads, wait]);
  clearTimeout(timer);
}
