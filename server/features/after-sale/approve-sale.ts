import { refusalTexts } from '#contract/after-sale/sale-rights.ts';
import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import { bookingNotFound } from '../bookings/lock-sale.ts';
import { readAfterSale } from '../bookings/read-after-sale.ts';
import { completeSale } from './complete-sales.ts';
import { lockFulfilment, requireTransition, requireUndisputed } from './lock-fulfilment.ts';

/**
 * Records that the buyer finds all to be well. It ends the time for a return, so that the sale is completed at once and its money
 * released. A purchase from a trader keeps its time to withdraw, and is completed at its end.
 * @returns how many sales changed: 0 when the buyer has said so before
 * @throws Problem not-signed-in when the actor was removed; not-found when the purchase is another user's; conflict when it is not
 * paid, was not received, is over, a return was asked for, or a dispute is open
 */
export async function approveSale(
  tx: Tx,
  actor: { id: string },
  bookingId: string,
  at: Date,
): Promise<0 | 1> {
  const { booking, fulfilment } = await lockFulfilment(tx, { bookingId, actorId: actor.id });
  if (booking.buyerId !== actor.id) throw bookingNotFound();
  const { state, approvedAt } = requireUndisputed(fulfilment);
  if (approvedAt) return 0;
  if (state === 'awaiting' || state === 'sent') {
    throw new Problem('conflict', refusalTexts['not-here']);
  }
  requireTransition(state, 'completed', 'buyer');
  const { returned } = await readAfterSale(tx, bookingId);
  if (returned) {
    throw new Problem('conflict', msg`The return of this instrument was asked for already`);
  }
  const isPrivate = booking.withdrawalDays === null;
  tx.write`
    update fulfilments set approved_at = ${at},
      return_until = case when ${isPrivate} then least(return_until, ${at}::timestamptz) else return_until end
    where booking_id = ${bookingId} and state = 'received'`;
  if (isPrivate) await completeSale(tx, bookingId, at);
  return 1;
}
