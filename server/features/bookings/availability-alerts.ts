import type { ProductStatus } from '#contract/bookings/states.ts';
import { msg } from '#contract/text.ts';
import { newId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import { productNotOnSale } from '../products/read-product.ts';
import { lockUser } from '../users/lock-user.ts';

/**
 * Records that the user wants one mail when this product, which another user holds, is free again. `releaseHolds`
 * queues the mail. Locks the user and the product, so that no hold ends unseen in between.
 * @returns how many alerts were added: 1, or 0 when the user had asked already
 * @throws Problem not-signed-in when the user was removed; not-found; not-allowed for its seller; conflict when it is
 * sold, when it is free, and for its holder
 */
export async function requestAvailabilityAlert(
  tx: Tx,
  userId: string,
  productId: string,
  at: Date,
): Promise<0 | 1> {
  await lockUser(tx, userId);
  const product = await lockWatchedProduct(tx, productId);
  if (!product) throw productNotOnSale();
  if (product.sellerId === userId) {
    throw new Problem('not-allowed', msg`This is your own instrument`);
  }
  if (product.status === 'sold') throw new Problem('conflict', msg`This instrument is sold`);
  const holderId = await findHolder(tx, productId, at);
  if (holderId === undefined) {
    throw new Problem('conflict', msg`It is available now: you can book it right away`);
  }
  if (holderId === userId) throw new Problem('conflict', msg`You hold this instrument yourself`);
  const added = await tx.sql`
    insert into availability_alerts (id, product_id, user_id, created_at)
    values (${newId(at)}, ${productId}, ${userId}, ${at})
    on conflict (product_id, user_id) do nothing returning id`;
  return added.length > 0 ? 1 : 0;
}

/**
 * Takes the wish back. A mail that is queued already is not sent.
 * @returns how many alerts were removed
 */
export async function cancelAvailabilityAlert(
  tx: Tx,
  userId: string,
  productId: string,
): Promise<0 | 1> {
  const removed = await tx.sql`
    delete from availability_alerts
    where product_id = ${productId} and user_id = ${userId} returning id`;
  return removed.length > 0 ? 1 : 0;
}

async function lockWatchedProduct(tx: Tx, id: string) {
  const [product] = await tx.sql<{ sellerId: string; status: ProductStatus }[]>`
    select seller_id as "sellerId", status from products
    where id = ${id} and withdrawn_at is null for share`;
  return product;
}

async function findHolder(tx: Tx, productId: string, at: Date): Promise<string | undefined> {
  const [hold] = await tx.sql<{ buyerId: string }[]>`
    select buyer_id as "buyerId" from bookings
    where product_id = ${productId} and state = 'held' and hold_expires_at > ${at}`;
  return hold?.buyerId;
}
