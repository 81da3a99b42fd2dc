import { id as bookingIdSchema } from '#contract/fields.ts';
import { Problem } from '../core/problem.ts';
import { type Tx, transaction } from '../database/transaction.ts';
import type { PaymentDeps } from '../features/payments/payment-deps.ts';
import { bookingOfIntent, markIntentCancelled } from '../features/payments/payment-intents.ts';
import type { CardIntent } from '../providers/cards/port.ts';
import type { RecordedPayment } from './record-charge.ts';
import { recordCharge } from './record-charge.ts';
import { refundAtOnce } from './refund-payment.ts';

/** What became of an intent. `unknown`: it is none of this shop's. */
export type SyncedIntent =
  | { state: 'open' | 'processing' | 'cancelled' | 'unknown' }
  | { state: 'succeeded'; payment: RecordedPayment };

/** What belongs into the same transaction. */
type Besides = (tx: Tx, at: Date) => Promise<void>;

const nothing: Besides = async () => undefined;

/**
 * Asks the provider how an intent stands and brings our records to the same state. Whoever told us of it, a browser, a
 * webhook or the clock, is not believed: only the provider's answer counts. It may be called any number of times.
 * @throws Problem unavailable when the provider does not answer, and when it does not know an intent of ours
 */
export async function syncIntent(
  deps: PaymentDeps,
  intentId: string,
  besides: Besides = nothing,
): Promise<SyncedIntent> {
  const { cards, database } = deps;
  const intent = await cards.findIntent(intentId);
  if (intent) return applyIntent(deps, intent, besides);
  if (await bookingOfIntent(database.sql, { provider: cards.name, intentId })) {
    throw unknownIntentProblem(cards.name, intentId);
  }
  await inTransaction(deps, besides);
  return { state: 'unknown' };
}

/**
 * An intent that we made and the provider does not know: it was asked in the name of another account. Nothing can be
 * settled by such an answer, so whoever asked has to ask again, until an operator has looked.
 */
export function unknownIntentProblem(provider: string, intentId: string): Problem {
  return new Problem('unavailable', 'This booking cannot be paid at the moment', {
    cause: `${provider} does not know the intent ${intentId}, which is ours`,
    retryAfterSeconds: 60,
  });
}

/** The same for an intent that the provider has just told the state of. */
export async function applyIntent(
  deps: PaymentDeps,
  intent: CardIntent,
  besides: Besides = nothing,
): Promise<SyncedIntent> {
  const { database, cards, clock } = deps;
  const name = { provider: cards.name, intentId: intent.id };
  if (intent.state === 'cancelled') {
    await inTransaction(deps, async (tx, at) => {
      await markIntentCancelled(tx, name, at);
      await besides(tx, at);
    });
    return { state: 'cancelled' };
  }
  const bookingId = intent.state === 'succeeded' ? await bookingOf(deps, intent) : undefined;
  if (intent.state !== 'succeeded' || bookingId === undefined) {
    await inTransaction(deps, besides);
    return { state: intent.state === 'succeeded' ? 'unknown' : intent.state };
  }
  const charge = {
    ...{ bookingId, provider: cards.name, transactionId: intent.id },
    amountCents: intent.amountCents,
  };
  const payment = await transaction(database, async (tx) => {
    const at = clock.now();
    const recorded = await recordCharge(tx, charge, at);
    await besides(tx, at);
    return recorded;
  });
  if (payment.isNew && payment.state === 'refund-due') await refundAtOnce(deps, payment.id);
  return { state: 'succeeded', payment };
}

/**
 * The booking that an intent of ours pays for. A charge whose intent is not in our records (they were restored from a
 * backup, say) is known by what the provider kept with it.
 */
async function bookingOf(
  { database, cards }: PaymentDeps,
  intent: CardIntent,
): Promise<string | undefined> {
  const name = { provider: cards.name, intentId: intent.id };
  const kept = await bookingOfIntent(database.sql, name);
  if (kept !== undefined && intent.bookingId !== undefined && kept !== intent.bookingId) {
    throw new Error(`The provider has intent ${intent.id} for another booking than we have`);
  }
  if (kept !== undefined) return kept;
  const told = bookingIdSchema.safeParse(intent.bookingId);
  if (!told.success) return undefined;
  const [booking] = await database.sql`select from bookings where id = ${told.data}`;
  return booking && told.data;
}

function inTransaction({ database, clock }: PaymentDeps, work: Besides): Promise<void> {
  return work === nothing
    ? Promise.resolve()
    : transaction(database, (tx) => work(tx, clock.now()));
}
