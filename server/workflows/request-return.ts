import { returnDays } from '#contract/constants.ts';
import { newId } from '../core/ids.ts';
import { Problem } from '../core/problem.ts';
import { returns } from '../database/schema/returns.ts';
import type { Tx } from '../database/transaction.ts';
import {
  auditTargetOf,
  bookingNotFound,
  type LockedSale,
  lockSale,
} from '../features/bookings/lock-sale.ts';
import { returnEndsAt } from '../features/bookings/return-terms.ts';
import { queueMail } from '../features/mails/queue-mail.ts';
import { findUser } from '../features/users/find-user.ts';
import { writeAuditEntry } from '../features/users/write-audit-entry.ts';

/**
 * Records a request to return a paid product, once per booking and within `returnDays` of the payment, and queues a mail
 * to the seller. The buyer makes it, or an admin for a buyer whose account was removed; that writes an audit entry. Locks
 * actor and seller, so that neither account is removed while the request is made.
 * @returns the return's id
 * @throws Problem not-signed-in when the actor was removed; not-found when the booking is somebody else's; conflict when
 *   it is not paid, when the time for returns is over, and when a return was requested before
 */
export async function requestReturn(
  tx: Tx,
  actor: { id: string },
  { bookingId, reason }: { bookingId: string; reason: string },
  at: Date,
): Promise<string> {
  const sale = await lockSale(tx, { bookingId, actorId: actor.id, withSeller: true });
  const { booking } = sale;
  const isOwn = booking.buyerId === actor.id;
  if (!isOwn && !(await mayActForBuyer(tx, sale))) throw bookingNotFound();
  if (booking.state !== 'paid' || !booking.paidAt) {
    throw new Problem('conflict', 'Only what is paid can be returned');
  }
  if (at >= returnEndsAt(booking.paidAt)) {
    throw new Problem('conflict', `A return can be asked for within ${returnDays} days of payment`);
  }
  const id = newId(at);
  const inserted = await tx
    .insert(returns)
    .values({ id, bookingId, reason, state: 'requested', requestedAt: at })
    .onConflictDoNothing({ target: returns.bookingId })
    .returning({ id: returns.id });
  if (inserted.length === 0) {
    throw new Problem('conflict', 'The return of this instrument was asked for already');
  }
  queueMail(tx, { kind: 'return-requested', bookingId, readers: ['seller'] }, at);
  if (!isOwn) {
    const entry = { action: 'return-requested', actorId: actor.id } as const;
    await writeAuditEntry(tx, { ...entry, ...auditTargetOf(booking) }, at);
  }
  return id;
}

async function mayActForBuyer(tx: Tx, { actorRole, booking }: LockedSale): Promise<boolean> {
  return actorRole === 'admin' && (await findUser(tx.sql, booking.buyerId)) === null;
}
