import type { ReturnState } from '#contract/bookings/states.ts';
import { refundParts } from '#contract/payments/refund-parts.ts';
import { storedFault } from '../../core/describe-fault.ts';
import { mapWithConcurrency } from '../../core/map-with-concurrency.ts';
import { Problem } from '../../core/problem.ts';
import { telemetry } from '../../core/telemetry.ts';
import { recordSaleEvent } from '../../database/record-event.ts';
import { type Fragment, rawSql, type Sql } from '../../database/sql.ts';
import { type Tx, transaction } from '../../database/transaction.ts';
import { reverseSale } from '../bookings/end-sale.ts';
import { type LockedSale, lockSale } from '../bookings/lock-sale.ts';
import {
  releaseForRefund,
  writeLateRefund,
  writeRefund,
  writeRelease,
} from '../ledger/write-ledger.ts';
import { queueSaleMail } from '../mails/queue-sale-mail.ts';
import type { PaymentDeps } from './payments.ts';
import { isLateCharge } from './payments.ts';
import { recordRefundElsewhere } from './record-refund-elsewhere.ts';
import {
  bookedRefunds,
  goneShippingCents,
  refundDueCents,
  releaseRest,
  reversedCents,
} from './reversed-cents.ts';

const concurrency = 4;
/** Pauses between attempts of one refund start at a minute and double up to this. */
const maxPauseMinutes = 6 * 60;
/** Longer than a request to a provider takes: no attempt begins while another one, perhaps of another amount, is made. */
const minPauseMs = 55_000;

/**
 * Refunds the payments whose refund is due and whose last attempt is long enough ago. Any number of servers may run
 * this concurrently: a payment's idempotency key lets the provider refund it once.
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
  /** The part of it that was paid for sending, and what is refunded of that; null: the price first. */
  shippingCents: number;
  askedShippingCents: number | null;
  goneShippingCents: number;
  /** What is refunded of it. */
  amountCents: number;
  provider: string;
  transactionId: string;
  refundReason: string | null;
  attempts: number;
  /** What was refunded of it elsewhere or taken by chargebacks, in cents. */
  goneCents: number;
  /** What the ledger says that the provider has refunded of it. */
  bookedCents: number;
}

/**
 * Refunds one payment and, unless it was a late charge or a part of a sale that stands, reverses the sale: the return becomes
 * refunded, the booking returned, and the product is on sale again.
 * @returns false when no refund was due
 */
async function refundPayment(deps: PaymentDeps, id: string): Promise<boolean> {
  const { database, clock } = deps;
  const payment = await startAttempt(deps, id);
  if (!payment) return false;
  try {
    const refund = await refundAtProvider(deps, payment);
    if (refund === 'reduced') return true;
    await transaction(database, (tx) => markRefunded(tx, payment, refund, clock.now()));
    telemetry.payment.publish({ outcome: 'refunded' });
    return true;
  } catch (cause) {
    telemetry.payment.publish({ outcome: 'refund-failed' });
    const { attempts } = payment;
    await database.sql`
      update payments set refund_error = ${storedFault(cause)} where id = ${id} and state = 'refund-due'`;
    throw new Error(`The refund of payment ${id} failed (attempt ${attempts})`, { cause });
  }
}

/** Counts the attempt before it is made, so that the pauses grow even if the server stops during it. */
async function startAttempt({ database, clock }: PaymentDeps, id: string) {
  const at = clock.now();
  const [payment] = await database.sql<DuePayment[]>`
    update payments set refund_attempts = refund_attempts + 1, refund_tried_at = ${at}
    where id = ${id} and state = 'refund-due' and ${isNotChargedBack(database.sql)}
      and (refund_tried_at is null or refund_tried_at <= ${new Date(at.getTime() - minPauseMs)})
    returning ${duePaymentColumns}`;
  return payment;
}

/** The columns of a row of `payments`. */
const duePaymentColumns = rawSql(`id, booking_id as "bookingId", amount_cents as "chargedCents",
  shipping_cents as "shippingCents", refund_shipping_cents as "askedShippingCents",
  ${goneShippingCents} as "goneShippingCents",
  ${refundDueCents} as "amountCents", provider,
  transaction_id as "transactionId", refund_reason as "refundReason", refund_attempts as attempts,
  ${reversedCents} as "goneCents", ${bookedRefunds} as "bookedCents"`);

/**
 * Records what the card provider says that it has refunded of a charge before something else ends its payment: the refund
 * that is due, when its answer was lost, and what was refunded elsewhere.
 */
export async function recordRefunds(
  tx: Tx,
  reported: { paymentId: string; bookingId: string; refundedCents: number },
  at: Date,
): Promise<void> {
  const { paymentId, bookingId, refundedCents } = reported;
  await lockSale(tx, { bookingId, withSeller: true });
  const [due] = await tx.sql<DuePayment[]>`
    select ${duePaymentColumns} from payments where id = ${paymentId} and state = 'refund-due'`;
  const isMade = due && refundedCents - due.bookedCents >= due.amountCents;
  if (isMade) await markRefunded(tx, due, { id: null, refundedCents }, at);
  else await recordRefundElsewhere(tx, reported, at);
}

