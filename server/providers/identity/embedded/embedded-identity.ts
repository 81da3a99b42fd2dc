import type { FastifyInstance } from 'fastify';
import type { IdentityWays } from '#contract/identity/identity.ts';
import { identityBase, identityPaths } from '#contract/identity/identity-paths.ts';
import type { Clock } from '../../../core/clock.ts';
import { newId } from '../../../core/ids.ts';
import type { SecurityLog } from '../../../core/security-log.ts';
import type { Database } from '../../../database/connection.ts';
import { transaction } from '../../../database/transaction.ts';
import type {
  ComposedAccountMail,
  ExportedLogin,
  PasswordIdentity,
  ServedIdentityProvider,
} from '../port.ts';
import { createBetterAuthInstances } from './better-auth/better-auth-instances.ts';
import type { GoogleClient } from './better-auth/better-auth-plugins.ts';
import { createIdentityTokenVerifier, hasSecondFactor, isSessionLive } from './identity-tokens.ts';
import { composeAccountMail, removeOldAccountMails } from './mails/account-mails.ts';
import { hashPassword } from './passwords/password-hash.ts';
import { registerIdentityRoutes } from './routes.ts';
import { createKnownDevices, removeOldKnownDevices } from './throttle/known-devices.ts';
import { createLoginThrottle, removeOldLoginAttempts } from './throttle/login-throttle.ts';
import { createSignInGuard } from './throttle/sign-in-guard.ts';

export interface EmbeddedIdentityDeps {
  database: Database;
  clock: Clock;
  /** The name of the shop, for its mails, authenticator apps and passkeys. */
  shopName: string;
  /** Encrypts keys and signs cookies and links; the same for all servers of a shop. */
  secret: string;
  /** Origins under which browsers reach the shop; the first one is the default. */
  origins: () => readonly string[];
  google: GoogleClient | undefined;
  /** Whether password attempts and mails are rate limited. */
  throttlesLogins: boolean;
  isDemo: boolean;
  securityLog: SecurityLog;
  /** Revokes the API keys of the person with this email. */
  revokeKeys: (email: string) => Promise<void>;
  /** Origins of an external image host; by default none. */
  pictureOrigins?: readonly string[];
  log: {
    debug: (fields: object, message: string) => void;
    warn: (fields: object, message: string) => void;
    error: (fields: object, message: string) => void;
  };
}

export interface EmbeddedIdentity extends ServedIdentityProvider {
  registerRoutes(app: FastifyInstance): void;
  createPasswordIdentity(identity: PasswordIdentity): Promise<boolean>;
  sweep(): Promise<number>;
  isSessionLive(sessionId: string): Promise<boolean>;
  hasSecondFactor(sessionId: string): Promise<boolean>;
  composeMail(mailId: string): Promise<ComposedAccountMail | undefined>;
}

/** Identities in our own database, managed by Better Auth: email and password, and Google. */
export function createEmbeddedIdentity(deps: EmbeddedIdentityDeps): EmbeddedIdentity {
  const { database, clock, google } = deps;
  const { sql } = database;
  const instances = createBetterAuthInstances(deps);
  const authFor = (origin: string) => instances.forHost(new URL(origin).host);
  const ways: IdentityWays = {
    google: google ? (google.isFake ? 'stand-in' : 'google') : 'not-configured',
    demo: deps.isDemo,
  };
  return {
    name: 'embedded',
    ways,
    verify: createIdentityTokenVerifier({ sql, clock }),
    isSessionLive: (sessionId) => isSessionLive(sql, sessionId, clock.now()),
    hasSecondFactor: (sessionId) => hasSecondFactor(sql, sessionId),
    async remove(email) {
      // Foreign keys delete its sessions and accounts.
      await sql`delete from auth_users where email = ${email.toLowerCase()}`;
    },
    exportLogin: (email) => exportLogin(sql, email),
    async endSessions(email) {
      await sql`
        delete from auth_sessions
        where user_id = (select id from auth_users where email = ${email.toLowerCase()})`;
    },
    registerRoutes(app) {
      const { secret, shopName, log, securityLog, throttlesLogins, pictureOrigins = [] } = deps;
      const { revokeKeys } = deps;
      const guard = createSignInGuard({
        throttle: throttlesLogins ? createLoginThrottle({ sql, clock, secret }) : undefined,
        knownDevices: createKnownDevices({ sql, clock, secret }),
        securityLog,
        log,
      });
      const handlerDeps = { database, clock, secret, shopName, guard, revokeKeys };
      registerIdentityRoutes(app, { ...handlerDeps, instances, pictureOrigins });
      app.get(identityBase + identityPaths.readWays, async () => ways);
    },
    createPasswordIdentity: (identity) => createPasswordIdentity({ database, clock }, identity),
    async sweep() {
      const at = clock.now();
      const [swept] = await sql<{ count: number }[]>`
        with sessions as (delete from auth_sessions where expires_at < ${at} returning id),
          links as (delete from auth_verifications where expires_at < ${at} returning id)
        select ((select count(*) from sessions) + (select count(*) from links))::int as count`;
      const others = await Promise.all([
        removeOldLoginAttempts(sql, at),
        removeOldKnownDevices(sql, at),
        removeOldAccountMails(sql, at),
      ]);
      return others.reduce((sum, count) => sum + count, swept?.count ?? 0);
    },
    composeMail: (mailId) =>
      composeAccountMail({ sql, clock, shopName: deps.shopName, authFor }, mailId),
  };
}

async function exportLogin(sql: Database['sql'], email: string): Promise<ExportedLogin> {
  const [sessions, passkeys] = await Promise.all([
    sql<{ by: string; address: string | null; device: string | null; createdAt: Date }[]>`
      select s.by, s.ip_address as address, s.user_agent as device, s.created_at as "createdAt"
      from auth_sessions s join auth_users u on u.id = s.user_id
      where u.email = ${email.toLowerCase()} order by s.created_at desc limit ${maxExportedLogins}`,
    sql<{ name: string | null; createdAt: Date }[]>`
      select p.name, p.created_at as "createdAt"
      from auth_passkeys p join auth_users u on u.id = p.user_id
      where u.email = ${email.toLowerCase()} order by p.created_at desc limit ${maxExportedLogins}`,
  ]);
  return {
    sessions: sessions.map(({ by, address, device, createdAt }) => ({
      by,
      ...(address !== null && { address }),
      ...(device !== null && { device }),
      time: createdAt.toISOString(),
    })),
    passkeys: passkeys.map(({ name, createdAt }) => ({
      ...(name !== null && { name }),
      time: createdAt.toISOString(),
    })),
  };
}

/** A program may sign in for months, and sessions end after a month. */
const maxExportedLogins = 1_000;

async function createPasswordIdentity(
  { database, clock }: Pick<EmbeddedIdentityDeps, 'database' | 'clock'>,
  { email, password, name, isEmailVerified }: PasswordIdentity,
): Promise<boolean> {
  const hash = await hashPassword(password);
  const at = clock.now();
  return transaction(database, async (tx) => {
    const id = newId(at);
    const inserted = await tx.sql`
      insert into auth_users (id, name, email, email_verified, created_at, updated_at)
      values (${id}, ${name}, ${email.toLowerCase()}, ${isEmailVerified}, ${at}, ${at})
      on conflict do nothing returning id`;
    if (inserted.length === 0) return false;
    tx.write`
      insert into auth_accounts
        (id, user_id, account_id, provider_id, password, created_at, updated_at)
      values (${newId(at)}, ${id}, ${id}, 'credential', ${hash}, ${at}, ${at})`;
    return true;
  });
}
