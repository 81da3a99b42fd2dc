import type { Tx } from '../../database/transaction.ts';
import { writeRelease } from '../ledger/write-ledger.ts';

/**
 * SQL about a row of `payments`: the cents of its charge that have gone back to the buyer, refunded elsewhere or taken by
 * lost chargebacks. Its own refund, that of `refund_cents`, is not among them.
 */
export const reversedCents = `(payments.elsewhere_cents + coalesce((
  select sum(c.amount_cents)::bigint from chargebacks c
  where c.payment_id = payments.id and c.state = 'lost'), 0))`;

/** SQL about a row of `payments`: the cents of its charge that have gone back by whatever way, its own refund too. */
export const allReversedCents = `least(payments.amount_cents, ${reversedCents}
  + case when payments.state = 'refunded' then coalesce(payments.refund_cents, payments.amount_cents)
    else 0 end)`;

/**
 * SQL about a row of `payments` whose refund is due: the cents that it gives back, no more than is left of the charge. A refund
 * of all of it has no `refund_cents`, whatever was refunded elsewhere.
 */
export const refundDueCents = `least(coalesce(payments.refund_cents, payments.amount_cents),
  payments.amount_cents - ${reversedCents})`;

/** SQL about a row of `payments`: the cents that the provider has refunded of its charge, by the ledger. */
export const bookedRefunds = `coalesce((
  select sum(e.amount_cents)::bigint from ledger_entries e
  where e.booking_id = payments.booking_id and e.kind = 'refund'
    and e.credit = 'provider:' || payments.provider
    and split_part(e.cause, ':', 1) = payments.id::text), 0)`;

/** SQL about a row of `payments`: the cents of what was paid for sending that have gone back, by the ledger. */
export const goneShippingCents = `coalesce((
  select sum(e.amount_cents)::bigint from ledger_entries e
  where e.booking_id = payments.booking_id and e.kind in ('refund', 'chargeback')
    and e.credit = 'provider:' || payments.provider
    and split_part(e.cause, ':', 1) = payments.id::text and e.cause like '%:shipping'), 0)`;

/** Marks a payment of whose charge nothing is left, though the shop has not refunded it. */
export function markReversed(
  tx: Tx,
  { paymentId, reason }: { paymentId: string; reason: string | null },
  at: Date,
): void {
  tx.write`
    update payments set state = 'refunded', refund_reason = ${reason}, refund_cents = null,
      refunded_at = coalesce(refunded_at, ${at}::timestamptz)
    where id = ${paymentId}`;
}

/**
 * Releases what is still pending of a completed sale once no refund of it is due any more: the refund may have taken less from
 * the seller than was withheld for it. The caller has locked the sale.
 * @param cause of the entry that has left it
 */
export async function releaseRest(
  tx: Tx,
  { bookingId, sellerId, cause }: { bookingId: string; sellerId: string; cause: string },
  at: Date,
): Promise<void> {
  const [completed] = await tx.sql`
    select from fulfilments where booking_id = ${bookingId} and state = 'completed' and not exists (
      select from payments where booking_id = ${bookingId} and state = 'refund-due')`;
  if (completed) await writeRelease(tx, { bookingId, sellerId, cause: `${cause}:rest` }, at);
}
