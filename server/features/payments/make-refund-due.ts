import type { PartOfCharge } from '#contract/payments/refund-parts.ts';
import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import { rawSql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import { goneShippingCents, reversedCents } from './reversed-cents.ts';

interface DueRefund {
  bookingId: string;
  /** One of `refundReasons`. */
  refundReason: string;
  /** All of it by default. */
  refundCents?: number | undefined;
  /** The part of it that was paid for sending; by default the price goes back first. */
  refundShippingCents?: number | null | undefined;
}

/** In cents. */
interface MadeDue extends Omit<PartOfCharge, 'fullCommissionCents'> {
  /** What the refund gives back: no more than is left of the charge. */
  amountCents: number;
  /** What went back of the charge before, refunded elsewhere or taken by lost chargebacks. */
  goneCents: number;
}

/**
 * Makes the refund of a booking's payment due; the job `payments-refunded` makes it. The caller has locked the sale.
 * @throws Problem conflict when it is due or made already
 */
export async function makeRefundDue(
  tx: Tx,
  { bookingId, refundReason, refundCents, refundShippingCents }: DueRefund,
): Promise<MadeDue> {
  const gone = rawSql(reversedCents);
  // What a chargeback has taken, or was refunded at the provider, cannot be refunded again.
  const [due] = await tx.sql<MadeDue[]>`
    update payments set state = 'refund-due', refund_reason = ${refundReason},
      refund_cents = nullif(least(${refundCents ?? null}::bigint, amount_cents - ${gone}), amount_cents),
      refund_shipping_cents = ${refundShippingCents ?? null}::bigint
    where booking_id = ${bookingId} and state = 'recorded'
    returning coalesce(refund_cents, amount_cents) as "amountCents", ${gone} as "goneCents",
      amount_cents as "chargedCents", shipping_cents as "shippingCents",
      refund_shipping_cents as "askedShippingCents",
      ${rawSql(goneShippingCents)} as "goneShippingCents"`;
  if (!due) throw new Problem('conflict', msg`The payment of this booking was given back already`);
  return due;
}
