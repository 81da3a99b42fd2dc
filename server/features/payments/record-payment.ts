import type { CallRequest } from '#contract/calls.ts';
import { toMinorUnits } from '#contract/money/currency.ts';
import { msg } from '#contract/text.ts';
import { type FieldError, Problem, type ProblemText } from '../../core/problem.ts';
import { isLateCharge, type PaymentDeps } from './payments.ts';
import { applyIntent, intentNotFound } from './sync-intent.ts';

type PaymentRequest = CallRequest<'recordPayment'>['body'];

/**
 * Records the payment that a buyer's browser reports, once the card provider confirms the charge. The same request again
 * returns the same payment. A late charge is recorded too, refunded, and refused with the reason `refunded`.
 * @returns the payment's id
 * @throws Problem not-found when the booking is not the buyer's; not-allowed when the email is not theirs; conflict for
 *   another price than the booking's total, for another product, for a late charge, and while the card provider is still processing the
 *   card; cannot-process when the transaction belongs to another booking or charged nothing; unavailable when the
 *   provider does not answer
 */
export async function recordPayment(
  deps: PaymentDeps,
  buyer: { id: string; email: string },
  request: PaymentRequest,
): Promise<string> {
  const booking = await findBooking(deps, buyer.id, request);
  requireMatch(request, booking, buyer.email);
  const payment = booking.payment ?? (await recordNewPayment(deps, request));
  if (isLateCharge(payment.refundReason)) {
    const detail = msg`The card was charged when this booking could no longer be paid. The money goes back to it.`;
    throw new Problem('conflict', detail, { reason: 'refunded' });
  }
  return payment.id;
}

interface Payment {
  id: string;
  bookingId: string;
  refundReason: string | null;
}

interface BookingToPay {
  totalCents: number;
  productId: string;
  /** The booking that the transaction's intent was made for, null for an unknown transaction. */
  intentBookingId: string | null;
  /** The payment by this transaction, when a webhook or an earlier request has recorded it. */
  payment: Payment | null;
}

async function findBooking(
  { database, cards }: PaymentDeps,
  buyerId: string,
  { bookingId, transactionId }: PaymentRequest,
): Promise<BookingToPay> {
  const [booking] = await database.sql<BookingToPay[]>`
    select b.price_cents + b.shipping_cents as "totalCents", b.product_id as "productId",
      i.booking_id as "intentBookingId",
      case when p.id is not null then
        json_build_object('id', p.id, 'bookingId', p.booking_id, 'refundReason', p.refund_reason)
      end as payment
    from bookings b
    left join payment_intents i
      on i.provider = ${cards.name} and i.provider_intent_id = ${transactionId}
    left join payments p on p.provider = ${cards.name} and p.transaction_id = ${transactionId}
    where b.id = ${bookingId} and b.buyer_id = ${buyerId}`;
  if (!booking) throw new Problem('not-found', msg`You have no such booking`);
  return booking;
}

function requireMatch(request: PaymentRequest, booking: BookingToPay, email: string): void {
  if (request.buyerEmail && request.buyerEmail.toLowerCase() !== email.toLowerCase()) {
    throw refused('not-allowed', 'buyerEmail', msg`This is not your email address`);
  }
  if (request.productId && request.productId !== booking.productId) {
    throw refused('conflict', 'productId', msg`The booking is for another instrument`);
  }
  if (toMinorUnits(request.price) !== booking.totalCents) {
    throw refused('conflict', 'price', msg`This is not the price of the booking`);
  }
  const paidBookingId = booking.payment?.bookingId ?? booking.intentBookingId;
  if (paidBookingId !== request.bookingId) {
    const message = msg`This transaction does not belong to this booking`;
    throw refused('cannot-process', 'transactionId', message);
  }
}

async function recordNewPayment(
  deps: PaymentDeps,
  { bookingId, transactionId }: PaymentRequest,
): Promise<Payment> {
  // `requireMatch` has found that the intent is this booking's.
  const found = await deps.cards.findIntent(transactionId);
  if (!found) throw intentNotFound(deps.cards.name, transactionId);
  const intent = await applyIntent(deps, found, { bookingId });
  if (intent.state === 'succeeded') return intent.payment;
  if (intent.state === 'processing') {
    throw new Problem('conflict', msg`The card has not answered yet. Please wait a moment.`, {
      reason: 'processing',
    });
  }
  throw refused('cannot-process', 'transactionId', msg`Nothing was charged in this transaction`);
}

function refused(
  code: 'not-allowed' | 'conflict' | 'cannot-process',
  field: FieldError['field'],
  message: ProblemText,
): Problem {
  return new Problem(code, message, { errors: [{ field, message }] });
}
