/** The base path of the embedded provider, on the shop's own origin. Apart from `identity.ts`, as the first page needs no path. */
export const identityBase = '/api/auth';

/**
 * The paths of the embedded provider below `identityBase`; they are Better Auth's own. The session is a cookie, so
 * requests need `credentials: 'same-origin'`; bodies are JSON.
 */
export const identityPaths = {
  /**
   * POST `{ name, email, password, image? }`: creates the identity, signs it in, mails a link to
   * `/verify-email?token=`.
   */
  signUp: '/sign-up/email',
  /** POST `{ email, password }` */
  signIn: '/sign-in/email',
  /**
   * POST `{ provider: 'google', callbackURL, errorCallbackURL }`: replies `{ url }`, the URL for the popup. The
   * popup ends at `callbackURL`, or at `errorCallbackURL?error=<IdentityCode>`; both are paths of ours.
   */
  signInWithGoogle: '/sign-in/social',
  /** POST. With Firebase it needs the identity token as bearer. */
  signOut: '/sign-out',
  /** GET: `{ session, user: { id, email, name, image, emailVerified } }`, or null for a guest. */
  readSession: '/get-session',
  /** GET: `{ token }`, the identity token. */
  readToken: '/token',
  /** GET: the available sign-in methods, see `IdentityWays`. */
  readWays: '/ways',
  /** POST `{ name?, image? }` */
  updateProfile: '/update-user',
  /** POST `{ currentPassword, newPassword, revokeOtherSessions? }` */
  changePassword: '/change-password',
  /** POST `{ email }`: mails a link to `/reset-password?token=`. The reply is the same for every address. */
  askForReset: '/request-password-reset',
  /** POST `{ token, newPassword }`: also ends every session of that identity. */
  resetPassword: '/reset-password',
  /** POST `{ email }`: mails the link to `/verify-email?token=` again. */
  askForVerification: '/send-verification-email',
  /**
   * GET `?token=`: needs the session of that identity, so that no one verifies an address that another person
   * registered. With Firebase: POST `{ token }`, with the identity token as bearer.
   */
  verifyEmail: '/verify-email',
  /** GET: how the identity can prove again who it is, see `ProofWays`. */
  readProofWays: '/proof-ways',
  /**
   * POST `{ password }`: proves the identity of the session's user again. Its next access tokens are issued as of now.
   */
  proveByPassword: '/proof',
  /**
   * POST `{ callbackURL, errorCallbackURL }`: replies `{ url }`, the URL for the popup, in which the Google account of
   * the identity does the same. It ends like that of `signInWithGoogle`.
   */
  proveByGoogle: '/proof/google',
  /** GET: the identity's sessions, see `ListedSession`: the current one, then the others, newest first. */
  listSessions: '/list-sessions',
  /** POST `{ id }`: ends one of them. */
  endSession: '/revoke-session',
  /** POST: ends all sessions but this one. */
  endOtherSessions: '/revoke-other-sessions',
  /** POST: ends all of them. With Firebase it needs the identity token as bearer. */
  endSessions: '/revoke-sessions',
  /** GET `?mode=&oobCode=`, with Firebase: the target of the links in its mails; redirects to our pages. */
  mailedLink: '/mailed-link',
} as const;
