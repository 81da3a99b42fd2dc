import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import type { donePaymentIssues } from '../../database/schema/payments.ts';
import type { Tx } from '../../database/transaction.ts';
import { auditTargetOf, lockSale } from '../bookings/lock-sale.ts';
import { type Actor, lacksArea } from '../users/lock-user.ts';
import { writeAuditEntry } from '../users/write-audit-entry.ts';
import { openIssues } from './list-payment-issues.ts';

type Kind = (typeof donePaymentIssues.$inferSelect)['kind'];

interface FoundIssue {
  kind: Kind;
  paymentId: string;
  bookingId: string;
  at: Date;
  amountCents: number;
}

interface IssueMark {
  id: string;
  /** Needed only while several things are open under one id. */
  kind?: Kind | undefined;
  note: string;
}

/**
 * Marks one thing that is listed by an id as done, with a note, and writes an audit entry. It changes nothing else:
 * what an admin has done about it was done at the card provider, at a bank, or by another call. What is open again
 * after an earlier mark can be marked again: the list keeps the newest note, the audit each.
 * @returns 1, or 0 when the same admin has marked it with the same note before
 * @throws Problem not-signed-in when the admin was removed; not-allowed for a former admin; not-found when there is
 * nothing of that id and kind; bad-input when several kinds are open and none is named; conflict when it is marked
 * already
 */
export async function finishPaymentIssue(
  tx: Tx,
  admin: Actor,
  mark: IssueMark,
  at: Date,
): Promise<0 | 1> {
  const listed = await findOpen(tx, mark, at);
  if (!listed) return requireSameMark(tx, admin, mark);
  const { bookingId } = listed;
  const sale = { bookingId, actorId: admin.id, area: 'money' } as const;
  const { booking, actorRole } = await lockSale(tx, sale);
  if (actorRole !== 'admin') throw lacksArea('money');
  // Another admin may have marked it while this call waited for the lock.
  const found = await findOpen(tx, mark, at);
  if (!found) return requireSameMark(tx, admin, mark);
  const { kind, paymentId, amountCents, at: foundAt } = found;
  tx.write`
    insert into done_payment_issues
      (id, kind, payment_id, amount_cents, found_at, note, done_by, done_at)
    values (${mark.id}, ${kind}, ${paymentId}, ${amountCents}, ${foundAt}, ${mark.note}, ${admin.id},
      ${at})
    on conflict (id, kind) do update set amount_cents = excluded.amount_cents,
      found_at = excluded.found_at, note = excluded.note, done_by = excluded.done_by,
      done_at = excluded.done_at`;
  const entry = { action: 'payment-issue-done', actorId: admin.id, reason: mark.note } as const;
  await writeAuditEntry(tx, { ...entry, ...auditTargetOf(booking) }, at);
  return 1;
}

async function findOpen(
  { sql }: Tx,
  { id, kind }: IssueMark,
  at: Date,
): Promise<FoundIssue | undefined> {
  const [found, another] = await sql<FoundIssue[]>`
    select issue.kind, issue.payment_id as "paymentId", p.booking_id as "bookingId", issue.at,
      issue.amount_cents as "amountCents"
    from (${openIssues(sql, at)}) issue join payments p on p.id = issue.payment_id
    where issue.id = ${id} and issue.kind = coalesce(${kind ?? null}::text, issue.kind)`;
  if (!another) return found;
  const message = msg`There are several problems with this payment: choose one`;
  throw new Problem('bad-input', message, { errors: [{ field: 'kind', message }] });
}

/** A repeated request is answered like the first; another admin's note stays. */
async function requireSameMark(
  { sql }: Tx,
  admin: Actor,
  { id, kind, note }: IssueMark,
): Promise<0> {
  const marks = await sql<{ note: string; doneBy: string; name: string }[]>`
    select d.note, d.done_by as "doneBy", u.name
    from done_payment_issues d join users u on u.id = d.done_by
    where d.id = ${id} and d.kind = coalesce(${kind ?? null}::text, d.kind)
    order by d.done_at desc`;
  const [newest] = marks;
  if (!newest) throw new Problem('not-found', msg`There is nothing to do about this payment`);
  if (marks.some((mark) => mark.doneBy === admin.id && mark.note === note)) return 0;
  const { name } = newest;
  throw new Problem('conflict', msg`${name} has marked this as done already`);
}
