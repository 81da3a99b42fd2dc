import { expect, test } from 'vitest';
import { createWorkQueue } from './work-queue.ts';

/** Work that the test finishes. */
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

test('the queue limits concurrency, and runs work in the order of the calls', async () => {
  const queue = createWorkQueue({ memoryBytes: 100, concurrency: 2, waiting: 9 });
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

test('large work waits for memory, and is not overtaken by small work', async () => {
  const queue = createWorkQueue({ memoryBytes: 100, concurrency: 4, waiting: 9 });
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

test('work that needs more than the memory limit runs alone', async () => {
  const queue = createWorkQueue({ memoryBytes: 100, concurrency: 4, waiting: 9 });
  const huge = work();
  const after = work();
  const all = [queue.run(1_000, huge.run), queue.run(1, after.run)];
  await turn();
  expect([huge.isUnderWay(), after.isUnderWay()]).toEqual([true, false]);
  huge.finish();
  after.finish();
  await Promise.all(all);
});

test('work is refused when the queue is full, with a time to retry', async () => {
  const queue = createWorkQueue({ memoryBytes: 100, concurrency: 1, waiting: 1 });
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

test('failed work frees its place', async () => {
  const queue = createWorkQueue({ memoryBytes: 100, concurrency: 1, waiting: 9 });
  const failing = queue.run(1, () => Promise.reject(new Error('It failed')));
  await expect(failing).rejects.toThrow('It failed');
  expect(await queue.run(1, () => Promise.resolve('next'))).toBe('next');
});
