import { and, eq } from 'drizzle-orm';
import { returnDays } from '#contract/constants.ts';
import { newId } from '../core/ids.ts';
import { Problem } from '../core/problem.ts';
import { returns } from '../database/schema/returns.ts';
import { bookings } from '../database/schema/sales.ts';
import type { Tx } from '../database/transaction.ts';
import { lockBooking } from '../features/bookings/lock-booking.ts';
import { bookingNotFound } from '../features/bookings/release-booking.ts';
import { returnEndsAt } from '../features/bookings/return-terms.ts';
import { queueMail } from '../features/mails/queue-mail.ts';
import { lockUser } from '../features/users/lock-user.ts';

/**
 * Notes that a buyer wants to give back what they paid for, and has the seller told. It can be asked for once, within
 * `returnDays` of the payment. Buyer and seller are kept: neither account closes over a return that is just beginning.
 * @returns the return's id
 * @throws Problem not-signed-in when the buyer was removed; not-found when the booking is not theirs; conflict when it
 *   is not paid, when the days are over, and the second time
 */
export async function requestReturn(
  tx: Tx,
  buyer: { id: string },
  { bookingId, reason }: { bookingId: string; reason: string },
  at: Date,
): Promise<string> {
  const [place] = await tx
    .select({ sellerId: bookings.sellerId })
    .from(bookings)
    .where(and(eq(bookings.id, bookingId), eq(bookings.buyerId, buyer.id)));
  if (!place) throw bookingNotFound();
  await lockUser(tx, buyer.id, place.sellerId);
  const booking = await lockBooking(tx, bookingId);
  if (booking?.state !== 'paid' || !booking.paidAt) {
    throw new Problem('conflict', 'Only what is paid can be returned');
  }
  if (at >= returnEndsAt(booking.paidAt)) {
    throw new Problem('conflict', `A return can be asked for within ${returnDays} days of payment`);
  }
  const id = newId(at);
  const asked = await tx
    .insert(returns)
    .values({ id, bookingId, reason, state: 'requested', requestedAt: at })
    .onConflictDoNothing({ target: returns.bookingId })
    .returning({ id: returns.id });
  if (asked.length === 0) {
    throw new Problem('conflict', 'You have asked for the return of this instrument already');
  }
  await queueMail(tx, { kind: 'return-requested', bookingId, readers: ['seller'] }, at);
  return id;
}
