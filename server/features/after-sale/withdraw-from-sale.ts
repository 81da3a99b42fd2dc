import { giveBackByOf } from '#contract/after-sale/sale-rights.ts';
import { withdrawalReason } from '#contract/after-sale/shop-reasons.ts';
import { newId } from '../../core/ids.ts';
import type { Tx } from '../../database/transaction.ts';
import { auditTargetOf } from '../bookings/lock-sale.ts';
import { queueSaleMail } from '../mails/queue-sale-mail.ts';
import { cancelAwaitingSale } from '../payments/cancel-awaiting-sale.ts';
import { writeAuditEntry } from '../users/write-audit-entry.ts';
import { lockFulfilment, requireSide } from './lock-fulfilment.ts';
import { readRightFacts, requireRight } from './read-right-facts.ts';

/**
 * Withdraws its buyer from a purchase from a trader (Consumer Rights Directive, articles 9 and 11a), whatever step the
 * sale is at. Before the handover it cancels the sale and makes the refund due. Afterwards it begins a return that
 * counts as accepted, to the trader's address as the booking has it; a return that was asked for, accepted, contested
 * or not made in time becomes that return. What is on its way stays so: the time to give it back begins with the
 * receipt. A dispute about a contested return ends with it; another one goes on. An admin may withdraw for a buyer
 * whose account was removed. Both sides get a mail with the time, and an audit entry is written.
 * @returns when it was received: now, or the first time when it is repeated
 * @throws Problem not-signed-in when the actor was removed; not-found when the sale is another user's; conflict, with
 * the reason, when there is no such right (`saleRights`)
 */
export async function withdrawFromSale(
  tx: Tx,
  actor: { id: string },
  bookingId: string,
  at: Date,
): Promise<Date> {
  const sale = await lockFulfilment(tx, { bookingId, actorId: actor.id });
  await requireSide(tx, sale, actor.id, 'buyer');
  const facts = await readRightFacts(tx, bookingId);
  if (facts.withdrawnAt) return facts.withdrawnAt;
  requireRight('withdraw', facts, at);
  tx.write`update bookings set withdrawn_at = ${at} where id = ${bookingId}`;
  const entry = { action: 'sale-withdrawn-from', actorId: actor.id } as const;
  await writeAuditEntry(tx, { ...entry, ...auditTargetOf(sale.booking) }, at);
  if (facts.sentAt || facts.receivedAt) {
    startReturn(tx, { bookingId, totalCents: sale.booking.totalCents, ...facts }, at);
  } else if (!facts.isDisputed) {
    const cancelled = { cancelledBy: actor.id, cancelReason: withdrawalReason };
    await cancelAwaitingSale(tx, { bookingId, ...cancelled }, at);
  }
  return at;
}

interface Withdrawn {
  bookingId: string;
  totalCents: number;
  traderAddress: string | null;
  receivedAt: Date | null;
}

function startReturn(
  tx: Tx,
  { bookingId, totalCents, traderAddress, receivedAt }: Withdrawn,
  at: Date,
): void {
  // A withdrawn return needs no answer, so there is nothing left to decide.
  tx.write`
    update disputes set state = 'decided', decided_at = ${at}, refund_cents = ${totalCents},
      goes_back = true, decision_reason = ${withdrawalReason}
    where booking_id = ${bookingId} and state = 'open' and cause = 'return-contested'`;
  const giveBackBy = giveBackByOf({ receivedAt, acceptedAt: at, placeGivenAt: at });
  tx.write`
    insert into returns (id, booking_id, reason, state, requested_at, decided_at, place, give_back_by)
    values (${newId(at)}, ${bookingId}, ${withdrawalReason}, 'accepted', ${at}, ${at},
      ${traderAddress}, case when ${traderAddress}::text is not null then ${giveBackBy}::timestamptz end)
    on conflict (booking_id) do update set state = 'accepted', decided_at = ${at}, lapsed_at = null,
      place = coalesce(returns.place, excluded.place), buyer_keeps_it = false,
      give_back_by = case when coalesce(returns.place, excluded.place) is not null
        then ${giveBackBy}::timestamptz end`;
  // Apart from the mail about a return that was accepted before.
  queueSaleMail(tx, { kind: 'return-accepted', bookingId, about: 'withdrawal' }, at);
}
