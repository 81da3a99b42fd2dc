import type { PaymentState } from '#contract/bookings/states.ts';
import { refundParts } from '#contract/payments/refund-parts.ts';
import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import { recordSaleEvent } from '../../database/record-event.ts';
import { rawSql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import { endSale } from '../bookings/end-sale.ts';
import { type LockedSale, lockSale } from '../bookings/lock-sale.ts';
import { accounts, releaseForRefund, writeMovement, writeRefund } from '../ledger/write-ledger.ts';
import { queueSaleMail } from '../mails/queue-sale-mail.ts';
import { isLateCharge, refundReasons } from './payments.ts';
import {
  allReversedCents,
  bookedRefunds,
  goneShippingCents,
  markReversed,
  refundDueCents,
  releaseRest,
} from './reversed-cents.ts';

interface ReportedRefunds {
  paymentId: string;
  bookingId: string;
  /** Sum of all refunds of the charge at the provider, in cents. */
  refundedCents: number;
}

/**
 * Records what the card provider has refunded of a charge without being asked by the shop, as on the provider's own page.
 * The seller gives it back as after any refund, so that it is not paid out; a refund that is due becomes smaller by it; and
 * when nothing is left of the charge, the sale is over. May be called any number of times.
 * @throws Problem unavailable when the ledger does not have the charge yet
 */
export async function recordRefundElsewhere(
  tx: Tx,
  reported: ReportedRefunds,
  at: Date,
): Promise<void> {
  const { bookingId, paymentId, refundedCents } = reported;
  const sale = await lockSale(tx, { bookingId, withSeller: true });
  const payment = await readPayment(tx, paymentId);
  const unknownCents = refundedCents - payment.bookedCents;
  if (unknownCents <= 0) return;
  if (!payment.isInLedger) {
    throw new Problem('unavailable', msg`The charge of this refund is not in the ledger yet`);
  }
  // This may be the refund that is due, whose answer was lost: the next attempt finds it.
  if (payment.state === 'refund-due' && unknownCents >= payment.dueCents) return;
  const owedCents = Math.min(unknownCents, payment.chargedCents - payment.goneCents);
  const isAll = owedCents + payment.goneCents === payment.chargedCents;
  const refund = { ...reported, payment, sale, unknownCents, owedCents, isAll };
  const shippingCents = await writeMovements(tx, refund, at);
  tx.write`
    update payments set elsewhere_cents = elsewhere_cents + ${owedCents}, elsewhere_at = ${at},
      refund_cents = case when state = 'refund-due' then ${payment.dueCents}::bigint - ${unknownCents}::bigint
        else refund_cents end,
      refund_shipping_cents = case when state = 'refund-due'
        then greatest(0, refund_shipping_cents - ${shippingCents}::bigint) else refund_shipping_cents end
    where id = ${paymentId}`;
  await releaseRest(
    tx,
    { ...sale.booking, bookingId, cause: `${paymentId}:elsewhere:${refundedCents}` },
    at,
  );
  if (owedCents <= 0) return;
  if (isAll) await endRefundedSale(tx, refund, at);
  const readers = isAll ? (['buyer'] as const) : undefined;
  const about = `${refundedCents}:${paymentId}`;
  queueSaleMail(tx, { kind: 'refunded', bookingId, about, ...(readers && { readers }) }, at);
  if (!isLateCharge(payment.refundReason)) recordSaleEvent(tx, 'sale.refunded', bookingId, at);
}

interface RefundedPayment {
  state: PaymentState;
  provider: string;
  refundReason: string | null;
  chargedCents: number;
  /** The part of it that was paid for sending, and what has gone back of that. */
  shippingCents: number;
  goneShippingCents: number;
  /** The part of its due refund that is for the shipping, as a dispute has decided; null otherwise. */
  askedShippingCents: number | null;
  /** What its refund that is due gives back. */
  dueCents: number;
  /** What has gone back of it, by whatever way. */
  goneCents: number;
  bookedCents: number;
  isInLedger: boolean;
  hasRefundEntry: boolean;
}

interface Refund extends ReportedRefunds {
  payment: RefundedPayment;
  sale: LockedSale;
  unknownCents: number;
  /** What is taken from the seller: no more than is left of the charge. */
  owedCents: number;
  isAll: boolean;
}

async function readPayment(tx: Tx, id: string): Promise<RefundedPayment> {
  const [payment] = await tx.sql<RefundedPayment[]>`
    select state, provider, refund_reason as "refundReason", amount_cents as "chargedCents",
      shipping_cents as "shippingCents", ${rawSql(goneShippingCents)} as "goneShippingCents",
      case when state = 'refund-due' then refund_shipping_cents end as "askedShippingCents",
      ${rawSql(refundDueCents)} as "dueCents",
      ${rawSql(allReversedCents)} as "goneCents", ${rawSql(bookedRefunds)} as "bookedCents",
      exists (select from ledger_entries where kind = 'charge' and cause = payments.id::text)
        as "isInLedger",
      exists (
        select from ledger_entries where kind = 'refund'
          and cause in (payments.id::text, payments.id::text || ':commission',
            payments.id::text || ':shipping')) as "hasRefundEntry"
    from payments where id = ${id}`;
  if (!payment) throw new Error(`The payment ${id} disappeared`);
  return payment;
}

/**
 * What is more than the charge has left, as when a chargeback took the money as well, is the shop's loss. It is divided as the
 * refund that is due.
 * @returns what is of the shipping, in cents
 */
async function writeMovements(tx: Tx, refund: Refund, at: Date): Promise<number> {
  const { bookingId, paymentId, refundedCents, payment, unknownCents, owedCents, isAll } = refund;
  const { provider, hasRefundEntry } = payment;
  const elsewhere = `${paymentId}:elsewhere:${refundedCents}`;
  const shared = { credit: accounts.provider(provider), kind: 'refund', bookingId } as const;
  const lost = { debit: accounts.losses, amountCents: unknownCents - owedCents };
  writeMovement(tx, { ...shared, ...lost, cause: `${elsewhere}:lost` }, at);
  const cause = isAll && !hasRefundEntry ? paymentId : elsewhere;
  if (isLateCharge(payment.refundReason)) {
    const late = { debit: accounts.unapplied, amountCents: owedCents };
    writeMovement(tx, { ...shared, ...late, cause }, at);
    return 0;
  }
  const { sellerId, fullCommissionCents } = refund.sale.booking;
  const part = { ...payment, amountCents: owedCents, fullCommissionCents };
  const { fromSeller, shippingCents } = refundParts(part);
  const release = { bookingId, sellerId, fromSeller, cause: elsewhere };
  const isReleased = await releaseForRefund(tx, release, at);
  const entry = { ...part, paymentId, bookingId, sellerId, provider, isReleased, cause };
  writeRefund(tx, { ...entry, kind: 'refund' }, at);
  return shippingCents;
}

/** A dispute has nothing to decide about any more. One about a chargeback waits for the provider's verdict. */
async function endRefundedSale(
  tx: Tx,
  { bookingId, paymentId, payment, sale, owedCents }: Refund,
  at: Date,
): Promise<void> {
  markReversed(tx, { paymentId, reason: payment.refundReason ?? refundReasons.elsewhere }, at);
  if (isLateCharge(payment.refundReason) || sale.booking.state !== 'paid') return;
  const reason = `The shop has refunded the buyer at the card provider.`;
  const ended = await tx.sql<{ id: string }[]>`
    update disputes set state = 'decided', decided_at = ${at}, goes_back = false,
      decision_reason = ${reason}, refund_cents = ${owedCents}
    where booking_id = ${bookingId} and state = 'open' and not exists (
      select from chargebacks c where c.booking_id = disputes.booking_id and c.state = 'open')
    returning id`;
  for (const { id } of ended)
    queueSaleMail(tx, { kind: 'dispute-decided', bookingId, about: id }, at);
  await endSale(tx, { sale, cancelReason: reason }, at);
}
