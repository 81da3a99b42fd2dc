import { and, eq, isNull } from 'drizzle-orm';
import { newId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import { products } from '../../database/schema/sales.ts';
import { wishlistItems } from '../../database/schema/wishlist.ts';
import type { Tx } from '../../database/transaction.ts';
import { recordPersonalChange } from '../products/catalogue-changes.ts';
import { productNotOnSale } from '../products/read-product.ts';
import { lockUser } from '../users/lock-user.ts';

/**
 * Adds a product to a user's wishlist, unless it is there already. Locks the product, so that it cannot be sold
 * meanwhile: an item of a sold product is marked as paid, as a payment marks the items that exist.
 * @returns how many items were added: 1, or 0 when it was on the wishlist already
 * @throws Problem not-signed-in when the user was removed; not-found, also for a withdrawn product
 */
export async function wishProduct(
  tx: Tx,
  user: { id: string },
  productId: string,
  at: Date,
): Promise<0 | 1> {
  await lockUser(tx, user.id);
  const [product] = await tx
    .select({ status: products.status, priceCents: products.priceCents })
    .from(products)
    .where(and(eq(products.id, productId), isNull(products.withdrawnAt)))
    .for('key share');
  if (!product) throw productNotOnSale();
  const paidAt = product.status === 'sold' ? at : null;
  const added = await tx
    .insert(wishlistItems)
    .values({
      id: newId(at),
      userId: user.id,
      productId,
      paidAt,
      createdAt: at,
      knownPriceCents: product.priceCents,
    })
    .onConflictDoNothing({ target: [wishlistItems.userId, wishlistItems.productId] })
    .returning({ id: wishlistItems.id });
  if (added.length === 0) return 0;
  recordPersonalChange(tx, user.id, at);
  return 1;
}

/**
 * Removes an item from the user's own wishlist.
 * @throws Problem not-found, also for somebody else's
 */
export async function removeFromWishlist(
  tx: Tx,
  user: { id: string },
  itemId: string,
  at: Date,
): Promise<void> {
  const removed = await tx
    .delete(wishlistItems)
    .where(and(eq(wishlistItems.id, itemId), eq(wishlistItems.userId, user.id)))
    .returning({ id: wishlistItems.id });
  if (removed.length === 0) throw new Problem('not-found', 'This is not on your wishlist');
  recordPersonalChange(tx, user.id, at);
}
