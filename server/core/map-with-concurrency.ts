/** So many failures in one run mean that the other side is away: what is left waits for the next run. */
const enoughFailures = 10;

/**
 * Works through a list, a few at a time. A failure keeps nobody else from their turn until there are too many of them.
 * @returns how many did something (`work` answered true), and what failed
 */
export async function mapWithConcurrency<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<boolean>,
): Promise<{ done: number; failures: unknown[] }> {
  const failures: unknown[] = [];
  let done = 0;
  const queue = items.values();
  async function takeTurns(): Promise<void> {
    for (const item of queue) {
      try {
        if (await work(item)) done += 1;
      } catch (error) {
        failures.push(error);
      }
      if (failures.length >= enoughFailures) return;
    }
  }
  await Promise.all(Array.from({ length: atOnce }, takeTurns));
  return { done, failures };
}
