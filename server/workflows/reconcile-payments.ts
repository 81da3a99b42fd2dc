import { mapWithConcurrency } from '../core/map-with-concurrency.ts';
import type { PaymentDeps } from '../features/payments/payment-deps.ts';
import { unprocessedEvents } from '../features/payments/payment-events.ts';
import { processEvent } from './receive-card-event.ts';
import { applyIntent, unknownIntentProblem } from './sync-intent.ts';

const atOnce = 6;
const mostIntents = 500;
const mostEvents = 200;
/** What is so young is still being told by browser and webhook. */
const leaveAloneMs = 20_000;

interface OpenIntent {
  intentId: string;
  /** Nothing can be bought by it any more. */
  isOver: boolean;
}

/**
 * Settles what neither browser nor webhook told us: looks open intents up again, those that nobody has looked at for
 * longest first, keeps intents of bookings that are over from being charged, and takes up events that failed.
 * @returns how many charges and cancelled intents were found, and events settled
 * @throws AggregateError when some could not be looked up; the others were
 */
export async function reconcilePayments(deps: PaymentDeps): Promise<number> {
  const intents = await mapWithConcurrency(await intentsToCheck(deps), atOnce, (one) =>
    check(deps, one),
  );
  const events = await mapWithConcurrency(await eventsToSettle(deps), atOnce, async (event) => {
    await processEvent(deps, event);
    return true;
  });
  const failures = [...intents.failures, ...events.failures];
  if (failures.length > 0) throw new AggregateError(failures, 'Some payments are not settled yet');
  return intents.done + events.done;
}

/** An intent that stays open is asked about every minute in its first hour, and every ten minutes after. */
function intentsToCheck({ database, cards, clock }: PaymentDeps): Promise<OpenIntent[]> {
  const now = clock.now();
  const young = new Date(now.getTime() - leaveAloneMs);
  const anHourAgo = new Date(now.getTime() - 3_600_000);
  return database.sql<OpenIntent[]>`
    select i.provider_intent_id as "intentId",
      b.state <> 'held' or b.hold_expires_at <= ${now} as "isOver"
    from payment_intents i join bookings b on b.id = i.booking_id
    where i.state = 'open' and i.provider = ${cards.name} and i.created_at <= ${young}
      and (i.checked_at is null or i.checked_at <= ${now}::timestamptz
        - case when i.created_at > ${anHourAgo} or b.state <> 'held' then interval '55 seconds'
            else interval '10 minutes' end)
    order by i.checked_at nulls first limit ${mostIntents}`;
}

/** @returns whether it is settled now */
async function check(deps: PaymentDeps, { intentId, isOver }: OpenIntent): Promise<boolean> {
  const { database, cards, clock } = deps;
  // Noted first: one that fails takes its turn after all others.
  await database.sql`
    update payment_intents set checked_at = ${clock.now()}
    where provider = ${cards.name} and provider_intent_id = ${intentId}`;
  const intent = isOver ? await cards.cancelIntent(intentId) : await cards.findIntent(intentId);
  if (!intent) throw unknownIntentProblem(cards.name, intentId);
  const { state } = await applyIntent(deps, intent);
  return state === 'succeeded' || state === 'cancelled';
}

function eventsToSettle({ database, cards, clock }: PaymentDeps) {
  const before = new Date(clock.now().getTime() - leaveAloneMs);
  return unprocessedEvents(database.sql, { provider: cards.name, before, most: mostEvents });
}
