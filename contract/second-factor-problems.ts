import type { ProblemCode } from './problems.ts';
import { recentSignInRefusal } from './proof-texts.ts';

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

export type SecondFactorCode = keyof typeof secondFactorProblems;
