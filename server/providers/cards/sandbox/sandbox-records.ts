import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Clock } from '../../../core/clock.ts';
import type { Database } from '../../../database/connection.ts';
import { sandboxEvents, sandboxIntents } from '../../../database/schema/sandbox-cards.ts';
import type { Tx } from '../../../database/transaction.ts';

export type IntentRow = typeof sandboxIntents.$inferSelect;

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
    await tx.insert(sandboxEvents).values({ id, type, intentId: intent.id, payload, createdAt });
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
  const [row] = await tx
    .select()
    .from(sandboxIntents)
    .where(eq(sandboxIntents.id, id))
    .for('update');
  return row;
}

/** Updates a locked intent and inserts the matching event. Call the returned `send` after the commit. */
export async function updateIntent(
  { tx, writeEvent, at }: { tx: Tx; writeEvent: WriteEvent; at: Date },
  { id }: Pick<IntentRow, 'id'>,
  { changes, event }: { changes: Partial<IntentRow>; event: string },
): Promise<{ row: IntentRow; send: () => void }> {
  const [row] = await tx
    .update(sandboxIntents)
    .set({ ...changes, changedAt: at })
    .where(eq(sandboxIntents.id, id))
    .returning();
  if (!row) throw new Error(`Sandbox intent ${id} disappeared while it was locked`);
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
