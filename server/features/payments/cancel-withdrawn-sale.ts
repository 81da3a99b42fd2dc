import { withdrawalReason } from '#contract/after-sale/withdrawal-reason.ts';
import type { Tx } from '../../database/transaction.ts';
import { queueSaleMail } from '../mails/queue-sale-mail.ts';
import { makeRefundDue } from './make-refund-due.ts';
import { refundReasons } from './payments.ts';

/**
 * Cancels a sale from which its buyer has withdrawn before the handover, and makes the refund due; both sides get a mail. The
 * caller has locked the sale, and no dispute about it is open.
 */
export async function cancelWithdrawnSale(
  tx: Tx,
  { bookingId, cancelledBy = null }: { bookingId: string; cancelledBy?: string | null },
  at: Date,
): Promise<void> {
  await makeRefundDue(tx, { bookingId, refundReason: refundReasons.saleCancelled });
  tx.write`
    update fulfilments set state = 'cancelled', cancelled_at = ${at}, cancelled_by = ${cancelledBy},
      cancel_reason = ${withdrawalReason}
    where booking_id = ${bookingId} and state = 'awaiting'`;
  queueSaleMail(tx, { kind: 'sale-cancelled', bookingId }, at);
}
