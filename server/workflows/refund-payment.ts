import { and, eq, ne, sql } from 'drizzle-orm';
import type { ReturnState } from '#contract/states.ts';
import { mapWithConcurrency } from '../core/map-with-concurrency.ts';
import { Problem } from '../core/problem.ts';
import { pipeline } from '../database/pipeline.ts';
import { fulfilments } from '../database/schema/fulfilments.ts';
import { payments } from '../database/schema/payments.ts';
import { returns } from '../database/schema/returns.ts';
import { bookings, products } from '../database/schema/sales.ts';
import { wishlistItems } from '../database/schema/wishlist.ts';
import type { Fragment, Sql } from '../database/sql.ts';
import { type Tx, transaction } from '../database/transaction.ts';
import { type LockedSale, lockSale } from '../features/bookings/lock-sale.ts';
import {
  refundedCommission,
  releaseForRefund,
  writeLateRefund,
  writeRefund,
  writeRelease,
} from '../features/ledger/write-ledger.ts';
import { queueMail } from '../features/mails/queue-mail.ts';
import type { PaymentDeps } from '../features/payments/payments.ts';
import { isLateCharge } from '../features/payments/payments.ts';
import { recordCatalogueChange } from '../features/products/catalogue-changes.ts';

const concurrency = 4;
/** Pauses between attempts of one refund start at a minute and double up to this. */
const maxPauseMinutes = 6 * 60;

/**
 * Refunds the payments whose refund is due and whose last attempt is long enough ago. Any number of servers may run this
 * at once: a payment's idempotency key lets the provider refund it once.
 * @param limit payments per run
 * @returns how many payments were refunded
 * @throws AggregateError when some refunds failed, one error for each, with the payment's id
 */
export async function refundDue(deps: PaymentDeps, limit = 100): Promise<number> {
  const now = deps.clock.now();
  const due = await deps.database.sql<{ id: string }[]>`
    select id from payments
    where state = 'refund-due' and ${isNotChargedBack(deps.database.sql)} and (refund_tried_at is null or refund_tried_at <= ${now}::timestamptz
      - make_interval(mins => least(${maxPauseMinutes}::int,
          (2 ^ least(greatest(refund_attempts - 1, 0), 16))::int)))
    order by refund_tried_at nulls first limit ${limit}`;
  const { done, failures } = await mapWithConcurrency(due, concurrency, ({ id }) =>
    refundPayment(deps, id),
  );
  if (failures.length > 0) throw new AggregateError(failures, 'Some refunds failed');
  return done;
}

/** Refunds a payment now. If that fails, the refund stays due, and `refundDue` retries it and reports the error. */
export async function tryRefund(deps: PaymentDeps, paymentId: string): Promise<void> {
  await refundPayment(deps, paymentId).catch(() => undefined);
}

interface DuePayment {
  id: string;
  bookingId: string;
  /** What was charged. */
  chargedCents: number;
  /** What is refunded of it. */
  amountCents: number;
  provider: string;
  transactionId: string;
  refundReason: string | null;
  attempts: number;
}

/**
 * Refunds one payment and, unless it was a late charge or a part of a sale that stands, undoes the sale: the return becomes
 * refunded, the booking returned, and the product is on sale again.
 * @returns false when no refund was due
 */
async function refundPayment(deps: PaymentDeps, id: string): Promise<boolean> {
  const { database, clock } = deps;
  const payment = await startAttempt(deps, id);
  if (!payment) return false;
  try {
    const refundId = await refundAtProvider(deps, payment);
    await transaction(database, (tx) => markRefunded(tx, payment, refundId, clock.now()));
    return true;
  } catch (cause) {
    const { attempts } = payment;
    throw new Error(`The refund of payment ${id} failed (attempt ${attempts})`, { cause });
  }
}

/** Counts the attempt before it is made, so that the pauses grow even if the server stops during it. */
async function startAttempt({ database, clock }: PaymentDeps, id: string) {
  const [payment] = await database.sql<DuePayment[]>`
    update payments set refund_attempts = refund_attempts + 1, refund_tried_at = ${clock.now()}
    where id = ${id} and state = 'refund-due' and ${isNotChargedBack(database.sql)}
    returning id, booking_id as "bookingId", amount_cents as "chargedCents",
      coalesce(refund_cents, amount_cents) as "amountCents", provider,
      transaction_id as "transactionId", refund_reason as "refundReason",
      refund_attempts as attempts`;
  return payment;
}

/** While a chargeback is open, a refund could send the money back twice. */
function isNotChargedBack(sql: Sql): Fragment {
  return sql`not exists (
    select from chargebacks c where c.payment_id = payments.id and c.state = 'open')`;
}

