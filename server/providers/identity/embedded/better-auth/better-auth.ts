import type { BetterAuthOptions } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { getSessionFromCtx } from 'better-auth/api';
import { betterAuth } from 'better-auth/minimal';
import { passwordLength, signInWindowPath } from '#contract/identity/identity.ts';
import { identityBase } from '#contract/identity/identity-paths.ts';
import type { AccountMailKind } from '#contract/operations/mail-kinds.ts';
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
import { recordProof } from '../accounts/stored-proofs.ts';
import { linkMinutes } from '../mails/account-mail-texts.ts';
import { queueAccountMail } from '../mails/account-mails.ts';
import { hashPassword, isPasswordRight } from '../passwords/password-hash.ts';
import {
  describeSignIn,
  endUnverifiedAccess,
  finishPasswordChange,
  finishReset,
} from './better-auth-hooks.ts';
import {
  type GoogleClient,
  googlePlugin,
  jwtPlugin,
  passkeyPlugin,
  twoFactorPlugin,
} from './better-auth-plugins.ts';
import { recordOutages, withRecordedOutages } from './database-outage.ts';
import { drizzleOn } from './drizzle.ts';
import { withHashedSessionTokens } from './hashed-session-tokens.ts';

export interface BetterAuthDeps {
  database: Database;
  clock: Clock;
  shopName: string;
  /** Encrypts keys and signs cookies and links. */
  secret: string;
  /** The origin of the shop; requests from pages of other origins are refused. */
  origin: string;
  google: GoogleClient | undefined;
  log: { debug: (fields: object, message: string) => void };
}

const sessionDays = 30;
const day = 86_400;

export type BetterAuth = ReturnType<typeof createBetterAuth>;

/** Configures Better Auth (docs/decisions/0009-identity.md). */
export function createBetterAuth(deps: BetterAuthDeps) {
  const { database, origin, clock, shopName } = deps;
  const queueMail = (kind: AccountMailKind, { id }: { id: string }) =>
    recordOutages(queueAccountMail(deps, { kind, identityId: id, origin }));
  return betterAuth({
    appName: shopName,
    baseURL: origin,
    basePath: identityBase,
    secret: deps.secret,
    trustedOrigins: [origin],
    telemetry: { enabled: false },
    database: withRecordedOutages(
      withHashedSessionTokens(
        drizzleAdapter(drizzleOn(database), {
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
        await recordOutages(finishReset(deps, user));
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
            await recordOutages(endUnverifiedAccess(database.sql, account.userId));
            return { data: { ...account, ...noGoogleTokens } };
          },
        },
        update: {
          before: async () => ({ data: noGoogleTokens }),
          after: async (account, context) => {
            const user = context?.path === '/change-password' && context.context.session?.user;
            if (user) await recordOutages(finishPasswordChange(deps, user));
            // Signing in does not update the account: this is the end of `startGoogleProof`.
            if (context?.path?.startsWith('/callback/')) {
              const session = await getSessionFromCtx(context);
              const proven = session && { id: session.session.id, userId: account.userId };
              if (proven) await recordOutages(recordProof(deps, proven));
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
