import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { viewedKey } from '../api/viewed-list.ts';
import { clearCacheOnUserChange } from './clear-cache-on-user-change.ts';
import { unknownIdentity } from './identity.ts';
import type { IdentityPort, IdentityState } from './port.ts';

function changing(first: IdentityState) {
  let state = first;
  let tell = () => {};
  const identity: IdentityPort = {
    ...unknownIdentity,
    current: () => state,
    subscribe: (listener) => {
      tell = listener;
      return () => {};
    },
  };
  return {
    identity,
    become: (next: IdentityState) => {
      state = next;
      tell();
    },
  };
}

const ann = { email: 'ann@reprise.test', name: 'Ann' };

it('the cache is cleared when a user signs in or out', () => {
  const { identity, become } = changing(ann);
  const queryClient = new QueryClient();
  clearCacheOnUserChange(identity, queryClient);
  queryClient.setQueryData(['wishlist'], ['of Ann']);
  become(null);
  expect(queryClient.getQueryData(['wishlist'])).toBeUndefined();
  queryClient.setQueryData(['advertised'], ['of a guest']);
  become({ email: 'bob@reprise.test', name: 'Bob' });
  expect(queryClient.getQueryData(['advertised'])).toBeUndefined();
  queryClient.setQueryData(['wishlist'], ['of Bob']);
  become(ann);
  expect(queryClient.getQueryData(['wishlist'])).toBeUndefined();
});

afterEach(() => vi.unstubAllGlobals());

function storageOf(entries: Record<string, string>) {
  const storage = { ...entries };
  return Object.defineProperties(storage, {
    getItem: { value: (key: string) => storage[key] ?? null },
    setItem: { value: (key: string, text: string) => Reflect.set(storage, key, text) },
    removeItem: { value: (key: string) => void delete storage[key] },
  });
}

/** Browser storage with a list of what was viewed, and a page on which the user is `first`. */
function visit(first: IdentityState, stored: Record<string, string> = { [viewedKey]: 'list' }) {
  const [local, session] = [storageOf(stored), storageOf({})];
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', session);
  vi.stubGlobal('dispatchEvent', () => true);
  vi.stubGlobal('StorageEvent', class {});
  const { identity, become } = changing(first);
  clearCacheOnUserChange(identity, new QueryClient());
  return { local, session, become };
}

it('the viewed products and the places in lists are forgotten when the user leaves', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { local, session, become } = visit(ann, {});
  local[viewedKey] = 'list';
  session['place in list k1 /wishlist'] = '{}';
  become(null);
  vi.runAllTimers();
  vi.useRealTimers();
  expect(local[viewedKey]).toBeUndefined();
  expect(session).not.toHaveProperty(['place in list k1 /wishlist']);
});

it('the products viewed by a user whose session ended before the page was loaded are forgotten', () => {
  const { local } = visit(ann, {});
  const stored = { ...local, [viewedKey]: 'list' };
  const ended = visit('pending', stored);
  expect(ended.local[viewedKey]).toBe('list');
  ended.become(null);
  expect(ended.local[viewedKey]).toBeUndefined();
  const renewed = visit('pending', stored);
  renewed.become({ ...ann });
  expect(renewed.local[viewedKey]).toBe('list');
  const another = visit({ email: 'bob@reprise.test', name: 'Bob' }, stored);
  expect(another.local[viewedKey]).toBeUndefined();
});

it('the products a guest viewed are kept when they sign in, if they began in this tab', () => {
  const { local, become } = visit(null, {});
  local[viewedKey] = 'list';
  become('pending');
  become(ann);
  expect(local[viewedKey]).toBe('list');
  const earlier = visit(null);
  expect(earlier.local[viewedKey]).toBe('list');
  earlier.become(ann);
  expect(earlier.local[viewedKey]).toBeUndefined();
});

it('the cache is kept when only the token or the name changes', () => {
  const { identity, become } = changing(ann);
  const queryClient = new QueryClient();
  clearCacheOnUserChange(identity, queryClient);
  queryClient.setQueryData(['wishlist'], ['of Ann']);
  become('pending');
  become({ ...ann, name: 'Ann Smith' });
  expect(queryClient.getQueryData(['wishlist'])).toEqual(['of Ann']);
  queryClient.clear();
});
