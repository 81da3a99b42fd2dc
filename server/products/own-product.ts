import { and, eq, isNull } from 'drizzle-orm';
import { products } from '../database/schema/sales.ts';
import type { Tx } from '../database/transaction.ts';
import { Problem } from '../problem.ts';
import type { Actor } from '../users/lock.ts';

export type LockedProduct = typeof products.$inferSelect;

/**
 * Locks a product for a change by its seller or by an admin, who may do to any product what its seller may. Nobody books
 * it, pays for it or changes it until the transaction ends.
 * @throws Problem not-found, also when it is withdrawn or somebody else's; conflict when it is sold
 */
export async function lockOwnProduct(tx: Tx, actor: Actor, id: string): Promise<LockedProduct> {
  const own = actor.role === 'admin' ? undefined : eq(products.sellerId, actor.id);
  const [product] = await tx
    .select()
    .from(products)
    .where(and(eq(products.id, id), isNull(products.withdrawnAt), own))
    .for('update');
  if (!product) throw new Problem('not-found', 'There is no such instrument of yours');
  if (product.status === 'sold') throw new Problem('conflict', 'This instrument is sold');
  return product;
}
