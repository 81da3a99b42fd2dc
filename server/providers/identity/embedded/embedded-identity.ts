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
import { identityTokens } from './identity-tokens.ts';
import { createLoginThrottle, removeOldLoginAttempts } from './login-throttle.ts';
import { hashPassword } from './password-hash.ts';
import { registerIdentityRoutes } from './routes.ts';

export interface EmbeddedIdentityDeps {
  database: Database;
  clock: Clock;
  /** Encrypts keys and signs cookies and links; all servers of a shop have the same. */
  secret: string;
  /** Addresses of the shop as the outside knows them, each without a slash at the end; the first is the main one. */
  origins: () => readonly string[];
  google: GoogleSettings | undefined;
  sendMail: (mail: IdentityMail) => Promise<void>;
  /** Whether tries of passwords and mails are bounded. */
  throttlesLogins: boolean;
  isDemo: boolean;
  /** Where an image host elsewhere shows the shop's pictures; by default there is none. */
  pictureOrigins?: readonly string[];
  log: {
    debug: (fields: object, message: string) => void;
    error: (fields: object, message: string) => void;
  };
}

export interface EmbeddedIdentity extends ServedIdentityProvider {
  /** Answers what stands below `/api/auth`. */
  registerRoutes(app: FastifyInstance): void;
  /** Makes an identity that signs in with a password; returns false when the email has one already. */
  createPasswordIdentity(identity: PasswordIdentity): Promise<boolean>;
  sweep(): Promise<number>;
  /** Waits for the mails that are on their way. */
  close(): Promise<void>;
}

/** Identities kept in the shop's own database by Better Auth: email and password, and Google. */
export function createEmbeddedIdentity(deps: EmbeddedIdentityDeps): EmbeddedIdentity {
  const { database, clock, google } = deps;
  const { sql } = database;
  const post = postOffice(deps);
  const instances = createBetterAuthInstances({ ...deps, sendMail: post.send });
  const ways: IdentityWays = {
    google: google ? (google.isFake ? 'stand-in' : 'google') : 'not-configured',
    demo: deps.isDemo,
  };
  return {
    name: 'embedded',
    verify: identityTokens({ sql, clock }),
    async remove(email) {
      // Sessions and ways to sign in go with it.
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
        tries: deps.throttlesLogins ? createLoginThrottle({ sql, clock }) : undefined,
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
    close: post.close,
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
    const made = await tx
      .insert(authUsers)
      .values({ id, name, email: email.toLowerCase(), emailVerified: isEmailVerified, ...times })
      .onConflictDoNothing()
      .returning({ id: authUsers.id });
    if (made.length === 0) return false;
    await tx.insert(authAccounts).values({
      ...{ id: newId(at), userId: id, accountId: id, providerId: 'credential', password: hash },
      ...times,
    });
    return true;
  });
}

/** Sends mails behind the back of whoever asked for them. */
function postOffice({ sendMail, log }: Pick<EmbeddedIdentityDeps, 'sendMail' | 'log'>) {
  const onTheirWay = new Set<Promise<void>>();
  return {
    send(mail: IdentityMail): void {
      const sent = sendMail(mail)
        // A mail server's own words hold the address of whom it refused: only its code goes to the log.
        .catch((error: unknown) => log.error({ fault: codeOf(error) }, 'A mail could not be sent'))
        .finally(() => onTheirWay.delete(sent));
      onTheirWay.add(sent);
    },
    async close(): Promise<void> {
      await Promise.all(onTheirWay);
    },
  };
}

function codeOf(error: unknown): string {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown };
  return [code, responseCode].filter((part) => part !== undefined).join(' ') || 'unknown';
}
