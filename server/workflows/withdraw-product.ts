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
 * Withdraws a product from sale for good. The row stays, because bookings, payments and wishlists refer to it. An unpaid
 * booking is released with a mail to its buyer, and a charge that arrives later is refunded (`recordCharge`). When an
 * admin withdraws another user's product, an audit entry is written. Locks the actor, the product, then its booking.
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
  // The first picture is not deleted: bookings and wishlists show it.
  await saveFurtherPictures(tx, id, []);
  await recordCatalogueChange(tx, id, at);
  await auditAdminChange(tx, 'product-withdrawn', { actor, product }, at);
}
