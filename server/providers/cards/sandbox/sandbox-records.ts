import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../core/clock.ts';
import type { Database } from '../../../database/connection.ts';
import type { sandboxIntents } from '../../../database/schema/sandbox-cards.ts';
import { rawSql } from '../../../database/sql.ts';
import type { Tx } from '../../../database/transaction.ts';

export type IntentRow = Omit<
  typeof sandboxIntents.$inferSelect,
  'description' | 'idempotencyKey' | 'createdAt' | 'changedAt'
>;

/** The columns of `IntentRow`. */
export const intentColumns = rawSql(`id, client_secret as "clientSecret",
  amount_cents as "amountCents", refunded_cents as "refundedCents", booking_id as "bookingId", state,
  last_refusal as "lastRefusal", challenge, challenge_outcome as "challengeOutcome"`);

export interface SandboxDeps {
  database: Database;
  clock: Clock;
  writeEvent: WriteEvent;
}

/**
 * Inserts the webhook event in the transaction that updates the intent, so that neither exists without the other.
 * @returns a function that sends the webhook; call it after the commit
 */
type WriteEvent = (
  tx: Tx,
  type: string,
  intent: IntentRow,
  at: Date,
  disputeId?: string,
) => Promise<() => void>;

/** @param send delivers the event with this id */
export function createEventWriter(send: (id: string) => void): WriteEvent {
  return async (tx, type, intent, createdAt, disputeId) => {
    const id = newSandboxId('evt');
    const created = Math.floor(createdAt.getTime() / 1_000);
    const object = {
      ...toEventObject(intent),
      ...(disputeId === undefined ? {} : { dispute: disputeId }),
    };
    const payload = { id, type, created, data: { object } };
    tx.write`
      insert into sandbox_events (id, type, intent_id, payload, created_at)
      values (${id}, ${type}, ${intent.id}, ${JSON.stringify(payload)}::jsonb, ${createdAt})`;
    return () => send(id);
  };
}

/** The client secret is left out, because a webhook may be read by others than the buyer. */
function toEventObject(intent: IntentRow) {
  const { id, amountCents, refundedCents, state, bookingId, lastRefusal } = intent;
  return {
    id,
    object: 'payment_intent',
    amount: amountCents,
    amount_refunded: refundedCents,
    status: state,
    metadata: { bookingId },
    ...(lastRefusal === null ? {} : { last_payment_error: { code: lastRefusal } }),
  };
}

/** Locks the row until the transaction ends. Everything that changes an intent takes this lock first. */
export async function lockIntent(tx: Tx, id: string): Promise<IntentRow | undefined> {
  const [row] = await tx.sql<IntentRow[]>`
    select ${intentColumns} from sandbox_intents where id = ${id} for update`;
  return row;
}

type IntentChanges = Partial<
  Pick<IntentRow, 'state' | 'refundedCents' | 'lastRefusal' | 'challenge' | 'challengeOutcome'>
>;

/** Updates a locked intent and inserts the matching event. Call the returned `send` after the commit. */
export async function updateIntent(
  { tx, writeEvent, at }: { tx: Tx; writeEvent: WriteEvent; at: Date },
  intent: IntentRow,
  { changes, event }: { changes: IntentChanges; event: string },
): Promise<{ row: IntentRow; send: () => void }> {
  const row = { ...intent, ...changes };
  tx.write`
    update sandbox_intents set state = ${row.state}, refunded_cents = ${row.refundedCents},
      last_refusal = ${row.lastRefusal}, challenge = ${row.challenge},
      challenge_outcome = ${row.challengeOutcome}, changed_at = ${at}
    where id = ${row.id}`;
  return { row, send: await writeEvent(tx, event, row, at) };
}

/** A charged or cancelled intent never changes its state again. */
export function isFinal({ state }: IntentRow): boolean {
  return state === 'succeeded' || state === 'canceled';
}

export function newSandboxId(kind: 'pi' | 're' | 'evt' | 'dp'): string {
  return `${kind}_sandbox_${randomBytes(12).toString('hex')}`;
}

export function isSandboxIntentId(id: string): boolean {
  return /^pi_sandbox_[0-9a-f]{24}$/.test(id);
}