/** While a chargeback is open, a refund could send the money back twice. */
function isNotChargedBack(sql: Sql): Fragment {
  return sql`not exists (
    select from chargebacks c where c.payment_id = payments.id and c.state = 'open')`;
}

interface MadeRefund {
  /** Null when the charge was refunded elsewhere. */
  id: string | null;
  /** Sum of all refunds of the charge before this one, in cents. */
  refundedCents: number;
}

/**
 * Never refunds what was refunded already, on the provider's own page perhaps.
 * @returns `reduced` when a part was refunded elsewhere, which is recorded; the rest is refunded by the next attempt
 */
async function refundAtProvider(
  deps: PaymentDeps,
  payment: DuePayment,
): Promise<MadeRefund | 'reduced'> {
  const { cards } = deps;
  const { id, amountCents, transactionId: intentId, provider } = payment;
  if (provider !== cards.name) {
    throw new Error(
      `It was charged by ${provider}, and this shop now takes cards by ${cards.name}`,
    );
  }
  const intent = await cards.findIntent(intentId);
  const refundedCents = intent?.refundedCents ?? 0;
  const unknownCents = refundedCents - payment.bookedCents;
  if (unknownCents > 0 && unknownCents < amountCents) {
    await recordPart(deps, payment, refundedCents);
    return 'reduced';
  }
  const isRoomForAnother = intent !== null && intent.amountCents - refundedCents >= amountCents;
  if (unknownCents >= amountCents && isRoomForAnother) return { id: null, refundedCents };
  try {
    const refund = await cards.refund({ intentId, amountCents, idempotencyKey: `refund-${id}` });
    return { id: refund.id, refundedCents };
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'conflict')) throw error;
    const now = await cards.findIntent(intentId);
    const isRefunded = now && now.refundedCents - payment.bookedCents >= amountCents;
    if (isRefunded) return { id: null, refundedCents: now.refundedCents };
    throw error;
  }
}

/** The next attempt refunds the rest, and may do so immediately: this one has asked for no refund. */
function recordPart({ database, clock }: PaymentDeps, payment: DuePayment, refundedCents: number) {
  return transaction(database, async (tx) => {
    await recordRefundElsewhere(
      tx,
      { ...payment, paymentId: payment.id, refundedCents },
      clock.now(),
    );
    tx.write`update payments set refund_tried_at = null where id = ${payment.id}`;
  });
}

/** What was refunded elsewhere during the attempt has made the refund that is due smaller, but not the one that was made. */
async function markRefunded(
  tx: Tx,
  { id, bookingId, amountCents: askedCents }: DuePayment,
  { id: providerRefundId, refundedCents }: MadeRefund,
  at: Date,
): Promise<void> {
  const sale = await lockSale(tx, { bookingId, withSeller: true });
  const { booking, isSellerPresent } = sale;
  const [due] = await tx.sql<DuePayment[]>`
    select ${duePaymentColumns} from payments where id = ${id} and state = 'refund-due'`;
  if (!due) return;
  const amountCents = providerRefundId === null ? due.amountCents : askedCents;
  const payment = { ...due, amountCents };
  const refundCents = amountCents === payment.chargedCents ? null : amountCents;
  tx.write`
    update payments set state = 'refunded', provider_refund_id = ${providerRefundId},
      refund_cents = ${refundCents}, refunded_at = ${at}
    where id = ${id}`;
  if (isLateCharge(payment.refundReason)) {
    writeLateRefund(tx, { ...payment, paymentId: id }, at);
    queueSaleMail(tx, { kind: 'refunded', bookingId, about: id }, at);
    return;
  }
  const { sellerId, fullCommissionCents } = booking;
  const { fromSeller } = refundParts({ ...payment, fullCommissionCents });
  const isReleased = await releaseForRefund(tx, { bookingId, sellerId, fromSeller, cause: id }, at);
  const refund = { ...payment, paymentId: id, sellerId, fullCommissionCents, isReleased };
  writeRefund(tx, { ...refund, kind: 'refund' }, at);
  queueSaleMail(tx, { kind: 'refunded', bookingId, about: id, readers: ['buyer'] }, at);
  recordSaleEvent(tx, 'sale.refunded', bookingId, at);
  await endRefundedSale(tx, { payment, sale, isSellerPresent }, at);
  // What was refunded elsewhere in addition.
  if (refundedCents > 0) {
    await recordRefundElsewhere(tx, { ...payment, paymentId: id, refundedCents }, at);
  }
}

interface RefundedSale {
  payment: DuePayment;
  sale: LockedSale;
  isSellerPresent: boolean;
}

async function endRefundedSale(
  tx: Tx,
  { payment, sale, isSellerPresent }: RefundedSale,
  at: Date,
): Promise<void> {
  const { bookingId } = payment;
  const isPart = payment.amountCents < payment.chargedCents;
  const ending = await readEnding(tx, bookingId);
  // A part of a sale that a dispute has completed. Of one that was cancelled the rest went back before.
  if (isPart && !ending.isCancelled && ending.returnState !== 'given-back') {
    await releaseRest(tx, { ...sale.booking, bookingId, cause: payment.id }, at);
    return;
  }
  reverseSale(tx, { sale, isWithdrawn: !isSellerPresent || ending.buyerKeepsIt }, at);
  if (isPart) await writeRelease(tx, { bookingId, sellerId: sale.booking.sellerId }, at);
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
