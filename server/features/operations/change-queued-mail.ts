import type { QueuedMailKind } from '#contract/mail-kinds.ts';
import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import { rawSql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Actor } from '../users/lock-user.ts';
import { type MailTable, mailTables, recordDropped } from './claim-mails.ts';
import { mailKindOf, maxMails, queuedMailsOf, receiverIdOf, tableOf } from './queued-mail-rows.ts';
import { lockAdmin, writeAction } from './write-action.ts';

/**
 * Sends a mail again that was refused or given up: it is due now, and counts its attempts from the start.
 * @returns 0 when it is waiting or being sent, or was sent or dropped in the meantime
 * @throws Problem not-found; not-signed-in, not-allowed
 */
export async function resendMail(tx: Tx, actor: Actor, id: string, at: Date): Promise<0 | 1> {
  const admin = await lockAdmin(tx, actor);
  const mail = await lockMail(tx, id);
  const [resent = 0] = await resend(tx, mail.table, [id]);
  if (resent === 0) return 0;
  const about = mail.kind;
  await writeAction(tx, admin, { action: 'mail-resent', about, subject: mail.receiver }, at);
  return 1;
}

/**
 * Drops a mail permanently, unless it is being sent.
 * @returns 0 when it is being sent, or was sent or dropped in the meantime
 * @throws Problem not-found; not-signed-in, not-allowed
 */
export async function discardMail(tx: Tx, actor: Actor, id: string, at: Date): Promise<0 | 1> {
  const admin = await lockAdmin(tx, actor);
  const { table, kind, receiver, isDiscardable } = await lockMail(tx, id);
  if (!isDiscardable) return 0;
  await recordDropped(tx.sql, { table, id }, at);
  await writeAction(tx, admin, { action: 'mail-discarded', about: kind, subject: receiver }, at);
  return 1;
}

/**
 * Sends the mails of a kind again, at most 1,000, those that have waited longest or were given up last.
 * @throws Problem not-signed-in, not-allowed
 */
export async function resendMails(
  tx: Tx,
  actor: Actor,
  { kind, state }: { kind: QueuedMailKind; state: 'retrying' | 'given-up' },
  at: Date,
): Promise<{ modifiedCount: number; hasMore: boolean }> {
  const admin = await lockAdmin(tx, actor);
  const table = tableOf(kind);
  const rows = await tx.sql<{ id: string }[]>`
    select id from (${queuedMailsOf(tx.sql, table, { state, kind })}) m`;
  const ids = rows.slice(0, maxMails).map(({ id }) => id);
  const resent = await resend(tx, table, ids);
  const modifiedCount = resent.length;
  if (modifiedCount > 0) {
    const about = `${kind}: ${modifiedCount}`;
    await writeAction(tx, admin, { action: 'mails-resent', about }, at);
  }
  return { modifiedCount, hasMore: rows.length > maxMails };
}

/**
 * Only what was refused or given up: a mail that is being sent has no fault. Of news there is one mail to send for each
 * subscription at most.
 * @returns a number for each that was changed
 */
async function resend(tx: Tx, table: MailTable, ids: readonly string[]): Promise<number[]> {
  if (table === 'alert_mails') {
    // A job that queues another mail of the same subscription waits, or is waited for.
    await tx.sql`
      select from alert_subscriptions
      where id in (select subscription_id from alert_mails where id = any(${ids}::uuid[]))
      order by id for update`;
  }
  const notQueuedAgain =
    table === 'alert_mails'
      ? rawSql(`and (m.dropped_at is null or not exists (
          select from alert_mails newer where newer.subscription_id = m.subscription_id
            and newer.id <> m.id and newer.sent_at is null
            and (newer.dropped_at is null or (newer.last_fault is not null and newer.id > m.id))))`)
      : rawSql('');
  const resent = await tx.sql`
    update ${rawSql(table)} m set dropped_at = null, tried_at = null, attempts = 0, last_fault = null
    where m.id = any(${ids}::uuid[]) and m.sent_at is null and m.last_fault is not null ${notQueuedAgain}
    returning 1 as changed`;
  tx.announce('mail-queued');
  return resent.map(() => 1);
}

interface Receiver {
  id: string;
  name: string;
  email: string;
}

interface LockedMail {
  table: MailTable;
  kind: QueuedMailKind;
  /** To whom it goes: the user, also one who was removed, or the identity of somebody who has not become one yet. */
  receiver: Receiver;
  isDiscardable: boolean;
}

/** @throws Problem not-found */
async function lockMail(tx: Tx, id: string): Promise<LockedMail> {
  for (const table of mailTables) {
    const [mail] = await tx.sql<
      { isDiscardable: boolean; userId: string | null; kind: QueuedMailKind }[]
    >`
      select sent_at is null and (last_fault is not null or (tried_at is null and dropped_at is null))
          as "isDiscardable",
        ${receiverIdOf[table]} as "userId", ${mailKindOf[table]} as kind
      from ${rawSql(table)} m where m.id = ${id} for update`;
    if (!mail) continue;
    const [receiver] =
      mail.userId === null
        ? await tx.sql<Receiver[]>`
            select a.id, a.name, a.email from auth_users a
            join account_mails m on m.identity_id = a.id where m.id = ${id}`
        : await tx.sql<Receiver[]>`select id, name, email from users where id = ${mail.userId}`;
    if (!receiver) break;
    return { table, kind: mail.kind, isDiscardable: mail.isDiscardable, receiver };
  }
  throw new Problem('not-found', msg`This email no longer exists`);
}
