import { and, eq } from 'drizzle-orm';
import { bookings, products } from '../database/schema/sales.ts';
import type { Tx } from '../database/transaction.ts';
import { releaseExpiredHolds } from '../features/bookings/release-expired-holds.ts';
import { queueMail } from '../features/mails/queue-mail.ts';
import { recordCatalogueChange } from '../features/products/catalogue-changes.ts';
import { saveFurtherPictures } from '../features/products/listing-pictures.ts';
import { auditAdminChange, lockOwnProduct } from '../features/products/lock-own-product.ts';
import type { Actor } from '../features/users/lock-user.ts';

/**
 * Takes a product off sale for good. It is not erased: bookings, payments and wishlists go on referring to it. An unpaid
 * booking of it is released and its buyer is written to; what they may have begun to pay is refunded when it arrives
 * (`recordCharge`). Locks the product, then its booking, so that no booking and no payment comes between. What an admin
 * withdraws of somebody else is noted.
 * @throws Problem as `lockOwnProduct` does: conflict when somebody has paid for it
 */
export async function withdrawProduct(tx: Tx, actor: Actor, id: string, at: Date): Promise<void> {
  const product = await lockOwnProduct(tx, actor, id);
  await releaseExpiredHolds(tx, eq(bookings.productId, id), at);
  const released = await tx
    .update(bookings)
    .set({ state: 'released', releasedAt: at, releaseReason: 'withdrawn' })
    .where(and(eq(bookings.productId, id), eq(bookings.state, 'held')))
    .returning({ id: bookings.id });
  for (const { id: bookingId } of released) {
    await queueMail(tx, { kind: 'hold-expired', bookingId, readers: ['buyer'] }, at);
  }
  await tx.update(products).set({ withdrawnAt: at }).where(eq(products.id, id));
  // Nobody sees these any more. The first picture stays for those who booked it or wish for it.
  await saveFurtherPictures(tx, id, []);
  await recordCatalogueChange(tx, id, at);
  await auditAdminChange(tx, 'product-withdrawn', { actor, product }, at);
}
