import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import { bookingNotFound } from '../bookings/lock-sale.ts';
import { queueSaleMail } from '../mails/queue-sale-mail.ts';
import { findUser } from '../users/find-user.ts';
import { cancelSale } from './cancel-sale.ts';
import { lockFulfilment, requireTransition, requireUndisputed } from './lock-fulfilment.ts';

/**
 * Records that the buyer asks the seller to cancel a paid sale, once for each sale, and queues a mail to the seller.
 * The request is void as soon as the instrument is handed over, sent, or the sale cancelled: it counts in the state
 * `awaiting` only.
 * @returns how many sales changed: 0 when the buyer has asked before
 * @throws Problem not-signed-in when the actor was removed; not-found when the purchase is another user's; conflict
 * when it is not paid, was handed over or sent, is over, a dispute is open, the seller has declined or was removed, or
 * the buyer may cancel alone
 */
export async function requestCancellation(
  tx: Tx,
  actor: { id: string },
  { bookingId, reason }: { bookingId: string; reason: string },
  at: Date,
): Promise<0 | 1> {
  const { booking, fulfilment } = await lockFulfilment(tx, { bookingId, actorId: actor.id });
  if (booking.buyerId !== actor.id) throw bookingNotFound();
  const { state, cancellationRequest, cancelFrom: time } = requireUndisputed(fulfilment);
  requireTransition(state, 'cancelled', 'seller');
  if (cancellationRequest === 'declined') {
    throw new Problem(
      'conflict',
      msg`The seller has declined. If it is not handed over or sent, you can cancel from ${time}`,
    );
  }
  if (cancellationRequest === 'open') return 0;
  if (at >= time) {
    throw new Problem('conflict', msg`You can cancel this sale yourself now`);
  }
  if (!(await findUser(tx.sql, booking.sellerId))) {
    throw new Problem('conflict', msg`The account of the seller was closed. Write to the shop`);
  }
  tx.write`
    update fulfilments set cancellation_requested_at = ${at},
      cancellation_request_reason = ${reason}
    where booking_id = ${bookingId} and state = 'awaiting'`;
  queueSaleMail(tx, { kind: 'cancellation-requested', bookingId, readers: ['seller'] }, at);
  return 1;
}

/**
 * The seller's answer: accepting cancels the sale (`cancelSale`), declining queues a mail to the buyer. What was
 * declined can still be accepted.
 * @returns how many sales changed: 0 when it was answered so before
 * @throws Problem as `cancelSale`; not-found when the sale is another user's; conflict when the buyer has not asked
 */
export async function answerCancellation(
  tx: Tx,
  actor: { id: string },
  { bookingId, state }: { bookingId: string; state: 'accepted' | 'declined' },
  at: Date,
): Promise<0 | 1> {
  const { booking, fulfilment } = await lockFulfilment(tx, { bookingId, actorId: actor.id });
  if (booking.sellerId !== actor.id) throw bookingNotFound();
  if (fulfilment && !fulfilment.cancellationRequest) {
    throw new Problem('conflict', msg`The buyer has not asked to cancel this sale`);
  }
  if (state === 'accepted') return cancelSale(tx, actor, { bookingId, reason: byRequest }, at);
  const { state: from, cancellationRequest } = requireUndisputed(fulfilment);
  requireTransition(from, 'cancelled', 'seller');
  if (cancellationRequest === 'declined') return 0;
  tx.write`
    update fulfilments set cancellation_declined_at = ${at}
    where booking_id = ${bookingId} and state = 'awaiting'`;
  queueSaleMail(tx, { kind: 'cancellation-declined', bookingId, readers: ['buyer'] }, at);
  return 1;
}

const byRequest = 'The buyer asked for it';
