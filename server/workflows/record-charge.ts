import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { liveBookingStates, type PaymentState } from '#contract/states.ts';
import { newId } from '../core/ids.ts';
import { Problem } from '../core/problem.ts';
import { pipeline } from '../database/pipeline.ts';
import { isOneOf } from '../database/schema/columns.ts';
import { payments } from '../database/schema/payments.ts';
import { bookings, products } from '../database/schema/sales.ts';
import { wishlistItems } from '../database/schema/wishlist.ts';
import type { Tx } from '../database/transaction.ts';
import { type LockedSale, lockSale } from '../features/bookings/lock-sale.ts';
import { queueMail } from '../features/mails/queue-mail.ts';
import { markIntentSucceeded } from '../features/payments/payment-intents.ts';
import { refundReasons } from '../features/payments/payments.ts';
import { recordCatalogueChange } from '../features/products/catalogue-changes.ts';
import { findUser } from '../features/users/find-user.ts';

/** Money that the card provider has charged. */
export interface Charge {
  bookingId: string;
  amountCents: number;
  provider: string;
  transactionId: string;
}

/** The payment that records a charge. */
export interface RecordedPayment {
  id: string;
  bookingId: string;
  state: PaymentState;
  /** Set for a late charge and for a sale that was returned. */
  refundReason: string | null;
  /** False when the charge had been recorded before. */
  isNew: boolean;
}

/**
 * Records a charge as a payment: marks the booking paid, the product sold, its wishlist items paid and the intent
 * succeeded, and queues mails to buyer and seller. A charge that cannot buy anything is recorded with its refund due
 * (docs/decisions/0014-late-charges.md lists the cases). The same charge again returns the same payment. Locks product,
 * booking, intent.
 * @throws Problem not-found when there is no such booking; conflict when the transaction paid for another booking
 */
export async function recordCharge(tx: Tx, charge: Charge, at: Date): Promise<RecordedPayment> {
  // The payment is read after the locks, so that one which was recorded while they waited is found.
  const [sale, existing] = await pipeline([
    lockSale(tx, { bookingId: charge.bookingId }),
    findPayment(tx, charge),
  ]);
  if (existing) return existing;
  const refundReason = await reasonToRefund(tx, sale, charge);
  const state = refundReason === null ? 'recorded' : 'refund-due';
  const id = newId(at);
  const inserting = tx
    .insert(payments)
    .values({
      id,
      bookingId: sale.booking.id,
      productId: sale.product.id,
      buyerId: sale.booking.buyerId,
      amountCents: charge.amountCents,
      provider: charge.provider,
      transactionId: charge.transactionId,
      state,
      refundReason,
      createdAt: at,
    })
    .onConflictDoNothing({ target: [payments.provider, payments.transactionId] })
    .returning({ id: payments.id });
  const [inserted] = await pipeline([
    inserting,
    markIntentSucceeded(tx, charge, at),
    refundReason === null ? markSold(tx, sale, at) : undefined,
  ]);
  // The product's lock keeps other charges of this booking out, so the conflict is with another booking.
  if (inserted.length === 0) throw paidForAnotherBooking();
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
  if (payment && payment.bookingId !== bookingId) throw paidForAnotherBooking();
  return payment && { ...payment, isNew: false };
}

/** Why the charge must be refunded; null when it pays for its booking. */
async function reasonToRefund(
  tx: Tx,
  { product, booking }: LockedSale,
  charge: Charge,
): Promise<string | null> {
  if (booking.priceCents !== charge.amountCents) return refundReasons.wrongAmount;
  if (booking.state === 'paid' || booking.state === 'returned') return refundReasons.alreadyPaid;
  // An expired hold that nobody has released still reserves the product.
  if (booking.state === 'held') return null;
  const hasExpired = booking.releaseReason === 'expired';
  const isStillOnSale =
    product.status !== 'sold' &&
    product.withdrawnAt === null &&
    product.priceCents === booking.priceCents;
  if (!hasExpired || !isStillOnSale) return refundReasons.bookingEnded;
  if (await isBookedByAnother(tx, { product, booking })) return refundReasons.bookingEnded;
  return (await findUser(tx.sql, booking.buyerId)) ? null : refundReasons.bookingEnded;
}

async function isBookedByAnother(
  tx: Tx,
  { product, booking }: Pick<LockedSale, 'product' | 'booking'>,
): Promise<boolean> {
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

/** Product and booking are locked, so the order of the statements does not matter. */
async function markSold(tx: Tx, { product, booking }: LockedSale, at: Date): Promise<void> {
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

function paidForAnotherBooking(): Problem {
  return new Problem('conflict', 'This transaction paid for another booking', {
    errors: [{ field: 'transactionId', message: 'This transaction paid for another booking' }],
  });
}
