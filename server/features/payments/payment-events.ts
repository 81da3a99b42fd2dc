import { eq } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { newId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import { paymentEvents } from '../../database/schema/payments.ts';
import type { Tx } from '../../database/transaction.ts';
import type { CardEvent } from '../../providers/cards/port.ts';

/** What the provider told us, as we keep it. */
export interface StoredEvent {
  id: string;
  /** Null for an event that is about no intent. */
  intentId: string | null;
  isSettled: boolean;
}

/** Keeps an event, once however often it comes. */
export async function storeEvent(
  sql: Sql,
  provider: string,
  event: CardEvent,
  at: Date,
): Promise<StoredEvent> {
  await sql`
    insert into payment_events
      (id, provider, provider_event_id, type, provider_intent_id, payload, received_at)
    values (${newId(at)}, ${provider}, ${event.id}, ${event.type}, ${event.intentId ?? null},
      ${JSON.stringify(event.payload)}::text::jsonb, ${at})
    on conflict (provider, provider_event_id) do nothing`;
  const [kept] = await sql<StoredEvent[]>`
    select id, provider_intent_id as "intentId", settled_at is not null as "isSettled"
    from payment_events where provider = ${provider} and provider_event_id = ${event.id}`;
  if (!kept) throw new Error(`The event ${event.id} was not kept`);
  return kept;
}

/** Events that were not settled when they came, those that were tried least first. */
export function unprocessedEvents(
  sql: Sql,
  { provider, before, most }: { provider: string; before: Date; most: number },
): Promise<StoredEvent[]> {
  return sql<StoredEvent[]>`
    select id, provider_intent_id as "intentId", false as "isSettled" from payment_events
    where settled_at is null and provider = ${provider} and received_at <= ${before}
    order by attempts, received_at limit ${most}`;
}

export async function markEventProcessed(tx: Tx, id: string, at: Date): Promise<void> {
  await tx
    .update(paymentEvents)
    .set({ settledAt: at, lastFault: null })
    .where(eq(paymentEvents.id, id));
}

/** Counts a try that failed, with the kind of the fault only: an error's words may hold what nobody should keep. */
export async function recordEventFailure(sql: Sql, id: string, error: unknown): Promise<void> {
  const fault =
    error instanceof Problem ? error.code : error instanceof Error ? error.name : 'unknown';
  await sql`
    update payment_events set attempts = attempts + 1, last_fault = ${fault} where id = ${id}`;
}
