import type { CallRequest } from '#contract/calls.ts';
import { cents } from '#contract/fields.ts';
import { type FieldError, Problem } from '../core/problem.ts';
import { isLateCharge } from '../features/payments/late-reasons.ts';
import type { PaymentDeps } from '../features/payments/payment-deps.ts';
import { bookingOfIntent } from '../features/payments/payment-intents.ts';
import type { RecordedPayment } from './record-charge.ts';
import { syncIntent } from './sync-intent.ts';

type Claim = CallRequest<'recordPayment'>['body'];

interface Payer {
  id: string;
  email: string;
}

/**
 * Records the payment that a buyer says they made, when the provider says so too. The same claim again gives the same
 * payment. A charge that came too late is recorded all the same, and refused with the word that it goes back.
 * @returns the payment's id
 * @throws Problem not-found for a booking that is not the payer's; not-allowed for somebody else's address; conflict
 *   for another price or product, for another booking's transaction, for a charge that goes back, and while the card has
 *   not answered; cannot-process when nothing was charged; unavailable
 */
export async function recordPayment(
  deps: PaymentDeps,
  payer: Payer,
  claim: Claim,
): Promise<string> {
  await requireTrue(deps, payer, claim);
  const payment = (await findRecorded(deps, claim)) ?? (await recordNow(deps, claim));
  if (isLateCharge(payment.refundReason)) {
    const detail =
      'The card was charged when this booking could no longer be paid. The money goes back to it.';
    throw new Problem('conflict', detail, { reason: 'refunded' });
  }
  return payment.id;
}

type Recorded = Pick<RecordedPayment, 'id' | 'bookingId' | 'refundReason'>;

/** What was recorded before, by this call or by a webhook, needs no word from the provider. */
async function findRecorded(
  { database, cards }: PaymentDeps,
  { transactionId, bookingId }: Claim,
): Promise<Recorded | undefined> {
  const [payment] = await database.sql<Recorded[]>`
    select id, booking_id as "bookingId", refund_reason as "refundReason" from payments
    where provider = ${cards.name} and transaction_id = ${transactionId}`;
  if (payment && payment.bookingId !== bookingId) throw notForThisBooking();
  return payment;
}

async function recordNow(deps: PaymentDeps, claim: Claim): Promise<Recorded> {
  const name = { provider: deps.cards.name, intentId: claim.transactionId };
  const bookingId = await bookingOfIntent(deps.database.sql, name);
  if (bookingId !== claim.bookingId) throw notForThisBooking();
  const settlement = await syncIntent(deps, claim.transactionId);
  if (settlement.state === 'succeeded') return settlement.payment;
  if (settlement.state !== 'processing') throw notCharged();
  throw new Problem('conflict', 'The card has not answered yet. Please wait a moment.', {
    reason: 'processing',
  });
}

interface ClaimedBooking {
  priceCents: number;
  productId: string;
}

async function requireTrue({ database }: PaymentDeps, payer: Payer, claim: Claim): Promise<void> {
  const [booking] = await database.sql<ClaimedBooking[]>`
    select price_cents as "priceCents", product_id as "productId" from bookings
    where id = ${claim.bookingId} and buyer_id = ${payer.id}`;
  if (!booking) throw new Problem('not-found', 'There is no such booking of yours');
  if (claim.buyerEmail && claim.buyerEmail.toLowerCase() !== payer.email.toLowerCase()) {
    throw wrong('not-allowed', { field: 'buyerEmail', message: 'This is not your email address' });
  }
  if (claim.productId && claim.productId !== booking.productId) {
    throw wrong('conflict', {
      field: 'productId',
      message: 'The booking is of another instrument',
    });
  }
  if (cents(claim.price) !== booking.priceCents) {
    throw wrong('conflict', { field: 'price', message: 'This is not the price of the booking' });
  }
}

function notForThisBooking(): Problem {
  const message = 'This transaction does not belong to this booking';
  return wrong('cannot-process', { field: 'transactionId', message });
}

function notCharged(): Problem {
  const message = 'Nothing was charged by this transaction';
  return wrong('cannot-process', { field: 'transactionId', message });
}

function wrong(code: 'not-allowed' | 'conflict' | 'cannot-process', error: FieldError): Problem {
  return new Problem(code, error.message, { errors: [error] });
}
