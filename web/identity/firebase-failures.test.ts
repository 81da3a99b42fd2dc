import { describe, expect, it } from 'vitest';
import { identityProblems } from '#contract/identity/identity.ts';
import { asIdentityFailure } from './firebase-failures.ts';
import { IdentityFailure, identityFailure } from './identity-failure.ts';

const failed = (code: string, message = `Firebase: Error (${code}).`) =>
  asIdentityFailure(Object.assign(new Error(message), { code }));

describe('a failure of Firebase’s SDK', () => {
  it.each([
    ['auth/email-already-in-use', 'email-already-in-use'],
    ['auth/invalid-credential', 'wrong-password'],
    ['auth/user-not-found', 'user-not-found'],
    ['auth/invalid-email', 'invalid-email'],
    ['auth/weak-password', 'weak-password'],
    ['auth/too-many-requests', 'too-many-requests'],
    ['auth/user-disabled', 'user-disabled'],
    ['auth/user-token-expired', 'not-signed-in'],
    ['auth/expired-action-code', 'invalid-link'],
    ['auth/popup-blocked', 'popup-blocked'],
    ['auth/popup-closed-by-user', 'popup-closed-by-user'],
    ['auth/cancelled-popup-request', 'popup-closed-by-user'],
    ['auth/network-request-failed', 'network-request-failed'],
    ['auth/timeout', 'network-request-failed'],
    ['auth/something-new', 'provider-failed'],
    ['toString', 'provider-failed'],
  ] as const)('%s is our %s, in our words', (theirs, ours) => {
    const failure = failed(theirs);
    expect(failure).toBeInstanceOf(IdentityFailure);
    expect(failure).toMatchObject({ code: ours, message: identityProblems[ours].detail });
  });

  it('a failure of Firebase has Firebase’s own message where it has one for people', () => {
    const message = 'Firebase: Password should be at least 6 characters (auth/weak-password).';
    expect(failed('auth/weak-password', message).message).toBe(
      'Password should be at least 6 characters.',
    );
  });

  it('technical messages are hidden', () => {
    const message = 'Firebase: The request to https://x/?key=1 broke. (auth/internal-error).';
    expect(failed('auth/internal-error', message).message).toBe(
      identityProblems['provider-failed'].detail,
    );
  });

  it('a failure that the operator has to fix names the cause', () => {
    expect(failed('auth/operation-not-allowed').message).toContain('not turned on');
    expect(failed('auth/unauthorized-domain').message).toContain('authorized domains');
  });

  it.each([undefined, null, 'text', 7])(
    'a failure of Firebase can be %s, and still becomes one of ours',
    (cause) => {
      expect(asIdentityFailure(cause)).toMatchObject({ code: 'provider-failed' });
    },
  );

  it('a failure of ours is unchanged', () => {
    const ours = identityFailure('not-signed-in');
    expect(asIdentityFailure(ours)).toBe(ours);
  });
});
