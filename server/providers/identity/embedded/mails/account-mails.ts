import { type AuthContext, generateId } from 'better-auth';
import { createEmailVerificationToken } from 'better-auth/api';
import type { AccountMailKind } from '#contract/operations/mail-kinds.ts';
import { paths } from '#contract/page-paths.ts';
import type { Clock } from '../../../../core/clock.ts';
import { requestedLanguage } from '../../../../core/request-context.ts';
import type { Database } from '../../../../database/connection.ts';
import { insertMail } from '../../../../database/queue-mail.ts';
import type { Sql } from '../../../../database/sql.ts';
import { type Tx, transaction } from '../../../../database/transaction.ts';
import type { ComposedAccountMail } from '../../port.ts';
import { currentTransaction } from '../better-auth/drizzle.ts';
import {
  factorMail,
  linkMinutes,
  passwordChangedMail,
  resetMail,
  verificationMail,
} from './account-mail-texts.ts';

interface QueuedAccountMail {
  kind: AccountMailKind;
  identityId: string;
  /** The address of the shop for the link, without a slash at the end. */
  origin: string;
}

/** Queues a mail, in the running transaction of Better Auth if there is one. It is sent after the commit. */
export async function queueAccountMail(
  { database, clock }: { database: Pick<Database, 'transaction'>; clock: Clock },
  mail: QueuedAccountMail,
): Promise<void> {
  const insert = (tx: Tx) => queueAccountMailIn(tx, mail, clock.now());
  const running = currentTransaction.getStore();
  await (running ? insert(running) : transaction(database, insert));
}

/** Queues a mail in this transaction. */
export async function queueAccountMailIn(
  tx: Tx,
  { kind, identityId, origin }: QueuedAccountMail,
  at: Date,
): Promise<void> {
  const data = { origin, language: requestedLanguage() };
  await insertMail(tx, { kind, subjectId: identityId, readerId: null, about: null, data }, at);
  tx.announce('mail-queued');
}

/** After this a link is no longer mailed: the user has requested another one or given up. */
const maxWaitMs = 24 * 60 * 60_000;

/**
 * Writes a queued mail, and makes its link: a link that waited in the database could be read in a backup, and could have
 * ended before the mail server was back.
 * @returns undefined when the mail is outdated, or its identity is gone
 */
export async function composeAccountMail(
  { sql, clock, shopName, authFor }: ComposerDeps,
  mailId: string,
): Promise<ComposedAccountMail | undefined> {
  const [queued] = await sql<QueuedRow[]>`
    select m.kind, m.data ->> 'origin' as origin, m.created_at as "createdAt", i.id as "identityId", i.email,
      i.email_verified as "isVerified", coalesce(u.language, m.data ->> 'language') as language
    from queued_mails m join auth_users i on i.id = m.subject_id
    left join users u on lower(u.email) = lower(i.email) and u.removed_at is null
    where m.id = ${mailId}`;
  if (!queued) return undefined;
  const { kind, email, origin, createdAt, isVerified, language } = queued;
  const about = { to: email, language, origin };
  if (kind === 'password-changed') {
    return { ...about, write: (shop) => passwordChangedMail({ shop, shopName }) };
  }
  if (kind !== 'verification' && kind !== 'reset') {
    return { ...about, write: (shop) => factorMail(kind, { shop, shopName }) };
  }
  const isTooOld = clock.now().getTime() - createdAt.getTime() > maxWaitMs;
  if (isTooOld || (kind === 'verification' && isVerified)) return undefined;
  const auth = authFor(origin);
  if (kind === 'verification') {
    const path = `${paths.verifyEmail()}?token=${await verificationToken(auth, email)}`;
    return { ...about, write: (shop) => verificationMail({ shopName, link: shop + path }) };
  }
  const token = await resetToken(auth, queued.identityId, clock.now());
  const path = `${paths.resetPassword()}?token=${token}`;
  return { ...about, write: (shop) => resetMail({ shopName, link: shop + path }) };
}

interface BetterAuth {
  $context: Promise<Pick<AuthContext, 'secret' | 'internalAdapter'>>;
}

interface ComposerDeps {
  sql: Sql;
  clock: Clock;
  shopName: string;
  authFor: (origin: string) => BetterAuth;
}

interface QueuedRow extends QueuedAccountMail {
  createdAt: Date;
  email: string;
  isVerified: boolean;
  language: string | null;
}

/** As Better Auth makes it in its own routes. */
async function verificationToken(auth: BetterAuth, email: string): Promise<string> {
  const { secret } = await auth.$context;
  const seconds = linkMinutes.verification * 60;
  return encodeURIComponent(await createEmailVerificationToken(secret, email, undefined, seconds));
}

/** As Better Auth makes it in its own routes. */
async function resetToken(auth: BetterAuth, identityId: string, now: Date): Promise<string> {
  const { internalAdapter } = await auth.$context;
  const token = generateId(24);
  await internalAdapter.createVerificationValue({
    value: identityId,
    identifier: `reset-password:${token}`,
    expiresAt: new Date(now.getTime() + linkMinutes.reset * 60_000),
  });
  return encodeURIComponent(token);
}

/** Deletes mails that were sent or dropped a day ago. @returns how many */
export async function removeOldAccountMails(sql: Sql, now: Date): Promise<number> {
  const removed = await sql`
    delete from queued_mails
    where rank = 0 and greatest(sent_at, dropped_at) < ${now}::timestamptz - interval '1 day' returning id`;
  return removed.length;
}
