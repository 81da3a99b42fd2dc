import type { IdentityWays, ListedSession } from '#contract/identity.ts';

/** What the provider has proved. */
export interface ProvenIdentity {
  email: string;
  name: string;
  pictureUrl: string | undefined;
  /** Until when the proof holds. */
  expiresAt: Date;
}

/** The proof itself: what the calls that want an identity get as bearer, and what it says. */
export interface IdentityToken extends ProvenIdentity {
  token: string;
}

/**
 * The browser's half of the identity provider, the same for each one that can be configured. Every method throws an
 * IdentityFailure with one of our codes, and nothing else.
 */
export interface IdentityProvider {
  /** Makes an identity with a password and signs it in. */
  signUp(account: { name: string; email: string; password: string }): Promise<void>;
  signIn(credentials: { email: string; password: string }): Promise<void>;
  /** Lets Google ask in a window of its own. To be called right from a click, or the browser blocks the window. */
  signInWithGoogle(): Promise<void>;
  /** Changes what is given: the display name, the address of the photo. */
  updateProfile(profile: { name?: string; pictureUrl?: string }): Promise<void>;
  /** Changes the password and ends all other sessions. */
  changePassword(passwords: { present: string; next: string }): Promise<void>;
  /**
   * The proof of who is signed in. It is kept, renewed five minutes before it ends, and not handed out in its last thirty
   * seconds. `isFresh` asks the provider whatever is kept.
   */
  identityToken(wish?: { isFresh?: boolean }): Promise<IdentityToken>;
  /** Calls `listener` whenever somebody is proved, renewed, or no longer signed in. Returns the way to stop. */
  watch(listener: (identity: ProvenIdentity | null) => void): () => void;
  /** Has a mail sent by which the password can be set anew. Succeeds for unknown addresses too. */
  resetPassword(email: string): Promise<void>;
  /** Sets the password with the token of that mail. */
  setPassword(change: { token: string; password: string }): Promise<void>;
  /** Has the mail sent again that proves an address. */
  resendVerification(email: string): Promise<void>;
  /** Proves an address with the token of that mail. */
  verifyEmail(token: string): Promise<void>;
  /** In which ways one can sign in here. */
  ways(): Promise<IdentityWays>;
  /** In which browsers the person is signed in, here first; null where the provider does not tell. */
  sessions(): Promise<readonly ListedSession[] | null>;
  /** Ends one of these sessions. */
  endSession(id: string): Promise<void>;
  /** Ends all sessions but this one, in whichever browser they are; where they are not told, this one too. */
  endOtherSessions(): Promise<void>;
  signOut(): Promise<void>;
}
