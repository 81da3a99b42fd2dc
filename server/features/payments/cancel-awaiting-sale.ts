import type { Tx } from '../../database/transaction.ts';
import { queueSaleMail } from '../mails/queue-sale-mail.ts';
import { makeRefundDue } from './make-refund-due.ts';
import { refundReasons } from './payments.ts';

interface Cancelled {
  bookingId: string;
  /** Null: the clock, or a chargeback that has ended. */
  cancelledBy?: string | null;
  cancelReason: string;
}

/**
 * Cancels a sale before the handover, and makes the refund due; both sides get a mail. The caller has locked the sale, and no
 * dispute about it is open.
 */
export async function cancelAwaitingSale(
  tx: Tx,
  { bookingId, cancelledBy = null, cancelReason }: Cancelled,
  at: Date,
): Promise<void> {
  await makeRefundDue(tx, { bookingId, refundReason: refundReasons.saleCancelled });
  tx.write`
    update fulfilments set state = 'cancelled', cancelled_at = ${at}, cancelled_by = ${cancelledBy},
      cancel_reason = ${cancelReason}
    where booking_id = ${bookingId} and state = 'awaiting'`;
  queueSaleMail(tx, { kind: 'sale-cancelled', bookingId }, at);
}
