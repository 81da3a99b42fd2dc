import { and, eq, isNull } from 'drizzle-orm';
import { newId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import { products } from '../../database/schema/sales.ts';
import { wishlistItems } from '../../database/schema/wishlist.ts';
import type { Tx } from '../../database/transaction.ts';
import { lockUser } from '../users/lock-user.ts';

/**
 * Remembers a product for a user; the same product again is the same item. The product itself is not touched, only kept
 * from being sold meanwhile: what is sold already is remembered as paid, as a payment marks it for everybody else.
 * @returns how many items were added: 1, or 0 when it was remembered before
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
    .select({ status: products.status })
    .from(products)
    .where(and(eq(products.id, productId), isNull(products.withdrawnAt)))
    .for('key share');
  if (!product) throw new Problem('not-found', 'This instrument is not on sale any more');
  const paidAt = product.status === 'sold' ? at : null;
  const added = await tx
    .insert(wishlistItems)
    .values({ id: newId(at), userId: user.id, productId, paidAt, createdAt: at })
    .onConflictDoNothing({ target: [wishlistItems.userId, wishlistItems.productId] })
    .returning({ id: wishlistItems.id });
  return added.length > 0 ? 1 : 0;
}

/**
 * Forgets an item of the user's own wishlist.
 * @throws Problem not-found, also for somebody else's
 */
export async function removeFromWishlist(
  tx: Tx,
  user: { id: string },
  itemId: string,
): Promise<void> {
  const removed = await tx
    .delete(wishlistItems)
    .where(and(eq(wishlistItems.id, itemId), eq(wishlistItems.userId, user.id)))
    .returning({ id: wishlistItems.id });
  if (removed.length === 0) throw new Problem('not-found', 'This is not on your wishlist');
}
