import { newId } from '../../core/ids.ts';
import type { intentStates } from '../../database/schema/payments.ts';
import type { Sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import type { CardIntent } from '../../providers/cards/port.ts';

/** Identifies an intent: the provider, and the provider's id of it. */
export interface IntentKey {
  provider: string;
  intentId: string;
}

/** How many intents a booking has had, and the one that is open. */
export async function intentsOf(
  tx: Tx,
  bookingId: string,
): Promise<{ count: number; open: IntentKey | undefined }> {
  const rows = await tx.sql<(IntentKey & { state: (typeof intentStates)[number] })[]>`
    select provider, provider_intent_id as "intentId", state from payment_intents
    where booking_id = ${bookingId}`;
  return { count: rows.length, open: rows.find(({ state }) => state === 'open') };
}

/** Stores an intent. Does nothing when it is stored already or the booking has another open intent. */
export async function storeIntent(
  tx: Tx,
  { provider, bookingId }: { provider: string; bookingId: string },
  intent: CardIntent,
  at: Date,
): Promise<void> {
  const state = intent.state === 'cancelled' ? 'cancelled' : 'open';
  await tx.sql`
    insert into payment_intents
      (id, provider, booking_id, provider_intent_id, amount_cents, state, created_at)
    values (${newId(at)}, ${provider}, ${bookingId}, ${intent.id}, ${intent.amountCents}, ${state},
      ${at})
    on conflict do nothing`;
}

/** The booking that an intent was made for; undefined for an intent that is not stored. */
export async function bookingOfIntent(
  sql: Sql,
  { provider, intentId }: IntentKey,
): Promise<string | undefined> {
  const [row] = await sql<{ bookingId: string }[]>`
    select booking_id as "bookingId" from payment_intents
    where provider = ${provider} and provider_intent_id = ${intentId}`;
  return row?.bookingId;
}

/** Marks an open intent cancelled: it can never be charged. An intent whose charge was recorded stays succeeded. */
export function markIntentCancelled(tx: Tx, { provider, intentId }: IntentKey, at: Date): void {
  tx.write`
    update payment_intents set state = 'cancelled', checked_at = ${at}
    where provider = ${provider} and provider_intent_id = ${intentId} and state = 'open'`;
}

/** Marks the intent of a charge succeeded, whatever its state was, and stores it if it was not. */
export function markIntentSucceeded(
  tx: Tx,
  charge: { bookingId: string; amountCents: number; provider: string; transactionId: string },
  at: Date,
): void {
  tx.write`
    insert into payment_intents
      (id, booking_id, provider, provider_intent_id, amount_cents, state, created_at, checked_at)
    values (${newId(at)}, ${charge.bookingId}, ${charge.provider}, ${charge.transactionId},
      ${charge.amountCents}, 'succeeded', ${at}, ${at})
    on conflict (provider, provider_intent_id) do update
      set state = 'succeeded', checked_at = excluded.checked_at`;
}
