import type { BetterAuthOptions } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { getSessionFromCtx } from 'better-auth/api';
import { betterAuth } from 'better-auth/minimal';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { jwt } from 'better-auth/plugins/jwt';
import { limits } from '#contract/constants.ts';
import { passwordLength, signInWindowPath } from '#contract/identity.ts';
import { identityBase } from '#contract/identity-paths.ts';
import type { AccountMailKind } from '#contract/mail-kinds.ts';
import type { Clock } from '../../../../core/clock.ts';
import { newId } from '../../../../core/ids.ts';
import type { Database } from '../../../../database/connection.ts';
import {
  authAccounts,
  authKeys,
  authPasskeys,
  authSessions,
  authTwoFactors,
  authUsers,
  authVerifications,
} from '../../../../database/schema/identity.ts';
import type { Sql } from '../../../../database/sql.ts';
import { recordProof } from '../accounts/prove-identity.ts';
import type { GoogleSettings } from '../google-settings.ts';
import { tokenAlgorithm, tokenAudience, tokenIssuer, tokenMinutes } from '../identity-tokens.ts';
import { linkMinutes } from '../mails/account-mail-texts.ts';
import { queueAccountMail, withCurrentTransaction } from '../mails/queue-account-mail.ts';
import { hashPassword, isPasswordRight } from '../passwords/password-hash.ts';
import { endResetLinks } from '../reset-links.ts';
import { describeSignIn } from './better-auth-hooks.ts';
import { passkeyPlugin, twoFactorPlugin } from './better-auth-plugins.ts';
import { noticingOutages, withNoticedOutages } from './database-outage.ts';
import { withHashedSessionTokens } from './hashed-session-tokens.ts';

export interface BetterAuthDeps {
  database: Database;
  clock: Clock;
  shopName: string;
  /** Encrypts keys and signs cookies and links. */
  secret: string;
  /** The origin of the shop; requests from pages of other origins are refused. */
  origin: string;
  google: GoogleSettings | undefined;
  log: { debug: (fields: object, message: string) => void };
}

const sessionDays = 30;
const day = 86_400;

export type BetterAuth = ReturnType<typeof createBetterAuth>;

