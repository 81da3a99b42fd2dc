import { and, eq } from 'drizzle-orm';
import { mapWithConcurrency } from '../core/map-with-concurrency.ts';
import { Problem } from '../core/problem.ts';
import { payments } from '../database/schema/payments.ts';
import { returns } from '../database/schema/returns.ts';
import { bookings, products } from '../database/schema/sales.ts';
import { users } from '../database/schema/users.ts';
import { wishlistItems } from '../database/schema/wishlist.ts';
import { type Tx, transaction } from '../database/transaction.ts';
import { queueMail } from '../features/mails/queue-mail.ts';
import { isLateCharge } from '../features/payments/late-reasons.ts';
import { lockSale } from '../features/payments/lock-sale.ts';
import type { PaymentDeps } from '../features/payments/payment-deps.ts';
import { recordCatalogueChange } from '../features/products/catalogue-changes.ts';

const atOnce = 4;
/** Between tries of one refund: a minute, two, four, up to this. */
const longestPauseMinutes = 6 * 60;

/**
 * Sends back what is due and has waited long enough since its last try. Any number of servers may do so: the provider
 * sees the same key for the same payment.
 * @returns how many payments were refunded
 * @throws AggregateError when some could not be; each cause names its payment
 */
export async function refundDue(deps: PaymentDeps, most = 100): Promise<number> {
  const now = deps.clock.now();
  const due = await deps.database.sql<{ id: string }[]>`
    select id from payments
    where state = 'refund-due' and (refund_tried_at is null or refund_tried_at <= ${now}::timestamptz
      - make_interval(mins => least(${longestPauseMinutes}::int,
          (2 ^ least(greatest(refund_attempts - 1, 0), 16))::int)))
    order by refund_tried_at nulls first limit ${most}`;
  const { done, failures } = await mapWithConcurrency(due, atOnce, ({ id }) =>
    refundPayment(deps, id),
  );
  if (failures.length > 0) throw new AggregateError(failures, 'Some refunds failed');
  return done;
}

/** For a charge that came too late: sent back now if the provider lets us. Otherwise it stays due, and `refundDue` tells. */
export async function refundAtOnce(deps: PaymentDeps, paymentId: string): Promise<void> {
  await refundPayment(deps, paymentId).catch(() => undefined);
}

interface DuePayment {
  id: string;
  bookingId: string;
  amountCents: number;
  provider: string;
  transactionId: string;
  refundReason: string | null;
  attempts: number;
}

/**
 * Sends one payment back and, when it bought something, undoes the sale: return refunded, booking returned, product on
 * sale again.
 * @returns false when it was not due
 */
async function refundPayment(deps: PaymentDeps, id: string): Promise<boolean> {
  const { database, clock } = deps;
  const payment = await begin(deps, id);
  if (!payment) return false;
  try {
    const refundId = await send(deps, payment);
    await transaction(database, (tx) => finish(tx, payment, refundId, clock.now()));
    return true;
  } catch (cause) {
    const { attempts } = payment;
    throw new Error(`The refund of payment ${id} failed (attempt ${attempts})`, { cause });
  }
}

/** Counts the try before it is made, so that the pauses grow whatever happens to it. */
async function begin({ database, clock }: PaymentDeps, id: string) {
  const [payment] = await database.sql<DuePayment[]>`
    update payments set refund_attempts = refund_attempts + 1, refund_tried_at = ${clock.now()}
    where id = ${id} and state = 'refund-due'
    returning id, booking_id as "bookingId", amount_cents as "amountCents", provider,
      transaction_id as "transactionId", refund_reason as "refundReason",
      refund_attempts as attempts`;
  return payment;
}

/** @returns the provider's id of the refund; null when the money went back by another hand */
async function send({ cards }: PaymentDeps, payment: DuePayment): Promise<string | null> {
  const { id, amountCents, transactionId: intentId, provider } = payment;
  if (provider !== cards.name) {
    throw new Error(
      `It was charged by ${provider}, and this shop now takes cards by ${cards.name}`,
    );
  }
  try {
    const refund = await cards.refund({ intentId, amountCents, idempotencyKey: `refund-${id}` });
    return refund.id;
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'conflict')) throw error;
    const intent = await cards.findIntent(intentId);
    if (intent && intent.refundedCents >= amountCents) return null;
    throw error;
  }
}

async function finish(
  tx: Tx,
  { id, bookingId, refundReason }: DuePayment,
  providerRefundId: string | null,
  at: Date,
): Promise<void> {
  const isSellerHere = await keepSeller(tx, bookingId);
  const { product } = await lockSale(tx, bookingId);
  const refunded = await tx
    .update(payments)
    .set({ state: 'refunded', providerRefundId, refundedAt: at })
    .where(and(eq(payments.id, id), eq(payments.state, 'refund-due')))
    .returning({ id: payments.id });
  if (refunded.length === 0) return;
  if (isLateCharge(refundReason)) {
    return queueMail(tx, { kind: 'refunded', bookingId, about: id }, at);
  }
  await undoSale(tx, { bookingId, productId: product.id, isSellerHere }, at);
  await queueMail(tx, { kind: 'refunded', bookingId, about: id, readers: ['buyer'] }, at);
  await queueMail(tx, { kind: 'returned', bookingId, readers: ['seller'] }, at);
}

/** Keeps the seller from leaving meanwhile. @returns false when they have left: nothing of theirs is on sale then */
async function keepSeller(tx: Tx, bookingId: string): Promise<boolean> {
  const [seller] = await tx
    .select({ removedAt: users.removedAt })
    .from(users)
    .innerJoin(bookings, eq(bookings.sellerId, users.id))
    .where(eq(bookings.id, bookingId))
    .for('share', { of: users });
  return seller !== undefined && seller.removedAt === null;
}

async function undoSale(
  tx: Tx,
  {
    bookingId,
    productId,
    isSellerHere,
  }: Record<'bookingId' | 'productId', string> & { isSellerHere: boolean },
  at: Date,
): Promise<void> {
  await tx
    .update(returns)
    .set({ state: 'refunded', refundedAt: at })
    .where(and(eq(returns.bookingId, bookingId), eq(returns.state, 'accepted')));
  await tx
    .update(bookings)
    .set({ state: 'returned', returnedAt: at })
    .where(and(eq(bookings.id, bookingId), eq(bookings.state, 'paid')));
  await tx
    .update(products)
    .set({ status: 'available', soldBookingId: null, withdrawnAt: isSellerHere ? null : at })
    .where(and(eq(products.id, productId), eq(products.soldBookingId, bookingId)));
  await tx
    .update(wishlistItems)
    .set({ paidAt: null })
    .where(eq(wishlistItems.productId, productId));
  await recordCatalogueChange(tx, productId, at);
}
