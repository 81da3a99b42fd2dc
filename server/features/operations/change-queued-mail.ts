import type { QueuedMailKind } from '#contract/operations/mail-kinds.ts';
import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import { recordNews } from '../alerts/news-mail.ts';
import type { Actor } from '../users/lock-user.ts';
import { recordDropped } from './claim-mails.ts';
import { maxMails, queuedMailsOf } from './queued-mail-rows.ts';
import { lockAdmin, writeAction } from './write-action.ts';

/**
 * Sends a mail again that was refused or given up: it is due now, and counts its attempts from the start.
 * @returns 0 when it is waiting or being sent, or was sent or dropped in the meantime
 * @throws Problem not-found; not-signed-in, not-allowed
 */
export async function resendMail(tx: Tx, actor: Actor, id: string, at: Date): Promise<0 | 1> {
  const admin = await lockAdmin(tx, actor);
  const mail = await lockMail(tx, id);
  const [resent = 0] = await resend(tx, [id], at);
  if (resent === 0) return 0;
  const subject = mail.receiver ?? admin;
  await writeAction(tx, admin, { action: 'mail-resent', about: mail.kind, subject }, at);
  return 1;
}

/**
 * Drops a mail permanently, unless it is being sent.
 * @returns 0 when it is being sent, or was sent or dropped in the meantime
 * @throws Problem not-found; not-signed-in, not-allowed
 */
export async function discardMail(tx: Tx, actor: Actor, id: string, at: Date): Promise<0 | 1> {
  const admin = await lockAdmin(tx, actor);
  const mail = await lockMail(tx, id);
  if (!mail.isDiscardable) return 0;
  await recordDropped(tx.sql, { id }, at, mail.kind.startsWith('news-') ? recordNews : undefined);
  const subject = mail.receiver ?? admin;
  await writeAction(tx, admin, { action: 'mail-discarded', about: mail.kind, subject }, at);
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
  const rows = await tx.sql<{ id: string }[]>`
    select id from (${queuedMailsOf(tx.sql, { state, kind })}) m`;
  const ids = rows.slice(0, maxMails).map(({ id }) => id);
  const resent = await resend(tx, ids, at);
  const modifiedCount = resent.length;
  if (modifiedCount > 0) {
    const about = `${kind}: ${modifiedCount}`;
    await writeAction(tx, admin, { action: 'mails-resent', about }, at);
  }
  return { modifiedCount, hasMore: rows.length > maxMails };
}

/**
 * Only what was refused or given up: a mail that is being sent has no fault.
 * @returns a number for each that was changed
 */
async function resend(tx: Tx, ids: readonly string[], at: Date): Promise<number[]> {
  const resent = await tx.sql`
    update queued_mails
    set dropped_at = null, tried_at = null, due_at = ${at}, attempts = 0, last_fault = null
    where id = any(${ids}::uuid[]) and sent_at is null and last_fault is not null
    returning 1 as changed`;
  tx.announce('mail-queued');
  return resent.map(() => 1);
}

interface LockedMail {
  kind: QueuedMailKind;
  /** The user to whom it goes, even a removed one, or an identity without a user yet. */
  receiver?: { id: string; name: string; email: string };
  isDiscardable: boolean;
}

/** @throws Problem not-found */
async function lockMail(tx: Tx, id: string): Promise<LockedMail> {
  const [mail] = await tx.sql<
    {
      kind: QueuedMailKind;
      isDiscardable: boolean;
      receiverId: string | null;
      name: string;
      email: string;
    }[]
  >`
    select m.kind, m.sent_at is null
        and (m.last_fault is not null or (m.tried_at is null and m.dropped_at is null)) as "isDiscardable",
      coalesce(u.id, a.id) as "receiverId", coalesce(u.name, a.name) as name, coalesce(u.email, a.email) as email
    from queued_mails m
    left join auth_users a on a.id = m.subject_id
    left join users u on u.id = m.reader_id or (lower(u.email) = a.email and u.removed_at is null)
    where m.id = ${id} for update of m`;
  if (!mail) throw new Problem('not-found', msg`This email no longer exists`);
  const { kind, isDiscardable, receiverId, name, email } = mail;
  return {
    kind,
    isDiscardable,
    // The recipient is not a user: a guest who reported something.
    ...(receiverId !== null && { receiver: { id: receiverId, name, email } }),
  };
}
