import { recordListingEvent } from '../database/record-event.ts';
import type { Tx } from '../database/transaction.ts';
import { releaseExpiredHolds, releaseHolds } from '../features/bookings/release-holds.ts';
import { recordCatalogueChange } from '../features/products/catalogue-changes.ts';
import { saveFurtherPictures } from '../features/products/listing-pictures.ts';
import { auditAdminChange, lockOwnProduct } from '../features/products/lock-own-product.ts';
import { queueProductMail } from '../features/products/mails.ts';
import { voidOffers } from '../features/products/void-offers.ts';
import type { Actor } from '../features/users/lock-user.ts';

/**
 * Withdraws a product from sale permanently, also one that a decision of the admins hides. The row stays, because
 * bookings, payments and wishlists refer to it. An unpaid booking is released with a mail to its buyer, and a charge
 * that arrives later is refunded (`recordCharge`). When an admin withdraws another user's product, an audit entry is
 * written. Locks the actor, the product, then its booking.
 * @param options.reason of an admin
 * @param options.because what the buyer who holds it is told
 * @throws Problem as `lockOwnProduct` does: conflict when it is paid
 */
export async function withdrawProduct(
  tx: Tx,
  actor: Actor,
  id: string,
  at: Date,
  {
    reason,
    because = 'withdrawn',
  }: { reason?: string | undefined; because?: 'withdrawn' | 'sold-elsewhere' } = {},
): Promise<void> {
  const product = await lockOwnProduct(tx, actor, id, { includesHidden: true });
  // No one is told that it is free: it is not.
  tx.write`delete from availability_alerts where product_id = ${id}`;
  const ofProduct = tx.sql`product_id = ${id}`;
  await releaseExpiredHolds(tx, ofProduct, at);
  const release = { reason: because, tellsBuyer: true } as const;
  await releaseHolds(tx, ofProduct, release, at);
  voidOffers(tx, ofProduct, 'withdrawn', at);
  // A decision that hides it now can end or be reversed, and brings it back no more.
  tx.write`update products set withdrawn_at = ${at}, hidden_for = null where id = ${id}`;
  // The first picture is not deleted: bookings and wishlists show it.
  saveFurtherPictures(tx, id, []);
  recordCatalogueChange(tx, id, at);
  recordListingEvent(tx, 'listing.withdrawn', id, at);
  await auditAdminChange(tx, 'product-withdrawn', { actor, product, reason }, at);
}

/**
 * The same by an admin, with a reason that the product's seller gets by mail and that stands in the audit.
 * @throws Problem as `lockOwnProduct` does: conflict when it is paid
 */
export async function removeProduct(
  tx: Tx,
  admin: Actor,
  { id, reason }: { id: string; reason: string },
  at: Date,
): Promise<void> {
  await withdrawProduct(tx, admin, id, at, { reason });
  queueProductMail(tx, { productId: id, reason }, at);
}
