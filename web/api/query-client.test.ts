import { onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient } from './client.ts';
import { CallFailure, NetworkFailure } from './failures.ts';
import {
  apiOf,
  browserQueryClient,
  isRetried,
  pageQueryClient,
  retryDelayMs,
} from './query-client.ts';

const api = createClient(async () => ({ body: null, nextCursor: null }));
const refused = (status: number) => new CallFailure({ status, detail: 'no' });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a failed read', () => {
  it.each([400, 401, 403, 404, 409, 422, 429])(
    'a read refused with %i is an answer, and not repeated',
    (status) => {
      expect(isRetried(0, refused(status))).toBe(false);
    },
  );

  it.each([
    ['500', refused(500)],
    ['503', refused(503)],
    ['no answer', new NetworkFailure('x')],
  ])('a read that fails with %s is repeated three times', (_, failure) => {
    expect([0, 1, 2, 3].map((count) => isRetried(count, failure))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('a read is not repeated after an internal error', () => {
    expect(isRetried(0, new TypeError('x is undefined'))).toBe(false);
  });

  it('the delay before a retry is 1 s, then twice as long each time, up to 30 s', () => {
    expect([0, 1, 2, 3, 4, 5, 6].map(retryDelayMs)).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
    ]);
  });

  it('a read that fails is tried four times by the browser, within 7 s', async () => {
    const queryFn = vi.fn().mockRejectedValue(refused(503));
    const client = browserQueryClient(api);
    const outcome = client.fetchQuery({ queryKey: ['x'], queryFn }).catch((error) => error);
    await vi.advanceTimersByTimeAsync(6_999);
    expect(queryFn).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(queryFn).toHaveBeenCalledTimes(4);
    expect(await outcome).toMatchObject({ status: 503 });
    client.clear();
  });

  it('a read that fails is tried once during server rendering', async () => {
    const queryFn = vi.fn().mockRejectedValue(refused(503));
    await expect(pageQueryClient(api).fetchQuery({ queryKey: ['x'], queryFn })).rejects.toThrow(
      'no',
    );
    expect(queryFn).toHaveBeenCalledTimes(1);
  });
});

describe('the cache', () => {
  it('unused data is dropped after five minutes', async () => {
    const client = browserQueryClient(api);
    await client.fetchQuery({ queryKey: ['x'], queryFn: async () => 1 });
    await vi.advanceTimersByTimeAsync(5 * 60_000 - 1);
    expect(client.getQueryData(['x'])).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(client.getQueryData(['x'])).toBeUndefined();
  });

  it('the cache leaves no timer behind on the server', async () => {
    await pageQueryClient(api).fetchQuery({ queryKey: ['x'], queryFn: async () => 1 });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('queries are refetched on focus and reconnect, and mutations are never retried', () => {
    const { queries, mutations } = browserQueryClient(api).getDefaultOptions();
    expect(queries).toMatchObject({ refetchOnWindowFocus: true, refetchOnReconnect: true });
    expect(mutations).toMatchObject({ retry: false });
  });

  it('reads fail visibly while the browser is offline', async () => {
    onlineManager.setOnline(false);
    const client = browserQueryClient(api);
    const queryFn = vi.fn().mockRejectedValue(refused(404));
    await expect(client.fetchQuery({ queryKey: ['x'], queryFn })).rejects.toThrow('no');
    const mutationFn = vi.fn().mockRejectedValue(new NetworkFailure('x'));
    const mutation = client.getMutationCache().build(client, { mutationFn });
    await expect(mutation.execute(undefined)).rejects.toThrow(NetworkFailure);
    onlineManager.setOnline(true);
    client.clear();
  });

  it('the cache gives access to its API client', () => {
    expect(apiOf(pageQueryClient(api))).toBe(api);
  });
});
