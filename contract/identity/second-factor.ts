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
   * POST `{ code }`: finishes a sign-in or, for a signed-in user, turns the authenticator app on; then it replies `{
   * recoveryCodes? }`, if there were none.
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
