import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChunkFailure, lazyPage } from './lazy-page.ts';

const Hello = () => 'Hello';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a page in a script of its own', () => {
  it('is there when its script is', async () => {
    const page = lazyPage('home/HomePage.tsx', async () => Hello);
    expect(await page.load()).toBe(Hello);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('fails by name when its script does not arrive, and can be loaded again', async () => {
    const importPage = vi
      .fn<() => Promise<typeof Hello>>()
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockResolvedValueOnce(Hello);
    const page = lazyPage('home/HomePage.tsx', importPage);
    await expect(page.load()).rejects.toThrow(ChunkFailure);
    expect(vi.getTimerCount()).toBe(0);
    expect(await page.load()).toBe(Hello);
  });

  it('fails after 120 seconds of silence and not before', async () => {
    const page = lazyPage('home/HomePage.tsx', () => new Promise(() => {}));
    const failed = vi.fn();
    void page.load().catch(failed);
    await vi.advanceTimersByTimeAsync(119_999);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(failed).toHaveBeenCalledWith(expect.any(ChunkFailure));
  });
});
