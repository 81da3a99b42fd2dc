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

it('clears the cache when somebody signs in or out', () => {
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

it('forgets what was viewed when the user leaves, and not when a guest signs in', () => {
  const removed: string[] = [];
  vi.stubGlobal('localStorage', { removeItem: (key: string) => removed.push(key) });
  const { identity, become } = changing(null);
  clearCacheOnUserChange(identity, new QueryClient());
  become(ann);
  expect(removed).toEqual([]);
  become(null);
  expect(removed).toEqual([viewedKey]);
});

it('keeps the cache when only the token or the name changes', () => {
  const { identity, become } = changing(ann);
  const queryClient = new QueryClient();
  clearCacheOnUserChange(identity, queryClient);
  queryClient.setQueryData(['wishlist'], ['of Ann']);
  become('pending');
  become({ ...ann, name: 'Ann Smith' });
  expect(queryClient.getQueryData(['wishlist'])).toEqual(['of Ann']);
  queryClient.clear();
});
