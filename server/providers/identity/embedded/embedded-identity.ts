import type { FastifyInstance } from 'fastify';
import { type IdentityWays, identityBase, identityPaths } from '#contract/identity.ts';
import type { Clock } from '../../../core/clock.ts';
import { newId } from '../../../core/ids.ts';
import type { Database } from '../../../database/connection.ts';
import { authAccounts, authUsers } from '../../../database/schema/identity.ts';
import { transaction } from '../../../database/transaction.ts';
import type { PasswordIdentity, ServedIdentityProvider } from '../port.ts';
import { createBetterAuthInstances } from './better-auth-instances.ts';
import type { GoogleSettings } from './google-settings.ts';
import type { IdentityMail } from './identity-mails.ts';
import { createIdentityTokenVerifier } from './identity-tokens.ts';
import { createLoginThrottle, removeOldLoginAttempts } from './login-throttle.ts';
import { hashPassword } from './password-hash.ts';
import { registerIdentityRoutes } from './routes.ts';

export interface EmbeddedIdentityDeps {
  database: Database;
  clock: Clock;
  /** Encrypts keys and signs cookies and links; the same for all servers of a shop. */
  secret: string;
  /** Origins under which browsers reach the shop; the first one is the default. */
  origins: () => readonly string[];
  google: GoogleSettings | undefined;
  sendMail: (mail: IdentityMail) => Promise<void>;
  /** Whether password attempts and mails are rate limited. */
  throttlesLogins: boolean;
  isDemo: boolean;
  /** Origins of an external image host; by default none. */
  pictureOrigins?: readonly string[];
  log: {
    debug: (fields: object, message: string) => void;
    error: (fields: object, message: string) => void;
  };
}

export interface EmbeddedIdentity extends ServedIdentityProvider {
  registerRoutes(app: FastifyInstance): void;
  createPasswordIdentity(identity: PasswordIdentity): Promise<boolean>;
  sweep(): Promise<number>;
  /** Waits for the mails that are being sent. */
  close(): Promise<void>;
}

/** Identities in our own database, managed by Better Auth: email and password, and Google. */
export function createEmbeddedIdentity(deps: EmbeddedIdentityDeps): EmbeddedIdentity {
  const { database, clock, google } = deps;
  const { sql } = database;
  const mailer = createBackgroundMailer(deps);
  const instances = createBetterAuthInstances({ ...deps, sendMail: mailer.send });
  const ways: IdentityWays = {
    google: google ? (google.isFake ? 'stand-in' : 'google') : 'not-configured',
    demo: deps.isDemo,
  };
  return {
    name: 'embedded',
    verify: createIdentityTokenVerifier({ sql, clock }),
    async remove(email) {
      // Foreign keys delete its sessions and accounts.
      await sql`delete from auth_users where email = ${email.toLowerCase()}`;
    },
    async endSessions(email) {
      await sql`
        delete from auth_sessions
        where user_id = (select id from auth_users where email = ${email.toLowerCase()})`;
    },
    registerRoutes(app) {
      registerIdentityRoutes(app, {
        instances,
        pictureOrigins: deps.pictureOrigins ?? [],
        throttle: deps.throttlesLogins ? createLoginThrottle({ sql, clock }) : undefined,
      });
      app.get(identityBase + identityPaths.readWays, async () => ways);
    },
    createPasswordIdentity: (identity) => createPasswordIdentity({ database, clock }, identity),
    async sweep() {
      const at = clock.now();
      const [swept] = await sql<{ count: number }[]>`
        with sessions as (delete from auth_sessions where expires_at < ${at} returning id),
          links as (delete from auth_verifications where expires_at < ${at} returning id)
        select ((select count(*) from sessions) + (select count(*) from links))::int as count`;
      return (swept?.count ?? 0) + (await removeOldLoginAttempts(sql, at));
    },
    close: mailer.close,
  };
}

async function createPasswordIdentity(
  { database, clock }: Pick<EmbeddedIdentityDeps, 'database' | 'clock'>,
  { email, password, name, isEmailVerified }: PasswordIdentity,
): Promise<boolean> {
  const hash = await hashPassword(password);
  const at = clock.now();
  const times = { createdAt: at, updatedAt: at };
  return transaction(database, async (tx) => {
    const id = newId(at);
    const inserted = await tx
      .insert(authUsers)
      .values({ id, name, email: email.toLowerCase(), emailVerified: isEmailVerified, ...times })
      .onConflictDoNothing()
      .returning({ id: authUsers.id });
    if (inserted.length === 0) return false;
    await tx.insert(authAccounts).values({
      id: newId(at),
      userId: id,
      accountId: id,
      providerId: 'credential',
      password: hash,
      ...times,
    });
    return true;
  });
}

/** Sends mails in the background, so that the response does not wait for the mail server. */
function createBackgroundMailer({ sendMail, log }: Pick<EmbeddedIdentityDeps, 'sendMail' | 'log'>) {
  const pending = new Set<Promise<void>>();
  return {
    send(mail: IdentityMail): void {
      const sent = sendMail(mail)
        // A mail server's message contains the recipient's address, so only the code is logged.
        .catch((error: unknown) =>
          log.error({ fault: toErrorCode(error) }, 'A mail could not be sent'),
        )
        .finally(() => pending.delete(sent));
      pending.add(sent);
    },
    async close(): Promise<void> {
      await Promise.all(pending);
    },
  };
}

function toErrorCode(error: unknown): string {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown };
  return [code, responseCode].filter((part) => part !== undefined).join(' ') || 'unknown';
}
