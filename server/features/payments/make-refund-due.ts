import { and, eq, sql } from 'drizzle-orm';
import { Problem } from '../../core/problem.ts';
import { payments } from '../../database/schema/payments.ts';
import type { Tx } from '../../database/transaction.ts';
import { goneOfPayment } from './gone-money.ts';

interface DueRefund {
  bookingId: string;
  /** One of `refundReasons`. */
  refundReason: string;
  /** All of it by default. */
  refundCents?: number | undefined;
}

/**
 * Makes the refund of a booking's payment due; the job `payments-refunded` makes it. The caller has locked the sale.
 * @throws Problem conflict when it is due or made already
 */
export async function makeRefundDue(
  tx: Tx,
  { bookingId, refundReason, refundCents }: DueRefund,
): Promise<void> {
  const due = await tx
    .update(payments)
    .set({
      state: 'refund-due',
      refundReason,
      // What a chargeback has taken, or somebody refunded at the provider, cannot be refunded again.
      refundCents: sql`nullif(least(${refundCents ?? null}::int,
        amount_cents - ${sql.raw(goneOfPayment)}), amount_cents)`,
    })
    .where(and(eq(payments.bookingId, bookingId), eq(payments.state, 'recorded')))
    .returning({ id: payments.id });
  if (due.length === 0) {
    throw new Problem('conflict', 'The payment of this booking was given back already');
  }
}
