import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { firstData } from './first-data.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('the wait ends as soon as the data has loaded', async () => {
  await firstData(Promise.resolve(1), 300);
  expect(vi.getTimerCount()).toBe(0);
});

it('the wait ends at the timeout', async () => {
  const done = vi.fn();
  void firstData(new Promise(() => {}), 300).then(done);
  await vi.advanceTimersByTimeAsync(299);
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toHaveBeenCalled();
});

it('a failure within the timeout is thrown, and a later one is ignored', async () => {
  await expect(firstData(Promise.reject(new Error('no')), 300)).rejects.toThrow('no');
  const late = new Promise((_, reject) => setTimeout(reject, 400, new Error('late')));
  const waiting = firstData(late, 300);
  await vi.advanceTimersByTimeAsync(1_000);
  await expect(waiting).resolves.toBeUndefined();
});

it('a read that the page before cancels by leaving is no failure', async () => {
  const client = new QueryClient();
  const options = {
    queryKey: ['listing'],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  };
  const leave = new QueryObserver(client, { ...options, enabled: false }).subscribe(() => {});
  const waiting = firstData(client.ensureQueryData(options), 300);
  await vi.advanceTimersByTimeAsync(10);
  leave();
  await expect(waiting).resolves.toBeUndefined();
});

it('the server waits without a limit', async () => {
  const late = new Promise((resolve) => setTimeout(resolve, 60_000));
  const done = vi.fn();
  void firstData(late, Number.POSITIVE_INFINITY).then(done);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toHaveBeenCalled();
});
