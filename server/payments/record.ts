import { and, eq, isNull, sql } from 'drizzle-orm';
import { payments } from '../database/schema/payments.ts';
import { bookings, products } from '../database/schema/sales.ts';
import { wishlistItems } from '../database/schema/wishlist.ts';
import type { Tx } from '../database/transaction.ts';
import { newId } from '../ids.ts';
import { Problem } from '../problem.ts';
import { noteCatalogueChange } from '../products/catalogue.ts';

/** Money that the card provider has charged. */
export interface Charge {
  bookingId: string;
  amountCents: number;
  provider: string;
  transactionId: string;
}

/**
 * Records a charge. A live booking becomes paid, its product sold, and the product's wishlist items paid, all or
 * nothing. A charge for a booking that is no longer live is kept with its refund due, so that no money is ever unknown
 * here. The same charge recorded again is the same payment. Locks the product first, then the booking.
 * @returns the payment's id
 * @throws Problem not-found when there is no such booking
 */
export async function recordPayment(tx: Tx, charge: Charge, at: Date): Promise<string> {
  const booking = await lockBooking(tx, charge.bookingId);
  const known = await findPayment(tx, charge);
  if (known) return known;
  const isLive = booking.state === 'held' && booking.priceCents === charge.amountCents;
  const id = newId(at);
  await tx.insert(payments).values({
    id,
    bookingId: booking.id,
    productId: booking.productId,
    buyerId: booking.buyerId,
    amountCents: charge.amountCents,
    provider: charge.provider,
    transactionId: charge.transactionId,
    state: isLive ? 'recorded' : 'refund-due',
    refundReason: isLive ? null : 'The booking was no longer live when it was charged',
    createdAt: at,
  });
  if (isLive) await settle(tx, booking, at);
  return id;
}

type LockedBooking = Awaited<ReturnType<typeof lockBooking>>;

async function lockBooking(tx: Tx, bookingId: string) {
  const [place] = await tx
    .select({ productId: bookings.productId })
    .from(bookings)
    .where(eq(bookings.id, bookingId));
  if (!place) throw new Problem('not-found', 'There is no such booking');
  await tx
    .select({ id: products.id })
    .from(products)
    .where(eq(products.id, place.productId))
    .for('update');
  const [booking] = await tx
    .select({
      id: bookings.id,
      productId: bookings.productId,
      buyerId: bookings.buyerId,
      priceCents: bookings.priceCents,
      state: bookings.state,
    })
    .from(bookings)
    .where(eq(bookings.id, bookingId))
    .for('update');
  if (!booking) throw new Problem('not-found', 'There is no such booking');
  return booking;
}

async function findPayment(tx: Tx, { provider, transactionId }: Charge) {
  const [payment] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.provider, provider), eq(payments.transactionId, transactionId)));
  return payment?.id;
}

async function settle(tx: Tx, booking: LockedBooking, at: Date): Promise<void> {
  await tx.update(bookings).set({ state: 'paid', paidAt: at }).where(eq(bookings.id, booking.id));
  // A product that was withdrawn while it was paid for is sold all the same.
  await tx
    .update(products)
    .set({ status: 'sold', soldBookingId: booking.id, withdrawnAt: sql`null` })
    .where(eq(products.id, booking.productId));
  await tx
    .update(wishlistItems)
    .set({ paidAt: at })
    .where(and(eq(wishlistItems.productId, booking.productId), isNull(wishlistItems.paidAt)));
  await noteCatalogueChange(tx, booking.productId, at);
}
