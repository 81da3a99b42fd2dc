import type { CallReply, CallRequest } from '#contract/calls.ts';
import { toMinorUnits } from '#contract/money/currency.ts';
import { msg } from '#contract/text.ts';
import { Problem, type ProblemText } from '../../core/problem.ts';
import { pipeline } from '../../database/pipeline.ts';
import { type Tx, transaction } from '../../database/transaction.ts';
import type { CardIntent } from '../../providers/cards/port.ts';
import { bookingNotFound, type LockedSale, lockSale } from '../bookings/lock-sale.ts';
import { recordCatalogueChange } from '../products/catalogue-changes.ts';
import { type IntentKey, intentsOf, storeIntent } from './payment-intents.ts';
import type { PaymentDeps } from './payments.ts';
import { applyIntent, intentNotFound } from './sync-intent.ts';

/** Opening the payment page extends the hold to at least this, once per booking. */
const minTimeToPayMs = 15 * 60_000;
/** An intent that turns out to be cancelled is replaced by a new one, this often at most. */
const maxAttempts = 4;

type IntentRequest = CallRequest<'createPaymentIntent'>['body'];

/**
 * Returns what the browser needs to pay a booking: the booking's open intent, or a new one. Takes three steps, so that
 * no transaction waits for the provider: check the booking and extend its hold, get the intent from the provider with
 * an idempotency key derived from the booking, store it. A request that was cut off can be repeated and gets the same
 * intent. The client secret is returned only after the intent is stored, so every intent that can be charged is stored.
 * @throws Problem not-found when the booking is not the buyer's; cannot-process when no booking id is given and the
 * price does not identify one booking, and when it has no shipping address or telephone number; conflict for another price than the
 * booking's total, and when the booking is paid or its hold has ended; unavailable when the provider does not answer
 */
export async function createPaymentIntent(
  deps: PaymentDeps,
  buyerId: string,
  request: IntentRequest,
): Promise<CallReply<'createPaymentIntent'>> {
  const totalCents = toMinorUnits(request.price);
  const bookingId = request.bookingId ?? (await findBookingByPrice(deps, buyerId, totalCents));
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const booking = await prepareBooking(deps, { buyerId, bookingId, totalCents });
    const intent = booking.openIntent
      ? await findIntent(deps, booking.openIntent)
      : await createIntent(deps, booking);
    if (intent.state === 'open' || intent.state === 'processing') {
      return replyOf(deps, intent, booking.holdExpiresAt);
    }
    await applyIntent(deps, intent, { bookingId });
  }
  throw new Problem('unavailable', msg`The payment could not be opened. Please try again.`, {
    cause: `Each of ${maxAttempts} intents for booking ${bookingId} was already cancelled or charged`,
    retryAfterSeconds: 5,
  });
}

async function findBookingByPrice(
  { database, clock }: PaymentDeps,
  buyerId: string,
  totalCents: number,
): Promise<string> {
  const [only, another] = await database.sql<{ id: string }[]>`
    select id from bookings
    where buyer_id = ${buyerId} and price_cents + shipping_cents = ${totalCents} and state = 'held'
      and hold_expires_at > ${clock.now()}
    limit 2`;
  if (only && !another) return only.id;
  const detail = only
    ? msg`Several of your bookings have this price. Choose the one that you would like to pay.`
    : msg`You have no unpaid booking at this price`;
  throw new Problem('cannot-process', detail, {
    errors: [{ field: only ? 'bookingId' : 'price', message: detail }],
  });
}

interface PayableBooking {
  bookingId: string;
  totalCents: number;
  productName: string;
  buyerEmail: string;
  holdExpiresAt: Date;
  intentCount: number;
  openIntent: IntentKey | undefined;
}

/** Checks that the booking can be paid and extends its hold. */
function prepareBooking(
  { database, clock }: PaymentDeps,
  { buyerId, bookingId, totalCents }: { buyerId: string; bookingId: string; totalCents: number },
): Promise<PayableBooking> {
  return transaction(database, async (tx) => {
    const { booking } = await lockSale(tx, { bookingId });
    if (booking.buyerId !== buyerId) throw bookingNotFound();
    const now = clock.now();
    requirePayable(booking, totalCents, now);
    await requireAddressOf(tx, booking);
    requirePhone(booking);
    const holdExpiresAt = extendHold(tx, booking, now);
    const intents = await intentsOf(tx, bookingId);
    return {
      bookingId,
      totalCents,
      productName: booking.productName,
      buyerEmail: booking.buyerEmail,
      holdExpiresAt,
      intentCount: intents.count,
      openIntent: intents.open,
    };
  });
}

