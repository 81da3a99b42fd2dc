import { createContext, useContext, useSyncExternalStore } from 'react';
import type { IdentityPort, IdentityState } from './port.ts';

/** The identity outside a browser: always pending, because the access token lives in the browser. */
export const unknownIdentity: IdentityPort = {
  current: () => 'pending',
  subscribe: () => () => {},
  begin: () => {},
  renew: async () => {},
  signOut: async () => {},
  provider: async () => {
    throw new Error('Where there is no browser nobody signs in');
  },
};

export const IdentityContext = createContext<IdentityPort>(unknownIdentity);

/** The signed-in user: `pending` on the server and during hydration, so that both render the same. */
export function useIdentity(): IdentityState {
  const identity = useContext(IdentityContext);
  return useSyncExternalStore(identity.subscribe, identity.current, unknownIdentity.current);
}

/** The session and its provider, for code that changes who is signed in. */
export function useIdentityPort(): IdentityPort {
  return useContext(IdentityContext);
}

/** Ends the session. */
export function useSignOut(): () => Promise<void> {
  return useContext(IdentityContext).signOut;
}
