import { and, eq, gt } from 'drizzle-orm';
import type { CallReply, CallRequest } from '#contract/calls.ts';
import { cents } from '#contract/fields.ts';
import { Problem } from '../core/problem.ts';
import { bookings } from '../database/schema/sales.ts';
import { type Tx, transaction } from '../database/transaction.ts';
import { type LockedSale, lockSale } from '../features/payments/lock-sale.ts';
import type { PaymentDeps } from '../features/payments/payment-deps.ts';
import { type IntentName, intentsOf, storeIntent } from '../features/payments/payment-intents.ts';
import type { CardIntent } from '../providers/cards/port.ts';
import { applyIntent, unknownIntentProblem } from './sync-intent.ts';

/** Opening the payment page leaves at least so much time, once. */
const payWithinMs = 15 * 60_000;
/** An intent that was cancelled meanwhile gives way to another; more often than this, something is wrong. */
const mostTurns = 4;

type Wish = CallRequest<'createPaymentIntent'>['body'];

/**
 * The means to pay a booking: its open intent, or a new one. Three steps, none of which waits for the provider inside a
 * transaction: look at the booking and leave time to pay, ask the provider with a key derived from the booking, keep the
 * intent. Whoever is cut off in between asks again and gets the same intent. The secret goes out only after the intent
 * is kept, so no intent that we do not know of can be charged.
 * @throws Problem not-found for a booking that is not the buyer's; cannot-process when the price alone does not say
 *   which; conflict when the price is another, or the booking is paid or over; unavailable
 */
export async function createPaymentIntent(
  deps: PaymentDeps,
  buyerId: string,
  wish: Wish,
): Promise<CallReply<'createPaymentIntent'>> {
  const bookingId = wish.bookingId ?? (await onlyBookingAt(deps, buyerId, cents(wish.price)));
  for (let turn = 1; turn <= mostTurns; turn += 1) {
    const asked = await reserve(deps, { buyerId, bookingId, priceCents: cents(wish.price) });
    const intent = asked.open ? await findOpen(deps, asked.open) : await create(deps, asked);
    if (intent.state === 'open' || intent.state === 'processing') {
      return replyOf(deps, intent, asked.holdExpiresAt);
    }
    await applyIntent(deps, intent);
  }
  throw new Problem('unavailable', 'The payment could not be opened. Please try again.', {
    cause: `Every intent for booking ${bookingId} was over at once`,
    retryAfterSeconds: 5,
  });
}

async function onlyBookingAt(
  { database, clock }: PaymentDeps,
  buyerId: string,
  priceCents: number,
): Promise<string> {
  const meant = await database.orm
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        eq(bookings.buyerId, buyerId),
        eq(bookings.priceCents, priceCents),
        eq(bookings.state, 'held'),
        gt(bookings.holdExpiresAt, clock.now()),
      ),
    )
    .limit(2);
  const [only, another] = meant;
  if (only && !another) return only.id;
  const detail = only
    ? 'Several of your bookings have this price. Say which one you would like to pay.'
    : 'You have no unpaid booking at this price';
  throw new Problem('cannot-process', detail, {
    errors: [{ field: only ? 'bookingId' : 'price', message: detail }],
  });
}

interface Asked {
  bookingId: string;
  priceCents: number;
  productName: string;
  buyerEmail: string;
  holdExpiresAt: Date;
  /** How many intents the booking has had. */
  asked: number;
  open: IntentName | undefined;
}

/** What is asked of the provider, and the time to do it in. */
function reserve(
  { database, clock }: PaymentDeps,
  {
    buyerId,
    bookingId,
    priceCents,
  }: Record<'buyerId' | 'bookingId', string> & { priceCents: number },
): Promise<Asked> {
  return transaction(database, async (tx) => {
    const { booking } = await lockSale(tx, bookingId);
    if (booking.buyerId !== buyerId) {
      throw new Problem('not-found', 'There is no such booking of yours');
    }
    const now = clock.now();
    requirePayable(booking, priceCents, now);
    const holdExpiresAt = await leaveTime(tx, booking, now);
    const { productName, buyerEmail } = booking;
    const intents = await intentsOf(tx, bookingId);
    return { bookingId, priceCents, productName, buyerEmail, holdExpiresAt, ...intents };
  });
}

type Booking = LockedSale['booking'];

function requirePayable(booking: Booking, priceCents: number, now: Date): void {
  if (booking.state === 'paid') throw refused('paid', 'This booking is paid already');
  if (booking.state === 'returned') throw refused('returned', 'This booking was returned');
  if (booking.state === 'released' && booking.releaseReason !== 'expired') {
    throw refused('released', 'This booking was ended, so there is nothing to pay');
  }
  if (booking.state === 'released' || booking.holdExpiresAt <= now) {
    const detail = 'The time to pay this booking is over. Book the instrument again if it is free.';
    throw refused('expired', detail);
  }
  if (booking.priceCents !== priceCents) {
    throw new Problem('conflict', 'This is not the price of the booking', {
      errors: [{ field: 'price', message: 'This is not the price of the booking' }],
    });
  }
}

function refused(reason: string, detail: string): Problem {
  return new Problem('conflict', detail, { reason });
}

async function leaveTime(tx: Tx, booking: Booking, now: Date): Promise<Date> {
  const enough = new Date(now.getTime() + payWithinMs);
  if (booking.holdExtended || booking.holdExpiresAt >= enough) return booking.holdExpiresAt;
  await tx
    .update(bookings)
    .set({ holdExpiresAt: enough, holdExtended: true })
    .where(eq(bookings.id, booking.id));
  return enough;
}

async function findOpen({ cards }: PaymentDeps, { provider, intentId }: IntentName) {
  const intent = provider === cards.name ? await cards.findIntent(intentId) : null;
  if (!intent) throw unknownIntentProblem(cards.name, intentId);
  return intent;
}

async function create(deps: PaymentDeps, asked: Asked): Promise<CardIntent> {
  const { database, cards, clock } = deps;
  const { bookingId, priceCents: amountCents, buyerEmail } = asked;
  const intent = await cards.createIntent({
    ...{ bookingId, amountCents, buyerEmail, description: asked.productName },
    idempotencyKey: `booking-${bookingId}-${asked.asked}`,
  });
  const isPayable = await transaction(database, async (tx) => {
    const { booking } = await lockSale(tx, bookingId);
    const at = clock.now();
    await storeIntent(tx, { provider: cards.name, bookingId }, intent, at);
    const { open } = await intentsOf(tx, bookingId);
    return booking.state === 'held' && booking.holdExpiresAt > at && open?.intentId === intent.id;
  });
  // What was opened for a booking that ended meanwhile is left to the reconciler; nobody has seen its secret.
  if (isPayable || intent.state === 'cancelled') return intent;
  throw refused('changed', 'The booking has just changed. Please look at it again.');
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
