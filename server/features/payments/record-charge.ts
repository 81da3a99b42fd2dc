import type { PaymentState } from '#contract/bookings/states.ts';
import { saleTimes } from '#contract/constants.ts';
import { msg } from '#contract/text.ts';
import { newId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import { pipeline } from '../../database/pipeline.ts';
import { recordListingEvent, recordSaleEvent } from '../../database/record-event.ts';
import type { Tx } from '../../database/transaction.ts';
import { type LockedSale, lockSale } from '../bookings/lock-sale.ts';
import { writeCharge, writeLateCharge } from '../ledger/write-ledger.ts';
import { queueSaleMail } from '../mails/queue-sale-mail.ts';
import { recordCatalogueChange } from '../products/catalogue-changes.ts';
import { voidOffers } from '../products/void-offers.ts';
import { findUser } from '../users/find-user.ts';
import { markIntentSucceeded } from './payment-intents.ts';
import { refundReasons } from './payments.ts';

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
  insertPayment(tx, { id, sale, charge, state, refundReason, at });
  markIntentSucceeded(tx, charge, at);
  writeMovements(tx, { paymentId: id, sale, charge, isLate: refundReason !== null }, at);
  if (refundReason === null) markSold(tx, sale, at);
  return { id, state, refundReason, bookingId: sale.booking.id, isNew: true };
}

async function findPayment(
  tx: Tx,
  { provider, transactionId, bookingId }: Charge,
): Promise<RecordedPayment | undefined> {
  const [payment] = await tx.sql<Omit<RecordedPayment, 'isNew'>[]>`
    select id, booking_id as "bookingId", state, refund_reason as "refundReason" from payments
    where provider = ${provider} and transaction_id = ${transactionId}`;
  if (payment && payment.bookingId !== bookingId) throw paidForAnotherBooking();
  return payment && { ...payment, isNew: false };
}

interface NewPayment extends Pick<RecordedPayment, 'id' | 'state' | 'refundReason'> {
  sale: LockedSale;
  charge: Charge;
  at: Date;
}

function insertPayment(tx: Tx, { id, sale, charge, state, refundReason, at }: NewPayment): void {
  // The product's lock keeps other charges of this booking out, so the conflict is with another booking.
  tx.refuseDuplicates('payments_transaction_unique', paidForAnotherBooking);
  tx.write`
    insert into payments (id, booking_id, product_id, buyer_id, amount_cents, provider,
      transaction_id, state, refund_reason, shipping_cents, created_at)
    values (${id}, ${sale.booking.id}, ${sale.product.id}, ${sale.booking.buyerId},
      ${charge.amountCents}, ${charge.provider}, ${charge.transactionId}, ${state},
      ${refundReason}, ${refundReason === null ? sale.booking.shippingCents : 0}, ${at})`;
}

function writeMovements(tx: Tx, { paymentId, sale, charge, isLate }: ChargeToBook, at: Date): void {
  const { bookingId, provider, amountCents } = charge;
  const late = { paymentId, bookingId, provider, amountCents };
  const { sellerId, shippingCents, fullCommissionCents } = sale.booking;
  if (isLate) writeLateCharge(tx, late, at);
  else writeCharge(tx, { ...late, sellerId, shippingCents, fullCommissionCents }, at);
}

interface ChargeToBook {
  paymentId: string;
  sale: LockedSale;
  charge: Charge;
  isLate: boolean;
}

/** Why the charge must be refunded; null when it pays for its booking. */
async function reasonToRefund(
  tx: Tx,
  { product, booking }: LockedSale,
  charge: Charge,
): Promise<string | null> {
  if (booking.totalCents !== charge.amountCents) return refundReasons.wrongAmount;
  if (booking.state === 'paid' || booking.state === 'returned') return refundReasons.alreadyPaid;
  // An expired hold that was not released still reserves the product.
  if (booking.state === 'held') return null;
  const hasExpired = booking.releaseReason === 'expired';
  const isStillOnSale =
    product.status !== 'sold' &&
    product.withdrawnAt === null &&
    product.priceCents === (booking.listedCents ?? booking.priceCents);
  if (!hasExpired || !isStillOnSale) return refundReasons.bookingEnded;
  if (await isBookedByAnother(tx, { product, booking })) return refundReasons.bookingEnded;
  return (await findUser(tx.sql, booking.buyerId)) ? null : refundReasons.bookingEnded;
}

async function isBookedByAnother(
  tx: Tx,
  { product, booking }: Pick<LockedSale, 'product' | 'booking'>,
): Promise<boolean> {
  const others = await tx.sql`
    select from bookings
    where product_id = ${product.id} and id <> ${booking.id} and state in ('held', 'paid')`;
  return others.length > 0;
}

/** Product and booking are locked, so the order of the statements does not matter. */
function markSold(tx: Tx, { product, booking }: LockedSale, at: Date): void {
  tx.write`
    update bookings set state = 'paid', paid_at = ${at}, released_at = null, release_reason = null
    where id = ${booking.id}`;
  tx.write`
    insert into fulfilments (booking_id, state, paid_at, permit_due_at)
    select b.id, 'awaiting', ${at}::timestamptz, case when b.permit_for is not null
      then ${at}::timestamptz + make_interval(days => ${saleTimes.permitDays}::int) end
    from bookings b where b.id = ${booking.id}`;
  tx.write`
    update products set status = 'sold', sold_booking_id = ${booking.id} where id = ${product.id}`;
  tx.write`
    update wishlist_items set paid_at = ${at} where product_id = ${product.id} and paid_at is null`;
  voidOffers(tx, tx.sql`product_id = ${product.id}`, 'sold', at);
  recordCatalogueChange(tx, product.id, at);
  queueSaleMail(tx, { kind: 'paid', bookingId: booking.id }, at);
  recordListingEvent(tx, 'listing.sold', product.id, at);
  recordSaleEvent(tx, 'sale.paid', booking.id, at);
}

function paidForAnotherBooking(): Problem {
  return new Problem('conflict', msg`This transaction paid for another booking`, {
    errors: [{ field: 'transactionId', message: msg`This transaction paid for another booking` }],
  });
}
