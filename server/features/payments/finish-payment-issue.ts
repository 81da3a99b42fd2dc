import { Problem } from '../../core/problem.ts';
import { donePaymentIssues } from '../../database/schema/payments.ts';
import type { Tx } from '../../database/transaction.ts';
import { auditTargetOf, lockSale } from '../bookings/lock-sale.ts';
import type { Actor } from '../users/lock-user.ts';
import { writeAuditEntry } from '../users/write-audit-entry.ts';
import { openIssues } from './list-payment-issues.ts';

interface FoundIssue {
  kind: (typeof donePaymentIssues.$inferSelect)['kind'];
  paymentId: string;
  bookingId: string;
  at: Date;
  amountCents: number;
}

/**
 * Marks what is listed by an id as done, with a note, and writes an audit entry. It changes nothing else: what an admin
 * has done about it was done at the card provider, at a bank, or by another call.
 * @returns 1, or 0 when the same admin has marked it with the same note before
 * @throws Problem not-signed-in when the admin was removed; not-allowed for somebody who is not an admin any more; not-found
 *   when there is nothing of that id; conflict when it is marked already
 */
export async function finishPaymentIssue(
  tx: Tx,
  admin: Actor,
  { id, note }: { id: string; note: string },
  at: Date,
): Promise<0 | 1> {
  const { sql } = tx;
  const issues = await sql<FoundIssue[]>`
    select issue.kind, issue.payment_id as "paymentId", p.booking_id as "bookingId", issue.at,
      issue.amount_cents as "amountCents"
    from (${openIssues(sql)}) issue join payments p on p.id = issue.payment_id
    where issue.id = ${id}`;
  const [found] = issues;
  if (!found) return requireSameMark(tx, admin, { id, note });
  const { booking, actorRole } = await lockSale(tx, {
    bookingId: found.bookingId,
    actorId: admin.id,
  });
  if (actorRole !== 'admin') throw new Problem('not-allowed', 'Only an admin does this');
  const marks = issues.map(({ kind, paymentId, amountCents, at: foundAt }) => ({
    ...{ id, kind, paymentId, amountCents, foundAt, note },
    doneBy: admin.id,
    doneAt: at,
  }));
  const marked = await tx
    .insert(donePaymentIssues)
    .values(marks)
    .onConflictDoNothing()
    .returning({ id: donePaymentIssues.id });
  if (marked.length === 0) return requireSameMark(tx, admin, { id, note });
  const entry = { action: 'payment-issue-done', actorId: admin.id, reason: note } as const;
  await writeAuditEntry(tx, { ...entry, ...auditTargetOf(booking) }, at);
  return 1;
}

/** A repeated request is answered like the first; somebody else's note stays. */
async function requireSameMark(
  { sql }: Tx,
  admin: Actor,
  { id, note }: { id: string; note: string },
): Promise<0> {
  const [mark] = await sql<{ note: string; doneBy: string; name: string }[]>`
    select d.note, d.done_by as "doneBy", u.name
    from done_payment_issues d join users u on u.id = d.done_by where d.id = ${id}`;
  if (!mark) throw new Problem('not-found', 'There is nothing to be done about this payment');
  if (mark.doneBy === admin.id && mark.note === note) return 0;
  throw new Problem('conflict', `${mark.name} has marked this as done already`);
}