/** @returns the provider's id of the refund; null when the charge was refunded by somebody else */
async function refundAtProvider(
  { cards }: PaymentDeps,
  payment: DuePayment,
): Promise<string | null> {
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

async function markRefunded(
  tx: Tx,
  payment: DuePayment,
  providerRefundId: string | null,
  at: Date,
): Promise<void> {
  const { id, bookingId, refundReason } = payment;
  const sale = await lockSale(tx, { bookingId, withSeller: true });
  const { booking, isSellerPresent } = sale;
  const refunded = await tx
    .update(payments)
    .set({ state: 'refunded', providerRefundId, refundedAt: at })
    .where(and(eq(payments.id, id), eq(payments.state, 'refund-due')))
    .returning({ id: payments.id });
  if (refunded.length === 0) return;
  if (isLateCharge(refundReason)) {
    writeLateRefund(tx, { ...payment, paymentId: id }, at);
    queueMail(tx, { kind: 'refunded', bookingId, about: id }, at);
    return;
  }
  const { sellerId, commissionBasisPoints } = booking;
  const fromSeller =
    payment.amountCents - refundedCommission({ ...payment, commissionBasisPoints });
  const isReleased = await releaseForRefund(tx, { bookingId, sellerId, fromSeller, cause: id }, at);
  const refund = { ...payment, paymentId: id, sellerId, commissionBasisPoints, isReleased };
  writeRefund(tx, { ...refund, kind: 'refund' }, at);
  queueMail(tx, { kind: 'refunded', bookingId, about: id, readers: ['buyer'] }, at);
  const isPart = payment.amountCents < payment.chargedCents;
  const ending = await readEnding(tx, bookingId);
  // A part of a sale that a dispute has completed. Of one that was cancelled a chargeback took the rest.
  if (isPart && !ending.isCancelled && ending.returnState !== 'given-back') return;
  await undoSale(tx, { sale, isWithdrawn: !isSellerPresent || ending.buyerKeepsIt }, at);
  if (isPart) await writeRelease(tx, { bookingId, sellerId }, at);
}

interface Ending {
  returnState: ReturnState | null;
  isCancelled: boolean;
  /** The seller does not have the instrument: it was not given back, or was sent and lost. */
  buyerKeepsIt: boolean;
}

async function readEnding(tx: Tx, bookingId: string): Promise<Ending> {
  const [ending] = await tx.sql<Ending[]>`
    select r.state as "returnState", f.state = 'cancelled' as "isCancelled", coalesce(r.buyer_keeps_it, false) or coalesce(
      f.state = 'cancelled' and f.sent_at is not null, false) as "buyerKeepsIt"
    from fulfilments f left join returns r on r.booking_id = f.booking_id
    where f.booking_id = ${bookingId}`;
  return ending ?? { returnState: null, isCancelled: false, buyerKeepsIt: false };
}

interface EndedSale {
  sale: Pick<LockedSale, 'product' | 'booking'>;
  /** The product does not come back on sale: its seller was removed, or does not have it. */
  isWithdrawn: boolean;
}

/** Ends a sale whose money went back to the buyer. The caller has locked it. */
export async function undoSale(tx: Tx, { sale, isWithdrawn }: EndedSale, at: Date): Promise<void> {
  const [bookingId, productId] = [sale.booking.id, sale.product.id];
  recordCatalogueChange(tx, productId, at);
  queueMail(tx, { kind: 'returned', bookingId, readers: ['seller'] }, at);
  await pipeline([
    tx
      .update(returns)
      .set({ state: 'refunded', refundedAt: at, decidedAt: sql`coalesce(decided_at, ${at})` })
      .where(and(eq(returns.bookingId, bookingId), ne(returns.state, 'lapsed'))),
    tx
      .update(fulfilments)
      .set({ state: 'returned', returnedAt: at })
      .where(and(eq(fulfilments.bookingId, bookingId), ne(fulfilments.state, 'cancelled'))),
    tx
      .update(bookings)
      .set({ state: 'returned', returnedAt: at })
      .where(and(eq(bookings.id, bookingId), eq(bookings.state, 'paid'))),
    tx
      .update(products)
      .set({ status: 'available', soldBookingId: null, withdrawnAt: isWithdrawn ? at : null })
      .where(and(eq(products.id, productId), eq(products.soldBookingId, bookingId))),
    tx.update(wishlistItems).set({ paidAt: null }).where(eq(wishlistItems.productId, productId)),
  ]);
}