type Booking = LockedSale['booking'];

function requirePayable(booking: Booking, totalCents: number, now: Date): void {
  if (booking.state === 'paid') throw refused('paid', msg`This booking is paid already`);
  if (booking.state === 'returned') throw refused('returned', msg`This booking was returned`);
  if (booking.state === 'released' && booking.releaseReason !== 'expired') {
    throw refused('released', msg`This booking has ended, so there is nothing to pay`);
  }
  if (booking.state === 'released' || booking.holdExpiresAt <= now) {
    const detail = msg`The time to pay this booking is over. Book the instrument again if it is free.`;
    throw refused('expired', detail);
  }
  if (booking.totalCents !== totalCents) {
    throw new Problem('conflict', msg`This is not the price of the booking`, {
      errors: [{ field: 'price', message: msg`This is not the price of the booking` }],
    });
  }
}

/** @throws Problem cannot-process, with the reason `no-address`, when it is shipped and has no address */
async function requireAddressOf(tx: Tx, { id, deliveryMethod }: Booking): Promise<void> {
  if (deliveryMethod !== 'shipping') return;
  const known = await tx.sql`select from booking_addresses where booking_id = ${id}`;
  if (known.length > 0) return;
  const message = msg`Enter the address it is shipped to before you pay`;
  const errors = [{ field: 'address', message }];
  throw new Problem('cannot-process', message, { errors, reason: 'no-address' });
}

/** @throws Problem cannot-process, with the reason `no-phone`, when an offer without a number was accepted */
function requirePhone({ phone }: Booking): void {
  if (phone !== '') return;
  const message = msg`Enter your telephone number before you pay`;
  const errors = [{ field: 'phone', message }];
  throw new Problem('cannot-process', message, { errors, reason: 'no-phone' });
}

function refused(reason: string, detail: ProblemText): Problem {
  return new Problem('conflict', detail, { reason });
}

/** @returns when the hold expires now */
function extendHold(tx: Tx, booking: Booking, now: Date): Date {
  const extended = new Date(now.getTime() + minTimeToPayMs);
  if (booking.holdExtended || booking.holdExpiresAt >= extended) return booking.holdExpiresAt;
  tx.write`
    update bookings set hold_expires_at = ${extended}, hold_extended = true
    where id = ${booking.id}`;
  recordCatalogueChange(tx, booking.productId, now);
  return extended;
}

async function findIntent({ cards }: PaymentDeps, { provider, intentId }: IntentKey) {
  const intent = provider === cards.name ? await cards.findIntent(intentId) : null;
  if (!intent) throw intentNotFound(cards.name, intentId);
  return intent;
}

/** Creates an intent at the provider and stores it. */
async function createIntent(deps: PaymentDeps, booking: PayableBooking): Promise<CardIntent> {
  const { database, cards, clock } = deps;
  const { bookingId } = booking;
  const intent = await cards.createIntent({
    bookingId,
    amountCents: booking.totalCents,
    buyerEmail: booking.buyerEmail,
    description: booking.productName,
    idempotencyKey: `booking-${bookingId}-${booking.intentCount}`,
  });
  const isPayable = await transaction(database, async (tx) => {
    const at = clock.now();
    const [{ booking: current }, , { open }] = await pipeline([
      lockSale(tx, { bookingId }),
      storeIntent(tx, { provider: cards.name, bookingId }, intent, at),
      intentsOf(tx, bookingId),
    ]);
    return current.state === 'held' && current.holdExpiresAt > at && open?.intentId === intent.id;
  });
  // If the booking has ended, reconcilePayments cancels this intent; its client secret was given to no one.
  if (isPayable || intent.state === 'cancelled') return intent;
  throw refused('changed', msg`The booking has just changed. Please look at it again.`);
}

function replyOf({ cards }: PaymentDeps, intent: CardIntent, holdExpiresAt: Date) {
  return {
    clientSecret: intent.clientSecret,
    provider: cards.name,
    publishableKey: cards.publishableKey,
    transactionId: intent.id,
    expiresAt: holdExpiresAt.toISOString(),
  };
}
