/** How long a page may wait for its data before it shows itself with skeletons instead. */
export const patienceMs = 300;

/**
 * Waits until `reads` are there, but not longer than the patience lasts; then the page shows what it has, and its
 * queries show when the rest comes or fails. Throws what a read throws in that time.
 */
export async function firstData(reads: Promise<unknown>, patience: number): Promise<void> {
  if (patience === Number.POSITIVE_INFINITY) {
    await reads;
    return;
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = new Promise((resolve) => {
    timer = setTimeout(resolve, patience);
  });
  // A failure after the wait is heard by the race and goes no further: the query holds it and its page shows it.
  await Promise.race([reads, wait]);
  clearTimeout(timer);
}
