import { accessTokenKey } from '#contract/constants.ts';
import type { SafeStorage } from '../browser-storage.ts';

/** Stores the access token and reports changes of it. */
export interface AccessTokenStore {
  read(): string | null;
  write(token: string): void;
  drop(): void;
  /** Calls `listener` after every change, in this tab or another. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

/**
 * The access token in local storage, under the key that the specification names. Where storage is blocked (private
 * windows, policies) it lives in memory as long as the page does.
 */
export function localAccessToken(storage: SafeStorage, tabs: EventTarget): AccessTokenStore {
  const listeners = new Set<() => void>();
  let inMemory: string | null = null;
  const notify = () => {
    for (const listener of listeners) listener();
  };
  // A null key means that all of the storage was cleared.
  const onStorage = (event: Event) => {
    const { key } = event as StorageEvent;
    if (key === accessTokenKey || key === null) notify();
  };
  return {
    read() {
      return storage.getItem(accessTokenKey) ?? inMemory;
    },
    write(token) {
      inMemory = storage.setItem(accessTokenKey, token) ? null : token;
      notify();
    },
    drop() {
      inMemory = null;
      storage.removeItem(accessTokenKey);
      notify();
    },
    subscribe(listener) {
      if (listeners.size === 0) tabs.addEventListener('storage', onStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) tabs.removeEventListener('storage', onStorage);
      };
    },
  };
}
