import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Actor } from '../users/lock-user.ts';
import { writeAuditEntry } from '../users/write-audit-entry.ts';
import { auditTargetOf, bookingNotFound, lockSale } from './lock-sale.ts';
import { releaseHolds } from './release-holds.ts';

/**
 * Releases an unpaid booking for its seller, so that others can book the product. The buyer gets a mail with the reason,
 * and a charge that arrives later is refunded. When an admin does it for the seller, an audit entry is written.
 * @throws Problem not-signed-in when the actor was removed; not-found when there is no such booking, when the actor is
 *   neither the product's seller nor an admin, and when it is already released or expired; conflict when it is paid
 */
export async function declineBooking(
  tx: Tx,
  actor: Actor,
  { bookingId, reason }: { bookingId: string; reason: string },
  at: Date,
): Promise<void> {
  const { actorRole, booking } = await lockSale(tx, { bookingId, actorId: actor.id });
  const isSeller = booking.sellerId === actor.id;
  if (!isSeller && actorRole !== 'admin') throw bookingNotFound();
  if (booking.paidAt) {
    throw new Problem('conflict', msg`This booking is paid, so you can no longer decline it`);
  }
  if (booking.state !== 'held' || booking.holdExpiresAt <= at) throw bookingNotFound();
  const release = {
    reason: isSeller ? 'declined' : 'deleted',
    note: reason,
    tellsBuyer: true,
  } as const;
  await releaseHolds(tx, tx.sql`id = ${bookingId}`, release, at);
  if (isSeller) return;
  await writeAuditEntry(
    tx,
    { action: 'booking-deleted', actorId: actor.id, reason, ...auditTargetOf(booking) },
    at,
  );
}
