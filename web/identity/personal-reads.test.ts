import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { nobodyYet } from './identity.ts';
import { keepReadsPersonal } from './personal-reads.ts';
import type { IdentityPort, IdentityState } from './port.ts';

function changing(first: IdentityState) {
  let state = first;
  let tell = () => {};
  const identity: IdentityPort = {
    ...nobodyYet,
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

it('forgets what was read when somebody comes or goes', () => {
  const { identity, become } = changing(ann);
  const queryClient = new QueryClient();
  keepReadsPersonal(identity, queryClient);
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

it('keeps what was read when only the token or the name changes', () => {
  const { identity, become } = changing(ann);
  const queryClient = new QueryClient();
  keepReadsPersonal(identity, queryClient);
  queryClient.setQueryData(['wishlist'], ['of Ann']);
  become('pending');
  become({ ...ann, name: 'Ann Smith' });
  expect(queryClient.getQueryData(['wishlist'])).toEqual(['of Ann']);
  queryClient.clear();
});
