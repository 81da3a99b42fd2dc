import { eq } from 'drizzle-orm';
import { Problem } from '../../core/problem.ts';
import { pipeline } from '../../database/pipeline.ts';
import { bookings, products } from '../../database/schema/sales.ts';
import type { Tx } from '../../database/transaction.ts';
import { lockPresentUsers, requirePresent } from '../users/lock-user.ts';

interface SaleToLock {
  bookingId: string;
  /** The user who changes the sale. */
  actorId?: string;
  /** Locks the seller too, so that they cannot be removed before the transaction ends. */
  withSeller?: boolean;
}

export type LockedSale = Awaited<ReturnType<typeof lockSale>>;

/**
 * Locks a sale in the order that `users/lock-user.ts` documents: users, the product, the booking. No other transaction
 * can change them until this one ends. Takes one round trip.
 * @returns `actorRole` is the actor's role now; `isSellerPresent` is false when the seller was removed or not locked
 * @throws Problem not-signed-in when the actor was removed; not-found when there is no such booking
 */
export async function lockSale(tx: Tx, { bookingId, actorId, withSeller = false }: SaleToLock) {
  const isBooking = eq(bookings.id, bookingId);
  const productId = tx.select({ id: bookings.productId }).from(bookings).where(isBooking);
  const sellerId = tx.select({ id: bookings.sellerId }).from(bookings).where(isBooking);
  const userIds = [...(actorId === undefined ? [] : [actorId]), ...(withSeller ? [sellerId] : [])];
  const [users, [product], [booking]] = await pipeline([
    userIds.length > 0 ? lockPresentUsers(tx, userIds) : [],
    tx
      .select({
        id: products.id,
        status: products.status,
        priceCents: products.priceCents,
        withdrawnAt: products.withdrawnAt,
      })
      .from(products)
      .where(eq(products.id, productId))
      .for('update'),
    tx
      .select({
        id: bookings.id,
        productId: bookings.productId,
        productName: bookings.productName,
        priceCents: bookings.priceCents,
        buyerId: bookings.buyerId,
        buyerName: bookings.buyerName,
        buyerEmail: bookings.buyerEmail,
        sellerId: bookings.sellerId,
        state: bookings.state,
        releaseReason: bookings.releaseReason,
        holdExpiresAt: bookings.holdExpiresAt,
        holdExtended: bookings.holdExtended,
        paidAt: bookings.paidAt,
      })
      .from(bookings)
      .where(isBooking)
      .for('update'),
  ]);
  const actorRole = actorId === undefined ? undefined : requirePresent(users, actorId).role;
  if (!product || !booking) throw bookingNotFound();
  const isSellerPresent = users.some(({ id }) => id === booking.sellerId);
  return { actorRole, isSellerPresent, product, booking };
}

export function bookingNotFound(): Problem {
  return new Problem('not-found', 'There is no such booking');
}

/** The subject and the product of an audit entry about a booking. */
export function auditTargetOf(booking: LockedSale['booking']) {
  return {
    subject: { id: booking.buyerId, name: booking.buyerName, email: booking.buyerEmail },
    product: { id: booking.productId, name: booking.productName },
  };
}
