import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import { bookingNotFound } from '../bookings/lock-sale.ts';
import { queueSaleMail } from '../mails/queue-sale-mail.ts';
import { findUser } from '../users/find-user.ts';
import {
  isShipped,
  lockFulfilment,
  requireTransition,
  requireUndisputed,
} from './lock-fulfilment.ts';

/**
 * Records that a side of a sale that is to be sent would rather meet, or takes that back for both: it declines what the other
 * has asked. Once both would, it is handed over with the code, and what was paid for shipping goes back to the buyer with the
 * end of the sale (`completeSale`); that stays so. The first one is mailed to the other side, once; the second one to both.
 * @returns how many sales changed: 0 when this side has said so before
 * @throws Problem not-signed-in when the actor was removed; not-found when the sale is another user's; conflict when it is not
 * paid, is not sent to a zone, was sent or received, is over, a dispute is open, the other side's account was removed, or both
 * have agreed and one does not any more
 */
export async function meetInstead(
  tx: Tx,
  actor: { id: string },
  { bookingId, agrees }: { bookingId: string; agrees: boolean },
  at: Date,
): Promise<0 | 1> {
  const sale = await lockFulfilment(tx, { bookingId, actorId: actor.id });
  const { booking } = sale;
  if (actor.id !== booking.buyerId && actor.id !== booking.sellerId) throw bookingNotFound();
  const isBuyer = actor.id === booking.buyerId;
  const { state, buyerMeetsAt, sellerMeetsAt } = requireUndisputed(sale.fulfilment);
  requireTransition(state, 'received', 'seller');
  if (booking.deliveryMethod !== 'shipping') {
    throw new Problem('conflict', msg`Nothing is shipped for this booking`);
  }
  if (!isShipped(sale)) {
    if (agrees) return 0;
    throw new Problem(
      'conflict',
      msg`You have agreed to meet. If that is not possible, cancel the sale`,
    );
  }
  const [own, others] = isBuyer ? [buyerMeetsAt, sellerMeetsAt] : [sellerMeetsAt, buyerMeetsAt];
  if (!agrees) {
    if (!own && !others) return 0;
    tx.write`
      update fulfilments set buyer_meets_at = null, seller_meets_at = null
      where booking_id = ${bookingId}`;
    return 1;
  }
  if (own) return 0;
  if (!(await findUser(tx.sql, isBuyer ? booking.sellerId : booking.buyerId))) {
    throw new Problem('conflict', msg`The account of the other side was closed. Write to the shop`);
  }
  tx.write`
    update fulfilments set buyer_meets_at = case when ${isBuyer} then ${at}::timestamptz else buyer_meets_at end,
      seller_meets_at = case when ${isBuyer} then seller_meets_at else ${at}::timestamptz end
    where booking_id = ${bookingId} and state = 'awaiting'`;
  const [side, other] = isBuyer ? (['buyer', 'seller'] as const) : (['seller', 'buyer'] as const);
  if (others) queueSaleMail(tx, { kind: 'meeting-agreed', bookingId }, at);
  else queueSaleMail(tx, { kind: 'meeting-asked', bookingId, about: side, readers: [other] }, at);
  return 1;
}
