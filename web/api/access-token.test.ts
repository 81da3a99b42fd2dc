import { describe, expect, it, vi } from 'vitest';
import { accessTokenKey } from '#contract/constants.ts';
import { safeStorage } from '../browser-storage.ts';
import { localAccessToken } from './access-token.ts';

function memoryStorage(): Storage {
  const entries = new Map<string, string>();
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  } as Storage;
}

function storageEvent(key: string | null): Event {
  return Object.assign(new Event('storage'), { key });
}

describe('the access token store', () => {
  it('the access token is stored under the key of the specification', () => {
    const storage = memoryStorage();
    const store = localAccessToken(
      safeStorage(() => storage),
      new EventTarget(),
    );
    store.write('abc');
    expect(storage.getItem('accessToken')).toBe('abc');
    expect(store.read()).toBe('abc');
    store.drop();
    expect(storage.getItem(accessTokenKey)).toBeNull();
    expect(store.read()).toBeNull();
  });

  it('listeners are notified of token changes here, in another tab, and when the storage is cleared', () => {
    const tabs = new EventTarget();
    const store = localAccessToken(safeStorage(memoryStorage), tabs);
    const hush = vi.spyOn(tabs, 'removeEventListener');
    const listener = vi.fn();
    const stop = store.subscribe(listener);
    store.write('abc');
    tabs.dispatchEvent(storageEvent(accessTokenKey));
    tabs.dispatchEvent(storageEvent(null));
    expect(listener).toHaveBeenCalledTimes(3);
    tabs.dispatchEvent(storageEvent('theme'));
    expect(listener).toHaveBeenCalledTimes(3);
    stop();
    expect(hush).toHaveBeenCalledWith('storage', expect.any(Function));
    store.drop();
    tabs.dispatchEvent(storageEvent(accessTokenKey));
    expect(listener).toHaveBeenCalledTimes(3);
  });

  it('the access token stays in memory where the browser blocks storage', () => {
    const forbidden = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const store = localAccessToken(safeStorage(forbidden), new EventTarget());
    expect(store.read()).toBeNull();
    store.write('abc');
    expect(store.read()).toBe('abc');
    store.drop();
    expect(store.read()).toBeNull();
  });
});
