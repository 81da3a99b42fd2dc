import { eq } from 'drizzle-orm';
import { Problem } from '../../core/problem.ts';
import { pipeline } from '../../database/pipeline.ts';
import { bookings, products } from '../../database/schema/sales.ts';
import type { Tx } from '../../database/transaction.ts';

/** A booking and its product, which nobody else changes until the transaction ends. */
export type LockedSale = Awaited<ReturnType<typeof lockSale>>;

/**
 * Locks a booking in the order that the whole shop keeps (`users/lock.ts`): its product first, then the booking.
 * @throws Problem not-found when there is no such booking
 */
export async function lockSale(tx: Tx, bookingId: string) {
  const place = tx
    .select({ productId: bookings.productId })
    .from(bookings)
    .where(eq(bookings.id, bookingId));
  // Sent together, done in this order.
  const [[product], [booking]] = await pipeline([
    tx
      .select({
        id: products.id,
        status: products.status,
        priceCents: products.priceCents,
        withdrawnAt: products.withdrawnAt,
      })
      .from(products)
      .where(eq(products.id, place))
      .for('update'),
    tx
      .select({
        id: bookings.id,
        buyerId: bookings.buyerId,
        buyerEmail: bookings.buyerEmail,
        productName: bookings.productName,
        priceCents: bookings.priceCents,
        state: bookings.state,
        releaseReason: bookings.releaseReason,
        holdExpiresAt: bookings.holdExpiresAt,
        holdExtended: bookings.holdExtended,
      })
      .from(bookings)
      .where(eq(bookings.id, bookingId))
      .for('update'),
  ]);
  if (!product || !booking) throw bookingNotFound();
  return { product, booking };
}

function bookingNotFound(): Problem {
  return new Problem('not-found', 'There is no such booking of yours');
}
