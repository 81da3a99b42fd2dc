import type { ProblemCode } from './problems.ts';

/**
 * What the identity provider may refuse with, by one set of codes for all providers (specification, section 8, and what
 * else happens). A refusal of the embedded provider is a problem (`/api/problems`) that carries such a `code`. The
 * sentence stands where a provider gives none of its own; `problem` is missing where only a browser can notice.
 */
export const identityProblems = {
  'email-already-in-use': {
    problem: 'conflict',
    detail: 'There is an account with this email already. Log in, or reset its password.',
  },
  'wrong-password': { problem: 'not-signed-in', detail: 'The email or the password is not right.' },
  'user-not-found': { problem: 'not-found', detail: 'There is no account with this email.' },
  'invalid-email': { problem: 'bad-input', detail: 'This is not an email address.' },
  'weak-password': {
    problem: 'bad-input',
    detail: 'This password is one of those that are guessed first. Please choose another one.',
  },
  'password-too-short': { problem: 'bad-input', detail: 'Use at least 8 characters.' },
  'password-too-long': { problem: 'bad-input', detail: 'Use at most 128 characters.' },
  'too-many-requests': {
    problem: 'too-many-requests',
    detail: 'Those were too many tries. Please wait a while before the next one.',
  },
  'user-disabled': { problem: 'not-allowed', detail: 'This account has been closed.' },
  'not-signed-in': { problem: 'not-signed-in', detail: 'Log in to go on.' },
  'invalid-link': {
    problem: 'bad-input',
    detail: 'This link has been used already, or is too old. Please ask for a new one.',
  },
  'email-not-verified': {
    problem: 'not-allowed',
    detail: 'Google has not verified this email, so it cannot be used here.',
  },
  'google-not-configured': {
    problem: 'cannot-process',
    detail:
      'Google is not set up in this shop. Its operator has to set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.',
  },
  'google-refused': { problem: 'cannot-process', detail: 'Google did not sign you in.' },
  'provider-failed': {
    problem: 'unavailable',
    detail: 'Something went wrong while signing you in. Please try again.',
  },
  'popup-blocked': {
    detail: 'The browser blocked the window in which Google asks. Allow it, and try again.',
  },
  'popup-closed-by-user': {
    detail: 'The window in which Google asks was closed before it was done.',
  },
  'network-request-failed': {
    detail: 'The shop could not be reached. Check the connection, and try again.',
  },
} as const satisfies Record<string, { problem?: ProblemCode; detail: string }>;

export type IdentityCode = keyof typeof identityProblems;

/** Where the embedded provider is, on the shop's own origin. */
export const identityBase = '/api/auth';

/**
 * The paths of the embedded provider below `identityBase`; they are Better Auth's own. The session is a cookie, so calls
 * go with `credentials: 'same-origin'`; bodies are JSON.
 */
export const identityPaths = {
  /** POST `{ name, email, password, image? }`: makes the identity, signs it in, mails a link to `/verify-email?token=`. */
  signUp: '/sign-up/email',
  /** POST `{ email, password }` */
  signIn: '/sign-in/email',
  /**
   * POST `{ provider: 'google', callbackURL, errorCallbackURL }`: answers `{ url }`, the address for the window. In the
   * end that window is at `callbackURL`, or at `errorCallbackURL?error=<IdentityCode>`; both are paths of ours.
   */
  signInWithGoogle: '/sign-in/social',
  /** POST */
  signOut: '/sign-out',
  /** GET: `{ session, user: { id, email, name, image, emailVerified } }`, or null for a guest. */
  readSession: '/get-session',
  /** GET: `{ token }`, the identity token. */
  readToken: '/token',
  /** GET: which ways to sign in there are, see `IdentityWays`. */
  readWays: '/ways',
  /** POST `{ name?, image? }` */
  updateProfile: '/update-user',
  /** POST `{ currentPassword, newPassword, revokeOtherSessions? }` */
  changePassword: '/change-password',
  /** POST `{ email }`: mails a link to `/reset-password?token=`. The answer is the same for every address. */
  askForReset: '/request-password-reset',
  /** POST `{ token, newPassword }`: also ends every session of that identity. */
  resetPassword: '/reset-password',
  /** POST `{ email }`: mails the link to `/verify-email?token=` again. */
  askForVerification: '/send-verification-email',
  /** GET `?token=`: needs the session of that very identity, so that nobody confirms what somebody else registered. */
  verifyEmail: '/verify-email',
  /** GET: the identity's sessions, see `ListedSession`: the present one, then the others, newest first. */
  listSessions: '/list-sessions',
  /** POST `{ id }`: ends one of them. */
  endSession: '/revoke-session',
  /** POST: ends all sessions but this one. */
  endOtherSessions: '/revoke-other-sessions',
  /** POST: ends all of them. With Firebase it needs the identity token as bearer. */
  endSessions: '/revoke-sessions',
  /** GET `?mode=&oobCode=`, with Firebase: where the links of its mails may lead; goes on to our pages. */
  mailedLink: '/mailed-link',
} as const;

export interface IdentityWays {
  /** `stand-in`: a local provider that plays Google in the demo. */
  google: 'google' | 'stand-in' | 'not-configured';
  /** Whether the shop is a demo, whose accounts everybody may use. */
  demo: boolean;
  /** Set where Firebase proves who people are: how its SDK finds the project. None of it is secret. */
  firebase?: FirebaseProject;
}

export interface FirebaseProject {
  projectId: string;
  apiKey: string;
  authDomain: string;
  /** Address of the Auth emulator in its place. */
  emulator?: string;
}

/** A session of the embedded provider as its owner sees it. The token that it lives by is not told. */
export interface ListedSession {
  id: string;
  /** When it began, in ISO 8601. */
  createdAt: string;
  /** What the browser says of itself. */
  userAgent: string | null;
  /** Whether it is the one that asks. */
  isCurrent: boolean;
}

export const passwordLength = { min: 8, max: 128 } as const;

/** Where the window in which Google asks comes to its end: it tells its opener what came out, and closes. */
export const signInWindowPath = '/api/sign-in-window';

/** The `type` of what it tells. With an `error` (an `IdentityCode`) nobody was signed in. */
export const signInWindowMessage = 'reprise-sign-in';
