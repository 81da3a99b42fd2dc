import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChunkFailure, lazyPage } from './lazy-page.tsx';

const Hello = () => <p>Hello</p>;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a page in a script of its own', () => {
  it('is shown when its script is there', async () => {
    const page = lazyPage('features/home/HomePage.tsx', async () => Hello);
    await page.load();
    expect(renderToString(<page.Page />)).toBe('<p>Hello</p>');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is fetched once, however often it is wanted', async () => {
    const importPage = vi.fn(async () => Hello);
    const page = lazyPage('features/home/HomePage.tsx', importPage);
    await Promise.all([page.load(), page.load()]);
    await page.load();
    expect(importPage).toHaveBeenCalledTimes(1);
  });

  it('fails by name when its script does not arrive, and can be tried again', async () => {
    const importPage = vi
      .fn<() => Promise<typeof Hello>>()
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockResolvedValueOnce(Hello);
    const page = lazyPage('features/home/HomePage.tsx', importPage);
    await expect(page.load()).rejects.toThrow(ChunkFailure);
    await page.load();
    expect(renderToString(<page.Page />)).toBe('<p>Hello</p>');
  });

  it('fails after 120 seconds of silence and not before', async () => {
    const page = lazyPage('features/home/HomePage.tsx', () => new Promise(() => {}));
    const failed = vi.fn();
    void page.load().catch(failed);
    await vi.advanceTimersByTimeAsync(119_999);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(failed).toHaveBeenCalledWith(expect.any(ChunkFailure));
  });

  it('is not shown before it was loaded', () => {
    const page = lazyPage('features/home/HomePage.tsx', async () => Hello);
    expect(() => renderToString(<page.Page />)).toThrow(ChunkFailure);
  });
});
