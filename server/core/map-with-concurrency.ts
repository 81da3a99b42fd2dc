/** After this many failures the other side is probably down, and the remaining items are left to the next run. */
const maxFailures = 10;

/**
 * Runs `work` for each item with limited concurrency. A failure does not stop the others until there are ten.
 * @returns for how many items `work` returned true, and the errors
 */
export async function mapWithConcurrency<Item>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<boolean>,
): Promise<{ done: number; failures: unknown[] }> {
  const failures: unknown[] = [];
  let done = 0;
  const queue = items.values();
  async function runWorker(): Promise<void> {
    for (const item of queue) {
      try {
        if (await work(item)) done += 1;
      } catch (error) {
        failures.push(error);
      }
      if (failures.length >= maxFailures) return;
    }
  }
  await Promise.all(Array.from({ length: concurrency }, runWorker));
  return { done, failures };
}
