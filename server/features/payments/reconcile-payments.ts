import { mapWithConcurrency } from '../../core/map-with-concurrency.ts';
import { Problem } from '../../core/problem.ts';
import type { CardIntent } from '../../providers/cards/port.ts';
import { unprocessedEvents } from './payment-events.ts';
import type { PaymentDeps } from './payments.ts';
import { processEvent } from './receive-card-event.ts';
import { applyIntent, intentNotFound } from './sync-intent.ts';

const concurrency = 6;
const intentsPerRun = 500;
const eventsPerRun = 200;
/** Browser and webhook have this long to report a charge before we ask about it. */
const graceMs = 20_000;

interface OpenIntent {
  intentId: string;
  bookingId: string;
  /** The booking's hold has ended. */
  isOver: boolean;
  /** The provider said so the last time. */
  isUnknown: boolean;
}

/**
 * Finds the charges that neither browser nor webhook reported: syncs open intents with the provider, least recently
 * checked first, cancels the intents of bookings whose hold has ended, and processes the events that failed.
 * @returns how many intents were found charged or cancelled, plus how many events were processed
 * @throws AggregateError when some failed; the others were done
 */
export async function reconcilePayments(deps: PaymentDeps): Promise<number> {
  const intents = await mapWithConcurrency(await intentsToCheck(deps), concurrency, (intent) =>
    checkIntent(deps, intent),
  );
  const events = await mapWithConcurrency(await eventsToRetry(deps), concurrency, async (event) => {
    await processEvent(deps, event);
    return true;
  });
  const failures = [...intents.failures, ...events.failures];
  if (failures.length > 0) {
    throw new AggregateError(failures, 'Some payments could not be reconciled');
  }
  return intents.done + events.done;
}

/** Open intents: once a minute in their first hour or when the hold has ended, every ten minutes after. */
function intentsToCheck({ database, cards, clock }: PaymentDeps): Promise<OpenIntent[]> {
  const now = clock.now();
  const createdBefore = new Date(now.getTime() - graceMs);
  const anHourAgo = new Date(now.getTime() - 3_600_000);
  return database.sql<OpenIntent[]>`
    select i.provider_intent_id as "intentId", i.booking_id as "bookingId",
      b.state <> 'held' or b.hold_expires_at <= ${now} as "isOver",
      i.unknown_at is not null as "isUnknown"
    from payment_intents i join bookings b on b.id = i.booking_id
    where i.state = 'open' and i.provider = ${cards.name} and i.created_at <= ${createdBefore}
      and (i.checked_at is null or i.checked_at <= ${now}::timestamptz
        - case when i.created_at > ${anHourAgo} or b.state <> 'held' then interval '55 seconds'
            else interval '10 minutes' end)
    order by i.checked_at nulls first limit ${intentsPerRun}`;
}

/** @returns whether the intent was found charged or cancelled */
async function checkIntent(
  deps: PaymentDeps,
  { intentId, bookingId, isOver, isUnknown }: OpenIntent,
): Promise<boolean> {
  const { database, cards, clock } = deps;
  // Written first, so that an intent whose check fails comes after all others the next time.
  await database.sql`
    update payment_intents set checked_at = ${clock.now()}
    where provider = ${cards.name} and provider_intent_id = ${intentId}`;
  const { intent, refusal } = isOver
    ? await cancelIntent(deps, intentId)
    : { intent: await cards.findIntent(intentId) };
  if ((intent === null) !== isUnknown) {
    await database.sql`
      update payment_intents set unknown_at = ${intent ? null : clock.now()}
      where provider = ${cards.name} and provider_intent_id = ${intentId}`;
  }
  if (!intent) throw intentNotFound(cards.name, intentId);
  const { state } = await applyIntent(deps, intent, { bookingId });
  if (refusal && state === 'open') throw refusal;
  return state === 'succeeded' || state === 'cancelled';
}

/**
 * Asks for the intent when the provider refuses to cancel it: one that is known and open can still be charged, and must not
 * be taken for one that is unknown.
 * @returns the intent, null when the provider does not know it; and the refusal
 */
async function cancelIntent(
  { cards }: PaymentDeps,
  intentId: string,
): Promise<{ intent: CardIntent | null; refusal?: Problem }> {
  try {
    return { intent: await cards.cancelIntent(intentId) };
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'conflict')) throw error;
    return { intent: await cards.findIntent(intentId), refusal: error };
  }
}

function eventsToRetry({ database, cards, clock }: PaymentDeps) {
  const before = new Date(clock.now().getTime() - graceMs);
  return unprocessedEvents(database.sql, { provider: cards.name, before, limit: eventsPerRun });
}
