import type { ProblemCode } from './problems.ts';
import { recentSignInRefusal } from './session.ts';

/**
 * The refusals of the embedded provider about second factors, in addition to those of `identity.ts`. They are of no use on the
 * pages that open first, so they are in a file of their own.
 */
export const secondFactorProblems = {
  'wrong-code': {
    problem: 'bad-input',
    detail:
      'This code is not right, or has been used already. Wait for the next one, and enter it.',
  },
  'wrong-recovery-code': {
    problem: 'bad-input',
    detail: 'This recovery code is not right, or has been used already.',
  },
  'second-step-expired': {
    problem: 'not-signed-in',
    detail:
      'That took too long, or there were too many attempts. Please log in again from the start.',
  },
  'own-email-not-verified': {
    problem: 'not-allowed',
    detail: 'Verify your email first: open the link in the mail that you got when you registered.',
  },
  'factor-already-on': {
    problem: 'conflict',
    detail: 'Your authenticator app is turned on already.',
  },
  'factor-not-on': { problem: 'conflict', detail: 'This is not turned on.' },
  'too-many-passkeys': {
    problem: 'conflict',
    detail: 'These are as many passkeys as an account can have. Remove one first.',
  },
  'passkey-refused': {
    problem: 'bad-input',
    detail: 'The passkey was not accepted. Please try again.',
  },
  'passkey-unknown': {
    problem: 'not-signed-in',
    detail: 'The shop does not know this passkey. Please log in in another way.',
  },
  'recent-sign-in-required': { problem: 'not-allowed', detail: recentSignInRefusal },
} as const satisfies Record<string, { problem: ProblemCode; detail: string }>;

/** The refusal of an admin whose session lacks the second factor that the shop requires (`ADMIN_SECOND_FACTOR`). */
export const adminFactorRequired = {
  code: 'second-factor-required',
  detail:
    'Admins of this shop need a second factor. Add one on your profile page, under Second factor; if you have one, log out and log in with it.',
} as const;

export type SecondFactorCode = keyof typeof secondFactorProblems;

/**
 * The paths of second factors below `identityBase`. Most are Better Auth's own. Adding or removing a factor takes a recent
 * proof of who has the session (`identityPaths.proveByPassword`); no password goes along.
 */
export const secondFactorPaths = {
  /** GET: the person's factors, see `SecondFactors`. */
  readFactors: '/second-factor',
  /** GET: how a sign-in that waits for its second step can go on, see `SecondStep`. */
  readSecondStep: '/second-step',
  /** POST `{}`: replies `{ totpURI }`, the address for an authenticator app. */
  addAuthenticator: '/two-factor/enable',
  /**
   * POST `{ code }`: finishes a sign-in or, for somebody who is signed in, turns the authenticator app on; then it replies
   * `{ recoveryCodes? }`, if there were none.
   */
  enterCode: '/two-factor/verify-totp',
  /** POST `{ code }`: finishes a sign-in with a recovery code. */
  enterRecoveryCode: '/two-factor/verify-backup-code',
  /** POST `{}`: turns the authenticator app off. */
  removeAuthenticator: '/two-factor/disable',
  /** POST `{}`: replies `{ recoveryCodes }`. The ones before end. */
  renewRecoveryCodes: '/two-factor/generate-backup-codes',
  /** POST `{}`: replies the options for `navigator.credentials.create`, as JSON. */
  beginPasskey: '/passkey/generate-register-options',
  /** POST `{ response, name? }`: replies `{ passkey, recoveryCodes? }`. */
  addPasskey: '/passkey/verify-registration',
  /** POST `{ id, name }` */
  renamePasskey: '/passkey/update-passkey',
  /** POST `{ id }` */
  removePasskey: '/passkey/delete-passkey',
  /** GET: the options for `navigator.credentials.get`, as JSON. */
  beginPasskeySignIn: '/passkey/generate-authenticate-options',
  /** POST `{ response }`: signs in. */
  signInWithPasskey: '/passkey/verify-authentication',
} as const;

export interface ListedPasskey {
  id: string;
  name: string;
  /** When it was added, in ISO 8601. */
  createdAt: string;
}

/** The second factors of the person who asks. */
export interface SecondFactors {
  hasAuthenticator: boolean;
  passkeys: readonly ListedPasskey[];
  recoveryCodesLeft: number;
  /** Without a verified email no factor can be added. */
  isEmailVerified: boolean;
}

export const secondSteps = ['authenticator', 'passkey', 'recovery-code'] as const;

/** What the second step of a sign-in can be. */
export interface SecondStep {
  ways: readonly (typeof secondSteps)[number][];
}

export const passkeyLimits = { nameLength: 60, perAccount: 20 } as const;
