import { textsOf } from '#contract/language.ts';
import type { ProblemCode } from '#contract/problems.ts';
import { msg } from '#contract/text.ts';
import { recentSignInRefusal } from '../../../contract/identity/proof-texts.ts';

/**
 * The refusals of the embedded provider about second factors, in addition to those of `identity.ts`. They are of no use on the
 * pages that open first, so they are in a file of their own.
 */
export const secondFactorProblems = textsOf({
  'wrong-code': {
    problem: 'bad-input',
    detail: msg`This code is wrong, or has already been used. Wait for the next one, and enter it.`,
  },
  'wrong-recovery-code': {
    problem: 'bad-input',
    detail: msg`This recovery code is wrong, or has already been used.`,
  },
  'second-step-expired': {
    problem: 'not-signed-in',
    detail: msg`That took too long, or there were too many attempts. Please log in again from the start.`,
  },
  'own-email-not-verified': {
    problem: 'not-allowed',
    detail: msg`Verify your email first: open the link in the email that you got when you registered.`,
  },
  'factor-already-on': {
    problem: 'conflict',
    detail: msg`Your authenticator app is already turned on.`,
  },
  'factor-not-on': { problem: 'conflict', detail: msg`This is not turned on.` },
  'too-many-passkeys': {
    problem: 'conflict',
    detail: msg`This account cannot have any more passkeys. Remove one first.`,
  },
  'passkey-refused': {
    problem: 'bad-input',
    detail: msg`The passkey was not accepted. Please try again.`,
  },
  'passkey-unknown': {
    problem: 'not-signed-in',
    detail: msg`The shop does not know this passkey. Please log in another way.`,
  },
  'recent-sign-in-required': { problem: 'not-allowed', detail: recentSignInRefusal },
}) satisfies Record<string, { problem: ProblemCode; detail: string }>;

export type SecondFactorCode = keyof typeof secondFactorProblems;
