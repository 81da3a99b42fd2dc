import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Clock } from '../../../clock.ts';
import type { Database } from '../../../database/connection.ts';
import { sandboxIntents } from '../../../database/schema/sandbox-cards.ts';
import { type Tx, transaction } from '../../../database/transaction.ts';
import { Problem } from '../../../problem.ts';
import type { CardIntent, CardIntentState, IntentRequest } from '../port.ts';
import type { WriteEvent } from './events.ts';

export type IntentRow = typeof sandboxIntents.$inferSelect;

export interface LedgerParts {
  database: Database;
  clock: Clock;
  /** Keeps a webhook in the transaction that it tells of, and sends it once that is kept. */
  writeEvent: WriteEvent;
}

/** @throws Problem conflict when the key was used for another booking or amount */
export async function createIntent(
  { database, clock }: Pick<LedgerParts, 'database' | 'clock'>,
  { bookingId, amountCents, idempotencyKey, description }: IntentRequest,
): Promise<CardIntent> {
  const at = clock.now();
  const id = newSandboxId('pi');
  const { orm } = database;
  await orm
    .insert(sandboxIntents)
    .values({
      ...{ id, bookingId, amountCents, idempotencyKey, description },
      clientSecret: `${id}_secret_${randomBytes(24).toString('base64url')}`,
      state: 'requires_payment_method',
      ...{ createdAt: at, changedAt: at },
    })
    .onConflictDoNothing({ target: sandboxIntents.idempotencyKey });
  const [row] = await orm
    .select()
    .from(sandboxIntents)
    .where(eq(sandboxIntents.idempotencyKey, idempotencyKey));
  if (!row) throw new Error('The sandbox has lost an intent that it just made');
  if (row.amountCents !== amountCents || row.bookingId !== bookingId) {
    throw new Problem('conflict', 'This payment was begun with another amount.', {
      cause: 'An idempotency key was used for two different intents',
    });
  }
  return asCardIntent(row);
}

export async function findIntent(database: Database, id: string): Promise<CardIntent | null> {
  const [row] = await database.orm.select().from(sandboxIntents).where(eq(sandboxIntents.id, id));
  return row ? asCardIntent(row) : null;
}

/** @throws Problem conflict when there is no such intent */
export async function cancelIntent(
  { database, clock, writeEvent }: LedgerParts,
  id: string,
): Promise<CardIntent> {
  const { row, send } = await transaction(database, async (tx) => {
    const found = await lockIntent(tx, id);
    if (!found) throw new Problem('conflict', 'The card provider does not know this payment.');
    if (isOver(found)) return { row: found, send: undefined };
    return changeIntent({ tx, writeEvent, at: clock.now() }, found, {
      changes: { state: 'canceled', challenge: null, challengeOutcome: null },
      event: 'payment_intent.canceled',
    });
  });
  send?.();
  return asCardIntent(row);
}

/** The row, which nobody else changes until the transaction ends: whatever decides about money comes through here. */
export async function lockIntent(tx: Tx, id: string): Promise<IntentRow | undefined> {
  const [row] = await tx
    .select()
    .from(sandboxIntents)
    .where(eq(sandboxIntents.id, id))
    .for('update');
  return row;
}

/** Writes a change of a locked intent together with the event that tells of it; `send` is for after the commit. */
export async function changeIntent(
  { tx, writeEvent, at }: { tx: Tx; writeEvent: WriteEvent; at: Date },
  { id }: Pick<IntentRow, 'id'>,
  { changes, event }: { changes: Partial<IntentRow>; event: string },
): Promise<{ row: IntentRow; send: () => void }> {
  const [row] = await tx
    .update(sandboxIntents)
    .set({ ...changes, changedAt: at })
    .where(eq(sandboxIntents.id, id))
    .returning();
  if (!row) throw new Error('The sandbox has lost an intent that it had locked');
  return { row, send: await writeEvent(tx, event, row, at) };
}

/** Neither charged nor cancelled is ever undone. */
export function isOver({ state }: IntentRow): boolean {
  return state === 'succeeded' || state === 'canceled';
}

export function newSandboxId(kind: 'pi' | 're' | 'evt'): string {
  return `${kind}_sandbox_${randomBytes(12).toString('hex')}`;
}

const states: Record<IntentRow['state'], CardIntentState> = {
  requires_payment_method: 'open',
  requires_action: 'open',
  succeeded: 'succeeded',
  canceled: 'cancelled',
};

function asCardIntent(row: IntentRow): CardIntent {
  const { id, clientSecret, amountCents, bookingId, refundedCents } = row;
  return { id, clientSecret, amountCents, bookingId, refundedCents, state: states[row.state] };
}
