import { and, eq, gt, isNull } from 'drizzle-orm';
import { newId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import { availabilityAlerts } from '../../database/schema/availability-alerts.ts';
import { bookings, products } from '../../database/schema/sales.ts';
import type { Tx } from '../../database/transaction.ts';
import { productNotOnSale } from '../products/read-product.ts';
import { lockUser } from '../users/lock-user.ts';

/**
 * Notes that the user wants one mail when this product, which somebody else holds, is free again. `releaseHolds` queues
 * the mail. Locks the user and the product, so that no hold ends unseen in between.
 * @returns how many alerts were added: 1, or 0 when the user had asked already
 * @throws Problem not-signed-in when the user was removed; not-found; not-allowed for its seller; conflict when it is
 *   sold, when nobody holds it, and for its holder
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
    throw new Problem('not-allowed', 'This is your own instrument');
  }
  if (product.status === 'sold') throw new Problem('conflict', 'This instrument is sold');
  const holderId = await findHolder(tx, productId, at);
  if (holderId === undefined) {
    throw new Problem('conflict', 'It is free now: you can book it at once');
  }
  if (holderId === userId) throw new Problem('conflict', 'You hold this instrument yourself');
  const added = await tx
    .insert(availabilityAlerts)
    .values({ id: newId(at), productId, userId, createdAt: at })
    .onConflictDoNothing({ target: [availabilityAlerts.productId, availabilityAlerts.userId] })
    .returning({ id: availabilityAlerts.id });
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
  const removed = await tx
    .delete(availabilityAlerts)
    .where(and(eq(availabilityAlerts.productId, productId), eq(availabilityAlerts.userId, userId)))
    .returning({ id: availabilityAlerts.id });
  return removed.length > 0 ? 1 : 0;
}

async function lockWatchedProduct(tx: Tx, id: string) {
  const [product] = await tx
    .select({ sellerId: products.sellerId, status: products.status })
    .from(products)
    .where(and(eq(products.id, id), isNull(products.withdrawnAt)))
    .for('share');
  return product;
}

async function findHolder(tx: Tx, productId: string, at: Date): Promise<string | undefined> {
  const [hold] = await tx
    .select({ buyerId: bookings.buyerId })
    .from(bookings)
    .where(
      and(
        eq(bookings.productId, productId),
        eq(bookings.state, 'held'),
        gt(bookings.holdExpiresAt, at),
      ),
    );
  return hold?.buyerId;
}
