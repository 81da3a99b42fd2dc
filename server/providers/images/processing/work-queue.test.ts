import { expect, test } from 'vitest';
import { createWorkQueue } from './work-queue.ts';

/** Work that ends when the test says so. */
function work() {
  let finish = () => {};
  let isUnderWay = false;
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return {
    finish: () => finish(),
    isUnderWay: () => isUnderWay,
    async run() {
      isUnderWay = true;
      await done;
      isUnderWay = false;
    },
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('only so much happens at once, in the order of asking', async () => {
  const queue = createWorkQueue({ memoryBytes: 100, atOnce: 2, waiting: 9 });
  const [first, second, third] = [work(), work(), work()];
  const all = [first, second, third].map((piece) => queue.run(1, piece.run));
  await turn();
  expect([first, second, third].map((piece) => piece.isUnderWay())).toEqual([true, true, false]);
  second.finish();
  await turn();
  expect(third.isUnderWay()).toBe(true);
  first.finish();
  third.finish();
  await Promise.all(all);
});

test('large work waits for memory, and small work does not overtake it for ever', async () => {
  const queue = createWorkQueue({ memoryBytes: 100, atOnce: 4, waiting: 9 });
  const [small, large, late] = [work(), work(), work()];
  const all = [queue.run(10, small.run), queue.run(95, large.run), queue.run(1, late.run)];
  await turn();
  expect([large.isUnderWay(), late.isUnderWay()]).toEqual([false, false]);
  small.finish();
  await turn();
  expect([large.isUnderWay(), late.isUnderWay()]).toEqual([true, true]);
  large.finish();
  late.finish();
  await Promise.all(all);
});

test('work that asks for more than there is runs alone', async () => {
  const queue = createWorkQueue({ memoryBytes: 100, atOnce: 4, waiting: 9 });
  const huge = work();
  const after = work();
  const all = [queue.run(1_000, huge.run), queue.run(1, after.run)];
  await turn();
  expect([huge.isUnderWay(), after.isUnderWay()]).toEqual([true, false]);
  huge.finish();
  after.finish();
  await Promise.all(all);
});

test('who comes when all places to wait are taken is refused, with a time to come back', async () => {
  const queue = createWorkQueue({ memoryBytes: 100, atOnce: 1, waiting: 1 });
  const [running, waiting] = [work(), work()];
  const all = [queue.run(1, running.run), queue.run(1, waiting.run)];
  await expect(queue.run(1, work().run)).rejects.toMatchObject({
    code: 'unavailable',
    retryAfterSeconds: 5,
  });
  running.finish();
  waiting.finish();
  await Promise.all(all);
});

test('work that fails makes room for the next', async () => {
  const queue = createWorkQueue({ memoryBytes: 100, atOnce: 1, waiting: 9 });
  const failing = queue.run(1, () => Promise.reject(new Error('Out of paint')));
  await expect(failing).rejects.toThrow('Out of paint');
  expect(await queue.run(1, () => Promise.resolve('next'))).toBe('next');
});
