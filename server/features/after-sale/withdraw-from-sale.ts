import { saleTimes } from '#contract/constants.ts';
import { msg } from '#contract/text.ts';
import { withdrawalReason } from '#contract/withdrawal-reason.ts';
import { newId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import { auditTargetOf, bookingNotFound } from '../bookings/lock-sale.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { makeRefundDue } from '../payments/make-refund-due.ts';
import { refundReasons } from '../payments/payments.ts';
import { readTraderStatement } from '../users/state-trader.ts';
import { writeAuditEntry } from '../users/write-audit-entry.ts';
import { lockFulfilment, requireUndisputed } from './lock-fulfilment.ts';
import { markReceived } from './receive.ts';

/**
 * Withdraws its buyer from a purchase from a trader (Consumer Rights Directive, articles 9 and 11a). Before the handover it
 * cancels the sale and makes the refund due. Afterwards it begins a return that counts as accepted, to the trader's address;
 * what was sent counts as received with it. Both sides get a mail with the time at once, and an audit entry is written. A requested return that the seller
 * has not answered becomes a withdrawal.
 * @returns when it was received: now, or the first time when it is repeated
 * @throws Problem not-signed-in when the buyer was removed; not-found when the sale is somebody else's; conflict when the
 *   seller is no trader, when it is not paid or over, when the time is over, and when a dispute is open
 */
export async function withdrawFromSale(
  tx: Tx,
  buyer: { id: string },
  bookingId: string,
  at: Date,
): Promise<Date> {
  const sale = await lockFulfilment(tx, { bookingId, actorId: buyer.id });
  if (sale.booking.buyerId !== buyer.id) throw bookingNotFound();
  const [terms] = await tx.sql<Terms[]>`
    select b.withdrawal_days as days, b.withdrawn_at as "withdrawnAt", b.seller_id as "sellerId",
      f.return_until as until, r.state as "returnState"
    from bookings b left join fulfilments f on f.booking_id = b.id
    left join returns r on r.booking_id = b.id
    where b.id = ${bookingId}`;
  if (!terms || terms.days === null) {
    throw new Problem(
      'conflict',
      msg`Its seller is no trader, so there is no right to withdraw from this purchase`,
    );
  }
  if (terms.withdrawnAt) return terms.withdrawnAt;
  const { state, paidAt } = requireUndisputed(sale.fulfilment);
  const isOpen = terms.returnState === null || terms.returnState === 'requested';
  if (!isOpen || !openStates.includes(state) || (terms.until && at >= terms.until)) {
    throw new Problem('conflict', msg`The time to withdraw from this purchase is over`);
  }
  tx.write`update bookings set withdrawn_at = ${at} where id = ${bookingId}`;
  const entry = { action: 'sale-withdrawn-from', actorId: buyer.id } as const;
  await writeAuditEntry(tx, { ...entry, ...auditTargetOf(sale.booking) }, at);
  if (state === 'awaiting') {
    await makeRefundDue(tx, { bookingId, refundReason: refundReasons.saleCancelled });
    tx.write`
      update fulfilments set state = 'cancelled', cancelled_at = ${at}, cancelled_by = ${buyer.id},
        cancel_reason = ${withdrawalReason}
      where booking_id = ${bookingId} and state = 'awaiting'`;
    queueMail(tx, { kind: 'sale-cancelled', bookingId }, at);
    return at;
  }
  if (state === 'sent') markReceived(tx, { bookingId, paidAt, isTold: false }, at);
  await startReturn(tx, { bookingId, sellerId: terms.sellerId }, at);
  return at;
}

interface Terms {
  /** Null for a private sale. */
  days: number | null;
  withdrawnAt: Date | null;
  sellerId: string;
  until: Date | null;
  returnState: string | null;
}

const openStates: readonly string[] = ['awaiting', 'sent', 'received'];

async function startReturn(
  tx: Tx,
  { bookingId, sellerId }: { bookingId: string; sellerId: string },
  at: Date,
): Promise<void> {
  const place = (await readTraderStatement(tx.sql, sellerId))?.address ?? null;
  const giveBackBy = new Date(at.getTime() + saleTimes.giveBackDays * 86_400_000);
  tx.write`
    insert into returns (id, booking_id, reason, state, requested_at, decided_at, place, give_back_by)
    values (${newId(at)}, ${bookingId}, ${withdrawalReason}, 'accepted', ${at}, ${at},
      left(${place}::text, 300), ${giveBackBy})
    on conflict (booking_id) do update set state = 'accepted', decided_at = ${at},
      place = excluded.place, give_back_by = excluded.give_back_by`;
  queueMail(tx, { kind: 'return-accepted', bookingId }, at);
}
