import { storedFault } from '../../core/describe-fault.ts';
import { newId } from '../../core/ids.ts';
import type { Sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import type { CardEvent } from '../../providers/cards/port.ts';

/** A webhook event of the card provider as it is stored. */
export interface StoredEvent {
  id: string;
  /** Null for an event that is about no intent. */
  intentId: string | null;
  /** Null for an event that is about no chargeback. */
  disputeId: string | null;
  isProcessed: boolean;
}

/** Stores an event. The same event again returns the row that the first one made. */
export async function storeEvent(
  sql: Sql,
  provider: string,
  event: CardEvent,
  at: Date,
): Promise<StoredEvent> {
  await sql`
    insert into payment_events
      (id, provider, provider_event_id, type, provider_intent_id, provider_dispute_id,
        payload, received_at)
    values (${newId(at)}, ${provider}, ${event.id}, ${event.type}, ${event.intentId ?? null},
      ${event.disputeId ?? null},
      ${JSON.stringify(event.payload)}::text::jsonb, ${at})
    on conflict (provider, provider_event_id) do nothing`;
  const [stored] = await sql<StoredEvent[]>`
    select id, provider_intent_id as "intentId", provider_dispute_id as "disputeId",
      settled_at is not null as "isProcessed"
    from payment_events where provider = ${provider} and provider_event_id = ${event.id}`;
  if (!stored) throw new Error(`The event ${event.id} was not stored`);
  return stored;
}

/** Events that could not be processed when they arrived, those with the fewest attempts first. */
export function unprocessedEvents(
  sql: Sql,
  { provider, before, limit }: { provider: string; before: Date; limit: number },
): Promise<StoredEvent[]> {
  return sql<StoredEvent[]>`
    select id, provider_intent_id as "intentId", provider_dispute_id as "disputeId", false as "isProcessed" from payment_events
    where settled_at is null and provider = ${provider} and received_at <= ${before}
    order by attempts, received_at limit ${limit}`;
}

export function markEventProcessed(tx: Tx, id: string, at: Date): void {
  tx.write`update payment_events set settled_at = ${at}, last_fault = null where id = ${id}`;
}

/** Counts a failed attempt. */
export async function recordEventFailure(sql: Sql, id: string, error: unknown): Promise<void> {
  await sql`
    update payment_events set attempts = attempts + 1, last_fault = ${storedFault(error)} where id = ${id}`;
}
