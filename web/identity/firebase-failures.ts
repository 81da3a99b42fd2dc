import { type IdentityCode, identityProblems } from '#contract/identity/identity.ts';
import { textsOf } from '#contract/language.ts';
import { msg } from '#contract/text.ts';
import { IdentityFailure, identityFailure } from './identity-failure.ts';

/**
 * Maps Firebase's codes to ours. With email enumeration protection on, Firebase does not say whether email or
 * password is wrong.
 */
const codes: Readonly<Record<string, IdentityCode>> = {
  'auth/email-already-in-use': 'email-already-in-use',
  'auth/account-exists-with-different-credential': 'email-already-in-use',
  'auth/invalid-credential': 'wrong-password',
  'auth/wrong-password': 'wrong-password',
  'auth/missing-password': 'wrong-password',
  'auth/user-not-found': 'user-not-found',
  'auth/invalid-email': 'invalid-email',
  'auth/missing-email': 'invalid-email',
  'auth/weak-password': 'weak-password',
  'auth/password-does-not-meet-requirements': 'weak-password',
  'auth/too-many-requests': 'too-many-requests',
  'auth/quota-exceeded': 'too-many-requests',
  'auth/user-disabled': 'user-disabled',
  'auth/user-token-expired': 'not-signed-in',
  'auth/invalid-user-token': 'not-signed-in',
  'auth/invalid-refresh-token': 'not-signed-in',
  'auth/requires-recent-login': 'not-signed-in',
  'auth/user-mismatch': 'google-refused',
  'auth/expired-action-code': 'invalid-link',
  'auth/invalid-action-code': 'invalid-link',
  'auth/popup-blocked': 'popup-blocked',
  'auth/popup-closed-by-user': 'popup-closed-by-user',
  'auth/cancelled-popup-request': 'popup-closed-by-user',
  'auth/user-cancelled': 'google-refused',
  'auth/network-request-failed': 'network-request-failed',
  'auth/timeout': 'network-request-failed',
};

/** Errors that only the operator can fix. */
const setUpFaults: Readonly<Record<string, string>> = textsOf({
  'auth/operation-not-allowed': msg`This way to sign in is not turned on in the shop’s Firebase project.`,
  'auth/admin-restricted-operation': msg`The shop’s Firebase project takes no new accounts.`,
  'auth/unauthorized-domain': msg`This address of the shop is not among the authorized domains of its Firebase project.`,
  'auth/unauthorized-continue-uri': msg`This address of the shop is not among the authorized domains of its Firebase project.`,
  'auth/api-key-not-valid.-please-pass-a-valid-api-key.': msg`The shop’s Firebase project does not know its API key.`,
});

/** Converts an error of Firebase's SDK to one of ours, with Firebase's message where it has one. */
export function asIdentityFailure(cause: unknown): IdentityFailure {
  if (cause instanceof IdentityFailure) return cause;
  const { code, message } = (cause ?? {}) as { code?: unknown; message?: unknown };
  const named = typeof code === 'string' ? code : '';
  const fault = own(setUpFaults, named);
  if (fault !== undefined) return identityFailure('provider-failed', fault, { cause });
  const known = own(codes, named) ?? 'provider-failed';
  return identityFailure(known, firebaseMessageOf(message, known), { cause });
}

function own<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/**
 * The sentence in `Firebase: Some words. (auth/some-code).`; undefined where it is just `Error`, and for technical
 * errors.
 */
function firebaseMessageOf(message: unknown, code: IdentityCode): string | undefined {
  if (code === 'provider-failed' || !('problem' in identityProblems[code])) return undefined;
  const said = /^Firebase: (.+?)\.? ?\(auth\/[^)]*\)\.?$/.exec(String(message))?.[1];
  return said === undefined || said === 'Error' ? undefined : `${said}.`;
}
