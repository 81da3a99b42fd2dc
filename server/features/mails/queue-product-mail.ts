import { newId } from '../../core/ids.ts';
import { currentRequestId } from '../../core/request-context.ts';
import type { Tx } from '../../database/transaction.ts';

/** Queues a mail to the seller of a product that an admin has removed. It is sent after the commit. */
export function queueProductMail(
  tx: Tx,
  { productId, reason }: { productId: string; reason: string },
  at: Date,
): void {
  tx.write`
    insert into product_mails (id, product_id, reason, created_at, request_id)
    values (${newId(at)}, ${productId}, ${reason}, ${at}, ${currentRequestId()})`;
  tx.announce('mail-queued');
}