/** Configures Better Auth (docs/decisions/0009-identity.md). */
export function createBetterAuth(deps: BetterAuthDeps) {
  const { database, origin, clock, shopName } = deps;
  const queueMail = (kind: AccountMailKind, { id }: { id: string }) =>
    noticingOutages(queueAccountMail(deps, { kind, identityId: id, origin }));
  return betterAuth({
    appName: shopName,
    baseURL: origin,
    basePath: identityBase,
    secret: deps.secret,
    trustedOrigins: [origin],
    telemetry: { enabled: false },
    database: withNoticedOutages(
      withHashedSessionTokens(
        drizzleAdapter(withCurrentTransaction(database.orm), {
          provider: 'pg',
          schema: tables,
          transaction: true,
        }),
      ),
    ),
    verification: { storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      password: { hash: hashPassword, verify: isPasswordRight },
      resetPasswordTokenExpiresIn: linkMinutes.reset * 60,
      revokeSessionsOnPasswordReset: true,
      // The mail makes a link of its own when it is sent.
      sendResetPassword: ({ user }) => queueMail('reset', user),
      onPasswordReset: async ({ user }) => {
        await noticingOutages(finishReset(deps, user));
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      autoSignInAfterVerification: false,
      expiresIn: linkMinutes.verification * 60,
      sendVerificationEmail: ({ user }) => queueMail('verification', user),
    },
    account: {
      updateAccountOnSignIn: false,
      // Linking Google to an unverified account is safe, because `endUnverifiedAccess` removes its other logins first.
      accountLinking: { enabled: true, requireLocalEmailVerified: false, trustedProviders: [] },
    },
    session: {
      expiresIn: sessionDays * day,
      updateAge: day,
      freshAge: 0,
      additionalFields: {
        by: { type: 'string', required: false, input: false },
        secondFactor: { type: 'boolean', required: false, input: false },
      },
    },
    databaseHooks: {
      session: {
        create: {
          before: async (session, context) => ({
            data: { ...session, ...(await describeSignIn(database.sql, session, context)) },
          }),
        },
      },
      account: {
        create: {
          before: async (account) => {
            if (account.providerId === 'credential') return;
            await noticingOutages(endUnverifiedAccess(database.sql, account.userId));
            return { data: { ...account, ...noGoogleTokens } };
          },
        },
        update: {
          before: async () => ({ data: noGoogleTokens }),
          after: async (account, context) => {
            const user = context?.path === '/change-password' && context.context.session?.user;
            if (user) await noticingOutages(finishPasswordChange(deps, user));
            // Signing in does not update the account: this is the end of `startGoogleProof`.
            if (context?.path?.startsWith('/callback/')) {
              const session = await getSessionFromCtx(context);
              const proven = session && { id: session.session.id, userId: account.userId };
              if (proven) await noticingOutages(recordProof(deps, proven));
            }
          },
        },
      },
    },
    plugins: [
      jwtPlugin,
      twoFactorPlugin(),
      passkeyPlugin(origin, shopName),
      ...googlePlugin(deps.google),
    ],
    rateLimit: { enabled: false },
    onAPIError: { throw: true, errorURL: origin + signInWindowPath },
    logger: {
      level: 'warn',
      // Its lines may contain email addresses, so they are logged at debug level only; failures become request errors.
      log: (level, message) => deps.log.debug({ level, detail: message }, 'Better Auth'),
    },
    advanced: {
      cookiePrefix: 'reprise',
      useSecureCookies: origin.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      disableOriginCheck: false,
      disableCSRFCheck: false,
      // IP addresses are not stored; the login throttle counts hashes of them.
      ipAddress: { disableIpTracking: true },
      database: { generateId: () => newId(clock.now()) },
    },
  } satisfies BetterAuthOptions);
}

/** Google's tokens grant access at Google and are not needed here, so they are not stored. */
const noGoogleTokens = { accessToken: null, refreshToken: null, idToken: null };

const tables = {
  user: authUsers,
  session: authSessions,
  account: authAccounts,
  verification: authVerifications,
  jwks: authKeys,
  twoFactor: authTwoFactors,
  passkey: authPasskeys,
};

const jwtPlugin = jwt({
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
            name: oneLine(String(profile.name ?? profile.email ?? '')),
            emailVerified: profile.email_verified === true,
          }),
        },
      ],
    }),
  ];
}

/** Google's names are not checked by our schemas. */
function oneLine(name: string): string {
  return name.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, limits.personNameLength);
}

type IdentityDeps = Pick<BetterAuthDeps, 'database' | 'clock' | 'origin'>;

/** Opening the link has proven that the person owns the mailbox. */
async function finishReset(deps: IdentityDeps, user: { id: string }): Promise<void> {
  await deps.database.sql`update auth_users set email_verified = true where id = ${user.id}`;
  await finishPasswordChange(deps, user);
}

/** Ends the reset links that are still open, and mails the owner, who may not have changed it. */
async function finishPasswordChange(deps: IdentityDeps, { id }: { id: string }): Promise<void> {
  await endResetLinks(deps.database.sql, id);
  const { origin } = deps;
  await queueAccountMail(deps, { kind: 'password-changed', identityId: id, origin });
}

/**
 * Runs before Google is linked to an existing account. If the email of that account was never verified, a stranger may
 * have registered it, so its password and sessions are deleted; the identity stays and now belongs to the owner of the
 * mailbox. A verified account is not changed. One statement, so that a concurrent verification cannot intervene.
 */
async function endUnverifiedAccess(sql: Sql, identityId: string): Promise<void> {
  await sql`
    with unverified as (
      select id from auth_users where id = ${identityId} and not email_verified for update
    ), ended as (
      delete from auth_sessions where user_id in (select id from unverified)
    )
    delete from auth_accounts where user_id in (select id from unverified)`;
}
