import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { firstData } from './first-data.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('resolves as soon as the data has loaded', async () => {
  await firstData(Promise.resolve(1), 300);
  expect(vi.getTimerCount()).toBe(0);
});

it('does not wait longer than the timeout', async () => {
  const done = vi.fn();
  void firstData(new Promise(() => {}), 300).then(done);
  await vi.advanceTimersByTimeAsync(299);
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toHaveBeenCalled();
});

it('throws a failure within that time, and ignores a later one', async () => {
  await expect(firstData(Promise.reject(new Error('no')), 300)).rejects.toThrow('no');
  const late = new Promise((_, reject) => setTimeout(reject, 400, new Error('late')));
  const waiting = firstData(late, 300);
  await vi.advanceTimersByTimeAsync(1_000);
  await expect(waiting).resolves.toBeUndefined();
});

it('waits without a limit on the server', async () => {
  const late = new Promise((resolve) => setTimeout(resolve, 60_000));
  const done = vi.fn();
  void firstData(late, Number.POSITIVE_INFINITY).then(done);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toHaveBeenCalled();
});
