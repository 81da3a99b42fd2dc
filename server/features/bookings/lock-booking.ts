import { eq } from 'drizzle-orm';
import { bookings, products } from '../../database/schema/sales.ts';
import type { Tx } from '../../database/transaction.ts';

export type LockedBooking = NonNullable<Awaited<ReturnType<typeof lockBooking>>>;

/**
 * Locks a booking's product, then the booking, in the order in which everything does (see `users/lock.ts`): what is
 * read here stays true until the transaction ends.
 * @returns null when there is no such booking
 */
export async function lockBooking(tx: Tx, id: string) {
  const product = tx.select({ id: bookings.productId }).from(bookings).where(eq(bookings.id, id));
  await tx.select({ id: products.id }).from(products).where(eq(products.id, product)).for('update');
  const [booking] = await tx
    .select({
      id: bookings.id,
      productId: bookings.productId,
      productName: bookings.productName,
      buyerId: bookings.buyerId,
      buyerName: bookings.buyerName,
      buyerEmail: bookings.buyerEmail,
      sellerId: bookings.sellerId,
      state: bookings.state,
      holdExpiresAt: bookings.holdExpiresAt,
      paidAt: bookings.paidAt,
    })
    .from(bookings)
    .where(eq(bookings.id, id))
    .for('update');
  return booking ?? null;
}

/** Whom and what the audit names when an admin acts on a booking. */
export function auditTargetOf({
  buyerId,
  buyerName,
  buyerEmail,
  productId,
  productName,
}: LockedBooking) {
  return {
    subject: { id: buyerId, name: buyerName, email: buyerEmail },
    product: { id: productId, name: productName },
  };
}
