import type { ProductStatus } from '#contract/bookings/states.ts';
import { msg } from '#contract/text.ts';
import { newId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import { recordPersonalChange } from '../products/catalogue-changes.ts';
import { productNotOnSale } from '../products/read-product.ts';
import { lockUser } from '../users/lock-user.ts';

/**
 * Adds a product to a user's wishlist, unless it is there already. Locks the product, so that it cannot be sold
 * in the meantime: an item of a sold product is marked as paid, as a payment marks the items that exist.
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
  const [product] = await tx.sql<{ status: ProductStatus; priceCents: number }[]>`
    select status, price_cents as "priceCents" from products
    where id = ${productId} and withdrawn_at is null for key share`;
  if (!product) throw productNotOnSale();
  const paidAt = product.status === 'sold' ? at : null;
  const added = await tx.sql`
    insert into wishlist_items (id, user_id, product_id, paid_at, created_at, known_price_cents)
    values (${newId(at)}, ${user.id}, ${productId}, ${paidAt}, ${at}, ${product.priceCents})
    on conflict (user_id, product_id) do nothing returning id`;
  if (added.length === 0) return 0;
  recordPersonalChange(tx, user.id, at);
  return 1;
}

/**
 * Removes an item from the user's own wishlist.
 * @throws Problem not-found, also for another user's
 */
export async function removeFromWishlist(
  tx: Tx,
  user: { id: string },
  itemId: string,
  at: Date,
): Promise<void> {
  const removed = await tx.sql`
    delete from wishlist_items where id = ${itemId} and user_id = ${user.id} returning id`;
  if (removed.length === 0) throw new Problem('not-found', msg`This is not on your wishlist`);
  recordPersonalChange(tx, user.id, at);
}
