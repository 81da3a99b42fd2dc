import { eq } from 'drizzle-orm';
import { Problem } from '../../core/problem.ts';
import { bookings } from '../../database/schema/sales.ts';
import type { Tx } from '../../database/transaction.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { writeAuditEntry } from '../users/audit.ts';
import { type Actor, lockUser } from '../users/lock-user.ts';
import { lockBooking, notedOf } from './lock-booking.ts';

/**
 * Deletes an unpaid booking: somebody else can have the product. It stays as a record, and a charge that arrives later
 * is given back. What an admin deletes of somebody else is noted, and its buyer is told.
 * @throws Problem not-signed-in when whoever asks was removed; not-found when there is no such booking, when it is
 *   neither theirs nor are they an admin, and when its hold is over; conflict when it is paid
 */
export async function releaseBooking(tx: Tx, asking: Actor, id: string, at: Date): Promise<void> {
  const { role } = await lockUser(tx, asking.id);
  const booking = await lockBooking(tx, id);
  const isOwn = booking?.buyerId === asking.id;
  if (!booking || !(isOwn || role === 'admin')) throw noSuchBooking();
  if (booking.paidAt) {
    throw new Problem('conflict', 'This booking is paid; it cannot be deleted any more');
  }
  if (booking.state !== 'held' || booking.holdExpiresAt <= at) throw noSuchBooking();
  await tx
    .update(bookings)
    .set({ state: 'released', releasedAt: at, releaseReason: 'cancelled' })
    .where(eq(bookings.id, id));
  if (isOwn) return;
  await queueMail(tx, { kind: 'hold-expired', bookingId: id, readers: ['buyer'] }, at);
  await writeAuditEntry(
    tx,
    { action: 'booking-deleted', actorId: asking.id, ...notedOf(booking) },
    at,
  );
}

export function noSuchBooking(): Problem {
  return new Problem('not-found', 'There is no such booking');
}
