import type { IdentityProvider } from './provider.ts';

/** Who is signed in, as far as the browser knows. */
export interface Identity {
  email: string;
  name: string;
}

/** `pending` while it is not known yet, null for a guest. */
export type IdentityState = 'pending' | Identity | null;

/**
 * Who is signed in to the shop: the owner of the access token, for as long as the token lasts or can be renewed.
 * What proves to be somebody is the provider's business.
 */
export interface IdentityPort {
  /** The present state; the same object as long as nothing changes. */
  current(): IdentityState;
  /** Calls `listener` after every change, in whichever tab it was made. Returns the way to stop. */
  subscribe(listener: () => void): () => void;
  /** Begins the session of whom the access token speaks of. */
  begin(accessToken: string): void;
  /** Fetches a new access token, for instance because the name has changed. */
  renew(): Promise<void>;
  /** Removes the access token, at once, and ends the provider's session. */
  signOut(): Promise<void>;
  /** The provider. Its script comes when it is wanted first. */
  provider(): Promise<IdentityProvider>;
}
