import type { IdentityProvider } from './provider.ts';

/** The signed-in user as far as the browser knows. */
export interface Identity {
  email: string;
  name: string;
}

/** `pending` while unknown, null for a guest. */
export type IdentityState = 'pending' | Identity | null;

/**
 * The session of the shop: the owner of the access token, as long as the token is valid or can be renewed. Proving
 * the identity is the provider's job.
 */
export interface IdentityPort {
  /** The current state; the same object until it changes. */
  current(): IdentityState;
  /** Calls `listener` after every change, in any tab. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Starts the session of the access token's subject. */
  begin(accessToken: string): void;
  /** Fetches a new access token, for instance because the name has changed. */
  renew(): Promise<void>;
  /** Removes the access token immediately and ends the provider's session. */
  signOut(): Promise<void>;
  /** The provider. Its script loads on first use. */
  provider(): Promise<IdentityProvider>;
}
