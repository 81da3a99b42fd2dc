import { textsOf } from '#contract/language.ts';
import type { ProblemCode } from '#contract/problems.ts';
import { msg } from '#contract/text.ts';

/**
 * The refusals of an identity provider, as one set of codes for all providers (specification, section 8, with
 * additions). A refusal of the embedded provider is a problem (`/api/problems`) with such a `code`. The sentence is
 * used where a provider gives none; `problem` is missing where only a browser can detect it.
 */
export const identityProblems = textsOf({
  'email-already-in-use': {
    problem: 'conflict',
    detail: msg`There is already an account with this email. Log in, or reset its password.`,
  },
  'wrong-password': { problem: 'not-signed-in', detail: msg`The email or the password is wrong.` },
  'user-not-found': { problem: 'not-found', detail: msg`There is no account with this email.` },
  'invalid-email': { problem: 'bad-input', detail: msg`This is not an email address.` },
  'weak-password': {
    problem: 'bad-input',
    detail: msg`This password is too easy to guess. Please choose another one.`,
  },
  'password-too-short': { problem: 'bad-input', detail: msg`Use at least 8 characters.` },
  'password-too-long': { problem: 'bad-input', detail: msg`Use at most 128 characters.` },
  'too-many-requests': {
    problem: 'too-many-requests',
    detail: msg`Too many attempts. Please wait a while before you try again.`,
  },
  'user-disabled': { problem: 'not-allowed', detail: msg`This account has been closed.` },
  'not-signed-in': { problem: 'not-signed-in', detail: msg`Log in to continue.` },
  'invalid-link': {
    problem: 'bad-input',
    detail: msg`This link has already been used, or has expired. Please ask for a new one.`,
  },
  'email-not-verified': {
    problem: 'not-allowed',
    detail: msg`Google has not verified this email, so it cannot be used here.`,
  },
  'google-not-configured': {
    problem: 'cannot-process',
    detail: msg`Google is not set up in this shop. Its operator has to set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.`,
  },
  'google-refused': { problem: 'cannot-process', detail: msg`Google did not sign you in.` },
  'second-factor-required': { detail: msg`Continue with your second factor.` },
  'provider-failed': {
    problem: 'unavailable',
    detail: msg`Something went wrong while signing you in. Please try again.`,
  },
  'popup-blocked': {
    detail: msg`Your browser blocked the Google window. Allow pop-ups for this site, and try again.`,
  },
  'popup-closed-by-user': {
    detail: msg`The Google window was closed before you had signed in.`,
  },
  'network-request-failed': {
    detail: msg`The shop could not be reached. Check the connection, and try again.`,
  },
}) satisfies Record<string, { problem?: ProblemCode; detail: string }>;

export type IdentityCode = keyof typeof identityProblems;

export interface IdentityWays {
  /** `stand-in`: a local provider that simulates Google in the demo. */
  google: 'google' | 'stand-in' | 'not-configured';
  /** Whether the shop is a demo with public accounts. */
  demo: boolean;
  /** Set when Firebase is the provider: the configuration of its SDK. None of it is secret. */
  firebase?: FirebaseProject;
}

export interface FirebaseProject {
  projectId: string;
  apiKey: string;
  authDomain: string;
  /** URL of the Auth emulator, when it is used. */
  emulator?: string;
}

/** A session of the embedded provider for its owner, without its token. */
export interface ListedSession {
  id: string;
  /** When it started, in ISO 8601. */
  createdAt: string;
  /** The User-Agent header. */
  userAgent: string | null;
  /** Whether it is the session of this request. */
  isCurrent: boolean;
}

/** The ways in which an identity can be proven again. */
export interface ProofWays {
  password: boolean;
  google: boolean;
}

export const passwordLength = { min: 8, max: 128 } as const;

/** The page at which the Google popup ends: it posts the result to its opener and closes. */
export const signInWindowPath = '/api/sign-in-window';

/**
 * The page at which the popup begins: it asks its opener for Google's address, and the opener sends the popup there.
 */
export const signInStartPath = '/api/sign-in-window/start';

/** The `type` of the message by which that page asks. */
export const signInStartMessage = 'reprise-sign-in-start';

/** The `type` of the message at the end. With an `error` (an `IdentityCode`) the sign-in failed. */
export const signInWindowMessage = 'reprise-sign-in';
