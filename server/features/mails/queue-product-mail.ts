import { newId } from '../../core/ids.ts';
import { currentRequestId } from '../../core/request-context.ts';
import { productMails } from '../../database/schema/product-mails.ts';
import type { Tx } from '../../database/transaction.ts';

/** Queues a mail to the seller of a product that an admin has removed. It is sent after the commit. */
export async function queueProductMail(
  tx: Tx,
  { productId, reason }: { productId: string; reason: string },
  at: Date,
): Promise<void> {
  await tx
    .insert(productMails)
    .values({ id: newId(at), productId, reason, createdAt: at, requestId: currentRequestId() });
  tx.announce('mail-queued');
}
