import { returnDays } from '#contract/constants.ts';
import { newId } from '../core/ids.ts';
import { Problem } from '../core/problem.ts';
import { returns } from '../database/schema/returns.ts';
import type { Tx } from '../database/transaction.ts';
import { bookingNotFound, lockSale } from '../features/bookings/lock-sale.ts';
import { returnEndsAt } from '../features/bookings/return-terms.ts';
import { queueMail } from '../features/mails/queue-mail.ts';

/**
 * Records a buyer's request to return a paid product, once per booking and within `returnDays` of the payment, and
 * queues a mail to the seller. Locks buyer and seller, so that neither account is removed while the request is made.
 * @returns the return's id
 * @throws Problem not-signed-in when the buyer was removed; not-found when the booking is not theirs; conflict when it
 *   is not paid, when the time for returns is over, and when a return was requested before
 */
export async function requestReturn(
  tx: Tx,
  buyer: { id: string },
  { bookingId, reason }: { bookingId: string; reason: string },
  at: Date,
): Promise<string> {
  const { booking } = await lockSale(tx, { bookingId, actorId: buyer.id, withSeller: true });
  if (booking.buyerId !== buyer.id) throw bookingNotFound();
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
    throw new Problem('conflict', 'You have asked for the return of this instrument already');
  }
  await queueMail(tx, { kind: 'return-requested', bookingId, readers: ['seller'] }, at);
  return id;
}
