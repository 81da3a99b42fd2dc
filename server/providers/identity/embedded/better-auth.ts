import type { BetterAuthOptions } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { betterAuth } from 'better-auth/minimal';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { jwt } from 'better-auth/plugins/jwt';
import { identityBase, passwordLength, signInWindowPath } from '#contract/identity.ts';
import type { Clock } from '../../../core/clock.ts';
import { newId } from '../../../core/ids.ts';
import type { Database } from '../../../database/connection.ts';
import {
  authAccounts,
  authKeys,
  authSessions,
  authUsers,
  authVerifications,
} from '../../../database/schema/identity.ts';
import type { GoogleSettings } from './google-settings.ts';
import { type IdentityMail, linkMinutes, resetMail, verificationMail } from './identity-mails.ts';
import { tokenAlgorithm, tokenAudience, tokenIssuer, tokenMinutes } from './identity-tokens.ts';
import { endUnverifiedAccess } from './joining.ts';
import { hashPassword, isPasswordRight } from './password-hash.ts';

export interface BetterAuthDeps {
  database: Database;
  clock: Clock;
  /** Encrypts keys and signs cookies and links. */
  secret: string;
  /** Under which address this shop is reached; the only one whose pages may ask. */
  origin: string;
  google: GoogleSettings | undefined;
  /** Sends without keeping anybody waiting: an answer must not tell by its time whether there was a mail. */
  sendMail: (mail: IdentityMail) => void;
  log: { debug: (fields: object, message: string) => void };
}

const sessionDays = 30;
const day = 86_400;

export type BetterAuth = ReturnType<typeof createBetterAuth>;

/** Better Auth as this shop uses it (docs/decisions/0009-identity.md). */
export function createBetterAuth(deps: BetterAuthDeps) {
  const { database, origin, sendMail, clock } = deps;
  return betterAuth({
    appName: 'Reprise',
    baseURL: origin,
    basePath: identityBase,
    secret: deps.secret,
    trustedOrigins: [origin],
    telemetry: { enabled: false },
    database: drizzleAdapter(database.orm, { provider: 'pg', schema: tables, transaction: true }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      password: { hash: hashPassword, verify: isPasswordRight },
      resetPasswordTokenExpiresIn: linkMinutes.reset * 60,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }) => {
        const link = `${origin}/reset-password?token=${encodeURIComponent(token)}`;
        sendMail(resetMail({ ...user, link }));
      },
      // Whoever got the mail owns the mailbox.
      onPasswordReset: async ({ user }) => {
        await database.sql`update auth_users set email_verified = true where id = ${user.id}`;
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      autoSignInAfterVerification: false,
      expiresIn: linkMinutes.verification * 60,
      sendVerificationEmail: async ({ user, token }) => {
        const link = `${origin}/verify-email?token=${encodeURIComponent(token)}`;
        sendMail(verificationMail({ ...user, link }));
      },
    },
    account: {
      updateAccountOnSignIn: false,
      // That Google's owner takes over an unproven account is what `endUnverifiedAccess` makes safe.
      accountLinking: { enabled: true, requireLocalEmailVerified: false, trustedProviders: [] },
    },
    session: {
      expiresIn: sessionDays * day,
      updateAge: day,
      freshAge: 0,
      additionalFields: { by: { type: 'string', required: false, input: false } },
    },
    databaseHooks: {
      session: {
        create: {
          before: async (session, context) => {
            const by = context?.path?.startsWith('/callback/') ? 'google' : 'password';
            return { data: { ...session, by } };
          },
        },
      },
      account: {
        create: {
          before: async (account) => {
            if (account.providerId === 'credential') return;
            await endUnverifiedAccess(database.sql, account.userId);
            // Google's tokens open doors at Google. Nothing here needs them, so they are not kept.
            const none = { accessToken: null, refreshToken: null, idToken: null };
            return { data: { ...account, ...none } };
          },
        },
      },
    },
    plugins: [identityTokens, ...googlePlugin(deps.google)],
    rateLimit: { enabled: false },
    onAPIError: { throw: true, errorURL: origin + signInWindowPath },
    logger: {
      level: 'warn',
      // Its lines may hold addresses of people; what an operator must know comes as an error of the request.
      log: (level, message) => deps.log.debug({ level, said: message }, 'Better Auth'),
    },
    advanced: {
      cookiePrefix: 'reprise',
      useSecureCookies: origin.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      disableOriginCheck: false,
      disableCSRFCheck: false,
      // Where people are is nobody's business; what counts tries does so by digests.
      ipAddress: { disableIpTracking: true },
      database: { generateId: () => newId(clock.now()) },
    },
  } satisfies BetterAuthOptions);
}

const tables = {
  user: authUsers,
  session: authSessions,
  account: authAccounts,
  verification: authVerifications,
  jwks: authKeys,
};

const identityTokens = jwt({
  // Only who asks for a token gets one.
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

function googlePlugin(google: GoogleSettings | undefined) {
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
            name: String(profile.name ?? profile.email ?? ''),
            emailVerified: profile.email_verified === true,
          }),
        },
      ],
    }),
  ];
}
