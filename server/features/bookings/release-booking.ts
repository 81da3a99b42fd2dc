import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import type { Actor } from '../users/lock-user.ts';
import { writeAuditEntry } from '../users/write-audit-entry.ts';
import { auditTargetOf, bookingNotFound, lockSale } from './lock-sale.ts';
import { releaseHolds } from './release-holds.ts';

/**
 * Releases an unpaid booking, so that others can book the product. The row stays, and a charge that arrives later is
 * refunded. When an admin releases another user's booking, an audit entry is written and the buyer gets a mail.
 * @throws Problem not-signed-in when the actor was removed; not-found when there is no such booking, when the actor is
 * neither its buyer nor an admin, and when it is already released or expired; conflict when it is paid
 */
export async function releaseBooking(tx: Tx, actor: Actor, id: string, at: Date): Promise<void> {
  const { actorRole, booking } = await lockSale(tx, { bookingId: id, actorId: actor.id });
  const isOwn = booking.buyerId === actor.id;
  if (!isOwn && actorRole !== 'admin') throw bookingNotFound();
  if (booking.paidAt) {
    throw new Problem('conflict', msg`This booking is paid and can no longer be deleted`);
  }
  if (booking.state !== 'held' || booking.holdExpiresAt <= at) throw bookingNotFound();
  const release = isOwn
    ? ({ reason: 'cancelled', tellsBuyer: false } as const)
    : ({ reason: 'deleted', tellsBuyer: true } as const);
  await releaseHolds(tx, tx.sql`id = ${id}`, release, at);
  if (isOwn) return;
  await writeAuditEntry(
    tx,
    { action: 'booking-deleted', actorId: actor.id, ...auditTargetOf(booking) },
    at,
  );
}
