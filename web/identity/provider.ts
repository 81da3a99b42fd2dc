import type { IdentityWays, ListedSession, ProofWays } from '#contract/identity/identity.ts';

/** An identity that the provider has proved. */
export interface ProvenIdentity {
  email: string;
  name: string;
  pictureUrl: string | undefined;
  /** When the identity token expires. */
  expiresAt: Date;
}

/** The identity token, which the calls that need an identity send as bearer, and its claims. */
export interface IdentityToken extends ProvenIdentity {
  token: string;
}

/**
 * The browser's half of an identity provider. Every method throws an IdentityFailure with one of our codes, and
 * nothing else.
 */
export interface IdentityProvider {
  /** Creates an identity with a password and signs it in. */
  signUp(account: { name: string; email: string; password: string }): Promise<void>;
  /** Fails with `second-factor-required` when the account has one; Google's sign-in does too. */
  signIn(credentials: { email: string; password: string }): Promise<void>;
  /**
   * Signs in with Google in a popup. Call it directly from a click handler, or the browser blocks the popup; or open the
   * window there by `openGoogleWindow` and pass it on. Firebase opens one of its own.
   */
  signInWithGoogle(opened?: Window | null): Promise<void>;
  /** Changes the given fields: display name, photo URL. */
  updateProfile(profile: { name?: string; pictureUrl?: string }): Promise<void>;
  /** Changes the password and ends all other sessions. */
  changePassword(passwords: { present: string; next: string }): Promise<void>;
  /** The ways in which the signed-in person can prove their identity again. */
  proofWays(): Promise<ProofWays>;
  /** Proves it by the password. Access tokens that are issued from then on say so. */
  prove(password: string): Promise<void>;
  /** The same by the Google account of the person, in a popup: call it directly from a click handler. */
  proveWithGoogle(): Promise<void>;
  /**
   * The identity token of the signed-in person. It is cached, renewed five minutes before expiry, and not returned
   * in its last thirty seconds. `isFresh` bypasses the cache.
   */
  identityToken(wish?: { isFresh?: boolean }): Promise<IdentityToken>;
  /** Calls `listener` when an identity signs in, is renewed, or signs out. Returns the unsubscribe function. */
  watch(listener: (identity: ProvenIdentity | null) => void): () => void;
  /** Sends a password reset mail. Succeeds for unknown addresses too. */
  resetPassword(email: string): Promise<void>;
  /** Sets the password with the token of that mail, and revokes API keys where the provider can. */
  setPassword(change: { token: string; password: string; revokeKeys?: boolean }): Promise<void>;
  /** Sends the verification mail again. */
  resendVerification(email: string): Promise<void>;
  /** Verifies an address with the token of that mail. */
  verifyEmail(token: string): Promise<void>;
  /** The available sign-in methods. */
  ways(): Promise<IdentityWays>;
  /** The person's sessions, this one first; null where the provider does not list them. */
  sessions(): Promise<readonly ListedSession[] | null>;
  /** Ends one of these sessions. */
  endSession(id: string): Promise<void>;
  /** Ends all sessions but this one; where the provider does not list them, this one too. */
  endOtherSessions(): Promise<void>;
  signOut(): Promise<void>;
}
