import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { liveBookingStates, type PaymentState } from '#contract/states.ts';
import { newId } from '../core/ids.ts';
import { Problem } from '../core/problem.ts';
import { pipeline } from '../database/pipeline.ts';
import { isOneOf } from '../database/schema/columns.ts';
import { payments } from '../database/schema/payments.ts';
import { bookings, products } from '../database/schema/sales.ts';
import { users } from '../database/schema/users.ts';
import { wishlistItems } from '../database/schema/wishlist.ts';
import type { Tx } from '../database/transaction.ts';
import { queueMail } from '../features/mails/queue-mail.ts';
import { lateReasons } from '../features/payments/late-reasons.ts';
import { type LockedSale, lockSale } from '../features/payments/lock-sale.ts';
import { markIntentSucceeded } from '../features/payments/payment-intents.ts';
import { recordCatalogueChange } from '../features/products/catalogue-changes.ts';

/** Money that the card provider has charged. */
export interface Charge {
  bookingId: string;
  amountCents: number;
  provider: string;
  transactionId: string;
}

/** What became of a charge. `refund-due` and `refunded`: it bought nothing, or what it bought was returned. */
export interface RecordedPayment {
  id: string;
  bookingId: string;
  state: PaymentState;
  refundReason: string | null;
  /** Whether this call recorded it; false when it was known already. */
  isNew: boolean;
}

/**
 * Records a charge. Its booking becomes paid, its product sold, the product's wishlist items paid, the intent
 * succeeded, and both sides are written to: all of it or nothing. A charge that can buy nothing any more is kept with its
 * refund due, so that no money is ever unknown here (docs/decisions/0014-late-charges.md says which those are). The
 * same charge recorded again is the same payment. Locks product, booking, intent.
 * @throws Problem not-found when there is no such booking; conflict when the charge is another booking's
 */
export async function recordCharge(tx: Tx, charge: Charge, at: Date): Promise<RecordedPayment> {
  // Sent together and done in this order: what the locks have waited for is seen.
  const [sale, known] = await pipeline([lockSale(tx, charge.bookingId), findPayment(tx, charge)]);
  if (known) return known;
  const refundReason = await reasonToRefund(tx, sale, charge);
  const state = refundReason === null ? 'recorded' : 'refund-due';
  const id = newId(at);
  const inserting = tx
    .insert(payments)
    .values({
      ...{ id, state, refundReason, createdAt: at },
      bookingId: sale.booking.id,
      productId: sale.product.id,
      buyerId: sale.booking.buyerId,
      amountCents: charge.amountCents,
      provider: charge.provider,
      transactionId: charge.transactionId,
    })
    .onConflictDoNothing({ target: [payments.provider, payments.transactionId] })
    .returning({ id: payments.id });
  const [inserted] = await pipeline([
    inserting,
    markIntentSucceeded(tx, charge, at),
    refundReason === null ? settle(tx, sale, at) : undefined,
  ]);
  // Nothing else records charges of this booking meanwhile, so whoever came first meant another one.
  if (inserted.length === 0) throw chargeOfAnother();
  return { id, state, refundReason, bookingId: sale.booking.id, isNew: true };
}

async function findPayment(
  tx: Tx,
  { provider, transactionId, bookingId }: Charge,
): Promise<RecordedPayment | undefined> {
  const [payment] = await tx
    .select({
      id: payments.id,
      bookingId: payments.bookingId,
      state: payments.state,
      refundReason: payments.refundReason,
    })
    .from(payments)
    .where(and(eq(payments.provider, provider), eq(payments.transactionId, transactionId)));
  if (payment && payment.bookingId !== bookingId) throw chargeOfAnother();
  return payment && { ...payment, isNew: false };
}

/** Null when the charge buys what it was meant for. */
async function reasonToRefund(
  tx: Tx,
  { product, booking }: LockedSale,
  charge: Charge,
): Promise<string | null> {
  if (booking.priceCents !== charge.amountCents) return lateReasons.otherAmount;
  if (booking.state === 'paid' || booking.state === 'returned') return lateReasons.paidAlready;
  // A hold that ran out and was not released yet still keeps everybody else away.
  if (booking.state === 'held') return null;
  const ranOut = booking.releaseReason === 'expired';
  const isAsBooked =
    product.status !== 'sold' &&
    product.withdrawnAt === null &&
    product.priceCents === booking.priceCents;
  if (!ranOut || !isAsBooked) return lateReasons.notLive;
  if (await isTaken(tx, { product, booking })) return lateReasons.notLive;
  return (await hasLeft(tx, booking.buyerId)) ? lateReasons.notLive : null;
}

async function isTaken(tx: Tx, { product, booking }: LockedSale): Promise<boolean> {
  const others = await tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        eq(bookings.productId, product.id),
        ne(bookings.id, booking.id),
        isOneOf(bookings.state, liveBookingStates),
      ),
    );
  return others.length > 0;
}

async function hasLeft(tx: Tx, userId: string): Promise<boolean> {
  const present = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.removedAt)));
  return present.length === 0;
}

/** What a charge that buys brings about. Product and booking are locked, so the statements need no order. */
async function settle(tx: Tx, { product, booking }: LockedSale, at: Date): Promise<void> {
  await pipeline([
    tx
      .update(bookings)
      .set({ state: 'paid', paidAt: at, releasedAt: sql`null`, releaseReason: sql`null` })
      .where(eq(bookings.id, booking.id)),
    tx
      .update(products)
      .set({ status: 'sold', soldBookingId: booking.id })
      .where(eq(products.id, product.id)),
    tx
      .update(wishlistItems)
      .set({ paidAt: at })
      .where(and(eq(wishlistItems.productId, product.id), isNull(wishlistItems.paidAt))),
    recordCatalogueChange(tx, product.id, at),
    queueMail(tx, { kind: 'paid', bookingId: booking.id }, at),
  ]);
}

function chargeOfAnother(): Problem {
  return new Problem('conflict', 'This transaction paid for another booking', {
    errors: [{ field: 'transactionId', message: 'This transaction paid for another booking' }],
  });
}
