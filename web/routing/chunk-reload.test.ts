import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetReload, reloadIfReachable, reloadOnMissingChunk } from './chunk-reload.ts';

const shown = { pathname: '/', search: '', hash: '' };
const blog = { pathname: '/blog', search: '?from=mail', hash: '' };

let browser: EventTarget;
const reload = vi.fn();
const assign = vi.fn();
const fetching = vi.fn();

beforeEach(() => {
  vi.resetAllMocks();
  fetching.mockResolvedValue({ status: 200 });
  browser = new EventTarget();
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser));
  vi.stubGlobal('location', { ...shown, reload, assign });
  vi.stubGlobal('fetch', fetching);
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** What Vite does when a dynamic import fails. */
async function missChunk(): Promise<void> {
  browser.dispatchEvent(new Event('vite:preloadError'));
  await new Promise((resolve) => setTimeout(resolve));
}

describe('a page whose script fails to load', () => {
  it('a page whose script fails to load is loaded as a document, once until it has been shown', async () => {
    reloadOnMissingChunk(() => blog);
    await missChunk();
    expect(assign).toHaveBeenCalledExactlyOnceWith('/blog?from=mail');
    await missChunk();
    expect(assign).toHaveBeenCalledTimes(1);
    forgetReload();
    await missChunk();
    expect(assign).toHaveBeenCalledTimes(2);
  });

  it('a page whose script fails to load is reloaded when its address is already shown', async () => {
    reloadOnMissingChunk(() => shown);
    await missChunk();
    expect(reload).toHaveBeenCalledTimes(1);
    expect(assign).not.toHaveBeenCalled();
  });

  it('a page whose script fails to load is loaded when another page came before it', async () => {
    let page = shown;
    reloadOnMissingChunk(() => page);
    await missChunk();
    page = blog;
    await missChunk();
    expect(reload).toHaveBeenCalledTimes(1);
    expect(assign).toHaveBeenCalledTimes(1);
  });

  it('a page whose script fails to load is not reloaded where storage is blocked, because reloads could loop', async () => {
    vi.stubGlobal('sessionStorage', {
      getItem: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
    reloadOnMissingChunk(() => blog);
    await missChunk();
    expect(assign).not.toHaveBeenCalled();
    expect(forgetReload).not.toThrow();
  });
});

it('a part of a page whose script is missing reloads nothing', async () => {
  reloadOnMissingChunk(() => null);
  await missChunk();
  expect(fetching).not.toHaveBeenCalled();
  expect(reload).not.toHaveBeenCalled();
});

describe('reloading the document', () => {
  it('a document is reloaded as often as requested, if the server responds', async () => {
    expect(await reloadIfReachable()).toBe(true);
    expect(await reloadIfReachable()).toBe(true);
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it('a document is not reloaded while the server is unreachable or failing', async () => {
    fetching.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    expect(await reloadIfReachable()).toBe(false);
    fetching.mockResolvedValueOnce({ status: 503 });
    expect(await reloadIfReachable()).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });
});
