/** What the dialog says that asks a signed-in user for a new proof of who they are. */
export const proofTexts = {
  whyPassword: 'Confirm your password.',
  whyGoogle: 'Confirm with Google that it is you.',
  wrongPassword: 'This is not your password.',
  googleFirst: 'Continue with Google first.',
  googleConfirmed: 'Google has confirmed that it is you.',
  googleRefused:
    'Google has not confirmed that it is you. Choose the account that you sign in here with.',
} as const;

/**
 * Some calls are refused with this `code` unless the caller has proven who they are within so many minutes: by signing in,
 * or by a proof of the identity provider (`identityPaths.proveByPassword`), after which they need a new access token.
 */
export const recentSignInRequired = 'recent-sign-in-required';
export const recentSignInMinutes = 10;
export const recentSignInRefusal = `For your safety, confirm once more that it is you: enter your password or continue with Google again, and do this within ${recentSignInMinutes} minutes.`;
