import { textsOf } from '#contract/language.ts';
import { msg, plural } from '#contract/text.ts';
/** What the dialog says that asks a signed-in user for a new proof of who they are. */
export const proofTexts = textsOf({
  whyPassword: msg`Confirm your password.`,
  whyGoogle: msg`Confirm with Google that it is you.`,
  wrongPassword: msg`This is not your password.`,
  googleFirst: msg`Continue with Google first.`,
  googleConfirmed: msg`Google has confirmed that it is you.`,
  googleRefused: msg`Google has not confirmed that it is you. Choose the account that you sign in here with.`,
});

/**
 * Some calls are refused with this `code` unless the caller has proven who they are within so many minutes: by signing in,
 * or by a proof of the identity provider (`identityPaths.proveByPassword`), after which they need a new access token.
 */
export const recentSignInRequired = 'recent-sign-in-required';
export const recentSignInMinutes = 10;
export const recentSignInRefusal = msg`For your safety, confirm once more that it is you: enter your password or continue with Google again, and do this within ${plural(recentSignInMinutes, { one: '# minute', other: '# minutes' })}.`;
