import { eq } from 'drizzle-orm';
import { bookings, products } from '../../database/schema/sales.ts';
import type { Tx } from '../../database/transaction.ts';

export type LockedBooking = NonNullable<Awaited<ReturnType<typeof lockBooking>>>;

/**
 * Locks a booking's product, then the booking (the order of locks is in `users/lock-user.ts`), so that no other
 * transaction changes them until this one ends.
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

/** The subject and product of an audit entry about a booking. */
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
