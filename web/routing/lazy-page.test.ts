import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChunkFailure, lazyPage } from './lazy-page.ts';

const Hello = () => 'Hello';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a lazily loaded page', () => {
  it('a lazy page is rendered when its script has loaded', async () => {
    const page = lazyPage('home/HomePage.tsx', async () => Hello);
    expect(await page.load()).toBe(Hello);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('a lazy page fails with a ChunkFailure when its script does not load, and can be retried', async () => {
    const importPage = vi
      .fn<() => Promise<typeof Hello>>()
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockResolvedValueOnce(Hello);
    const page = lazyPage('home/HomePage.tsx', importPage);
    await expect(page.load()).rejects.toThrow(ChunkFailure);
    expect(vi.getTimerCount()).toBe(0);
    expect(await page.load()).toBe(Hello);
  });

  it('times out after 120 seconds and not before', async () => {
    const page = lazyPage('home/HomePage.tsx', () => new Promise(() => {}));
    const failed = vi.fn();
    void page.load().catch(failed);
    await vi.advanceTimersByTimeAsync(119_999);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(failed).toHaveBeenCalledWith(expect.any(ChunkFailure));
  });
});
