/** Who is signed in, as far as the browser knows. */
export interface Identity {
  email: string;
  name: string;
}

/** `pending` while it is not known yet, null for a guest. */
export type IdentityState = 'pending' | Identity | null;

/** The browser's half of the identity provider. */
export interface IdentityPort {
  /** The present state; the same object as long as nothing changes. */
  current(): IdentityState;
  /** Calls `listener` after every change, in whichever tab it was made. Returns the way to stop. */
  subscribe(listener: () => void): () => void;
  /** Ends the session here and removes the access token. */
  signOut(): Promise<void>;
}
