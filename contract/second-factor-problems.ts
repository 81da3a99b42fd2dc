import type { ProblemCode } from './problems.ts';
import { recentSignInRefusal } from './proof-texts.ts';

/**
 * The refusals of the embedded provider about second factors, in addition to those of `identity.ts`. They are of no use on the
 * pages that open first, so they are in a file of their own.
 */
export const secondFactorProblems = {
  'wrong-code': {
    problem: 'bad-input',
    detail: 'This code is wrong, or has already been used. Wait for the next one, and enter it.',
  },
  'wrong-recovery-code': {
    problem: 'bad-input',
    detail: 'This recovery code is wrong, or has already been used.',
  },
  'second-step-expired': {
    problem: 'not-signed-in',
    detail:
      'That took too long, or there were too many attempts. Please log in again from the start.',
  },
  'own-email-not-verified': {
    problem: 'not-allowed',
    detail: 'Verify your email first: open the link in the email that you got when you registered.',
  },
  'factor-already-on': {
    problem: 'conflict',
    detail: 'Your authenticator app is already turned on.',
  },
  'factor-not-on': { problem: 'conflict', detail: 'This is not turned on.' },
  'too-many-passkeys': {
    problem: 'conflict',
    detail: 'This account cannot have any more passkeys. Remove one first.',
  },
  'passkey-refused': {
    problem: 'bad-input',
    detail: 'The passkey was not accepted. Please try again.',
  },
  'passkey-unknown': {
    problem: 'not-signed-in',
    detail: 'The shop does not know this passkey. Please log in another way.',
  },
  'recent-sign-in-required': { problem: 'not-allowed', detail: recentSignInRefusal },
} as const satisfies Record<string, { problem: ProblemCode; detail: string }>;

export type SecondFactorCode = keyof typeof secondFactorProblems;
