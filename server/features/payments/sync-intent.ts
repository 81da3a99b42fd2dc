import { id as bookingIdSchema } from '#contract/fields.ts';
import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import { telemetry } from '../../core/telemetry.ts';
import { transaction } from '../../database/transaction.ts';
import type { CardIntent } from '../../providers/cards/port.ts';
import { markEventProcessed } from './payment-events.ts';
import { bookingOfIntent, markIntentCancelled } from './payment-intents.ts';
import type { PaymentDeps } from './payments.ts';
import { type Charge, type RecordedPayment, recordCharge } from './record-charge.ts';
import { recordRefundElsewhere } from './record-refund-elsewhere.ts';
import { tryRefund } from './refund-payment.ts';

/** The state of an intent after our records were updated. `unknown`: it pays for no booking of this shop. */
export type SyncedIntent =
  | { state: 'open' | 'processing' | 'cancelled' | 'unknown' }
  | { state: 'succeeded'; payment: RecordedPayment };

/**
 * Asks the provider for the state of an intent and updates our records to it. A browser or a webhook only says which
 * intent to ask about: what it says of the intent's state is not trusted. May be called any number of times.
 * @param eventId webhook event to mark processed in the same transaction
 * @throws Problem unavailable when the provider does not answer, and when it does not know an intent of ours
 */
export async function syncIntent(
  deps: PaymentDeps,
  intentId: string,
  eventId?: string,
): Promise<SyncedIntent> {
  const { cards, database } = deps;
  const [intent, bookingId] = await Promise.all([
    cards.findIntent(intentId),
    bookingOfIntent(database.sql, { provider: cards.name, intentId }),
  ]);
  if (!intent && bookingId !== undefined) throw intentNotFound(cards.name, intentId);
  return applyIntent(deps, intent, { bookingId, eventId });
}

/**
 * Updates our records to the state of an intent that the provider has just returned: records its charge, or marks it
 * cancelled. Refunds a late charge right away if the provider takes the refund.
 * @param intent null when the provider does not know it
 * @param links.bookingId the booking that the intent was made for; undefined when the intent is not stored
 * @param links.eventId webhook event to mark processed in the same transaction
 */
export async function applyIntent(
  deps: PaymentDeps,
  intent: CardIntent | null,
  { bookingId, eventId }: { bookingId: string | undefined; eventId?: string | undefined },
): Promise<SyncedIntent> {
  const { database, cards, clock } = deps;
  const state = intent?.state ?? 'unknown';
  const charge = intent?.state === 'succeeded' && (await chargeOf(deps, intent, bookingId));
  if (!charge && state !== 'cancelled' && eventId === undefined) return syncedIntent(state);
  const isRefunded = charge && intent.refundedCents > 0;
  const payment = await transaction(database, async (tx) => {
    const at = clock.now();
    if (intent?.state === 'cancelled') {
      markIntentCancelled(tx, { provider: cards.name, intentId: intent.id }, at);
    }
    const recorded = charge ? await recordCharge(tx, charge, at) : undefined;
    if (eventId !== undefined && !isRefunded) markEventProcessed(tx, eventId, at);
    return recorded;
  });
  if (payment && isRefunded) {
    const { id: paymentId, bookingId } = payment;
    await transaction(database, async (tx) => {
      const { refundedCents } = intent;
      await recordRefundElsewhere(tx, { paymentId, bookingId, refundedCents }, clock.now());
      if (eventId !== undefined) markEventProcessed(tx, eventId, clock.now());
    });
  }
  if (payment?.isNew) {
    telemetry.payment.publish({ outcome: payment.refundReason === null ? 'recorded' : 'late' });
    if (payment.state === 'refund-due') await tryRefund(deps, payment.id);
  }
  return syncedIntent(state, payment);
}

function syncedIntent(
  state: CardIntent['state'] | 'unknown',
  payment?: RecordedPayment,
): SyncedIntent {
  if (state !== 'succeeded') return { state };
  return payment ? { state, payment } : { state: 'unknown' };
}

/** The problem of an intent that is stored here and unknown to the provider, for example after a change of keys. */
export function intentNotFound(provider: string, intentId: string): Problem {
  return new Problem('unavailable', msg`This booking cannot be paid at the moment`, {
    cause: `${provider} does not know the intent ${intentId}, which is ours`,
    retryAfterSeconds: 60,
  });
}

/**
 * The charge of a succeeded intent; undefined when it pays for no booking of ours. An intent that is missing here (the
 * records may come from a backup) is matched by the booking id that the provider stored with it.
 */
async function chargeOf(
  { database, cards }: PaymentDeps,
  intent: CardIntent,
  storedBookingId: string | undefined,
): Promise<Charge | undefined> {
  const charge = {
    provider: cards.name,
    transactionId: intent.id,
    amountCents: intent.amountCents,
  };
  if (storedBookingId !== undefined) {
    if (intent.bookingId !== undefined && intent.bookingId !== storedBookingId) {
      throw new Error(`The provider has intent ${intent.id} for another booking than we have`);
    }
    return { ...charge, bookingId: storedBookingId };
  }
  const bookingId = bookingIdSchema.safeParse(intent.bookingId);
  if (!bookingId.success) return undefined;
  const [booking] = await database.sql`select from bookings where id = ${bookingId.data}`;
  return booking && { ...charge, bookingId: bookingId.data };
}
