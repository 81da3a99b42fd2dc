import { passkey } from '@better-auth/passkey';
import { APIError } from 'better-auth/api';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { jwt } from 'better-auth/plugins/jwt';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { limits } from '#contract/constants.ts';
import { asLine } from '#contract/fields.ts';
import type { GoogleSettings } from '../../../../config/identity-settings.ts';
import { tokenAlgorithm, tokenAudience, tokenIssuer, tokenMinutes } from '../identity-tokens.ts';

/** The OpenID client at Google, or at the fake Google of the demo. */
export interface GoogleClient extends GoogleSettings {
  /** Whether this server started the fake Google. */
  isFake: boolean;
}

/** Minutes in which the second step of a sign-in, or an exchange with a passkey, must be finished. */
export const secondStepMinutes = 10;

/**
 * Codes of authenticator apps and recovery codes. Better Auth asks for the second step after a password; here also
 * after Google, because an attacker who has taken over a mailbox could open an account at Google with it
 * (docs/decisions/0023-second-factor.md).
 */
export function twoFactorPlugin() {
  const plugin = twoFactor({
    twoFactorCookieMaxAge: secondStepMinutes * 60,
    // The login throttle counts instead: this lock would let anyone who knows the password lock the owner out.
    accountLockout: { enabled: false },
    backupCodeOptions: {
      // `recovery-codes.ts` makes the codes, and stores digests.
      storeBackupCodes: { encrypt: async (codes) => codes, decrypt: async (codes) => codes },
    },
  });
  const after = plugin.hooks.after.map((hook) => ({
    ...hook,
    matcher: (context: Parameters<typeof hook.matcher>[0]) =>
      hook.matcher(context) || isGoogleCallback(context.path),
  }));
  return { ...plugin, hooks: { after } };
}

export function isGoogleCallback(path: string | undefined): boolean {
  return path?.startsWith('/callback/') ?? false;
}

/** Passkeys that the device unlocks by PIN, finger or face: they are two factors in one. */
export function passkeyPlugin(origin: string, shopName: string) {
  return passkey({
    rpName: shopName,
    rpID: new URL(origin).hostname,
    origin,
    advanced: { webAuthnChallengeCookie: 'passkey' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: async ({ verification }) => {
        requireUnlocked(verification.registrationInfo?.userVerified);
      },
    },
    authentication: {
      afterVerification: async ({ verification }) => {
        requireUnlocked(verification.authenticationInfo.userVerified);
      },
    },
  });
}

/** Better Auth asks for it but accepts what was not unlocked. */
function requireUnlocked(isUserVerified: boolean | undefined): void {
  if (isUserVerified) return;
  throw new APIError('BAD_REQUEST', { code: 'AUTHENTICATION_FAILED' });
}

export const jwtPlugin = jwt({
  // Tokens are only returned by the token route, not with every session response.
  disableSettingJwtHeader: true,
  jwks: { keyPairConfig: { alg: tokenAlgorithm, crv: 'Ed25519' } },
  jwt: {
    issuer: tokenIssuer,
    audience: tokenAudience,
    expirationTime: `${tokenMinutes}m`,
    definePayload: ({ user, session }) => ({
      email: user.email,
      email_verified: user.emailVerified,
      name: user.name,
      ...(user.image ? { picture: user.image } : {}),
      sid: session.id,
    }),
  },
});

export function googlePlugin(google: GoogleClient | undefined) {
  if (!google) return [];
  return [
    genericOAuth({
      config: [
        {
          providerId: 'google',
          discoveryUrl: `${google.issuer}/.well-known/openid-configuration`,
          clientId: google.clientId,
          clientSecret: google.clientSecret,
          scopes: ['openid', 'email', 'profile'],
          prompt: 'select_account',
          pkce: true,
          requireIdTokenVerification: true,
          mapProfileToUser: (profile) => ({
            name: nameOf(profile),
            emailVerified: profile.email_verified === true,
          }),
        },
      ],
    }),
  ];
}

/** Google's names are not checked by our schemas. */
function nameOf({ name, email }: { name?: unknown; email?: unknown }): string {
  return asLine(String(name ?? ''), limits.personNameLength) || String(email ?? '');
}
