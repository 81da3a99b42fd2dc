import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { Problem } from '../../../core/problem.ts';
import type { Database } from '../../../database/connection.ts';
import { sandboxIntents } from '../../../database/schema/sandbox-cards.ts';
import { transaction } from '../../../database/transaction.ts';
import type { CardIntent, CardIntentState, IntentRequest } from '../port.ts';
import {
  type IntentRow,
  isFinal,
  lockIntent,
  newSandboxId,
  type SandboxDeps,
  updateIntent,
} from './sandbox-records.ts';

/**
 * @throws Problem cannot-process when the amount is not positive; conflict when the key was used for another booking or
 *   amount
 */
export async function createIntent(
  { database, clock }: Pick<SandboxDeps, 'database' | 'clock'>,
  { bookingId, amountCents, idempotencyKey, description }: IntentRequest,
): Promise<CardIntent> {
  if (amountCents <= 0) {
    throw new Problem('cannot-process', 'There is nothing to pay.');
  }
  const at = clock.now();
  const id = newSandboxId('pi');
  const { orm } = database;
  await orm
    .insert(sandboxIntents)
    .values({
      id,
      bookingId,
      amountCents,
      idempotencyKey,
      description,
      clientSecret: `${id}_secret_${randomBytes(24).toString('hex')}`,
      state: 'requires_payment_method',
      createdAt: at,
      changedAt: at,
    })
    .onConflictDoNothing({ target: sandboxIntents.idempotencyKey });
  const [row] = await orm
    .select()
    .from(sandboxIntents)
    .where(eq(sandboxIntents.idempotencyKey, idempotencyKey));
  if (!row) throw new Error(`Sandbox intent ${id} disappeared right after it was created`);
  if (row.amountCents !== amountCents || row.bookingId !== bookingId) {
    throw new Problem('conflict', 'This payment was begun with another amount.', {
      cause: 'The idempotency key was used for another intent',
    });
  }
  return toCardIntent(row);
}

export async function findIntent(database: Database, id: string): Promise<CardIntent | null> {
  const [row] = await database.sql<IntentColumns[]>`
    select id, client_secret as "clientSecret", amount_cents as "amountCents",
      booking_id as "bookingId", refunded_cents as "refundedCents", state
    from sandbox_intents where id = ${id}`;
  return row ? toCardIntent(row) : null;
}

/** @throws Problem conflict when there is no such intent */
export async function cancelIntent(
  { database, clock, writeEvent }: SandboxDeps,
  id: string,
): Promise<CardIntent> {
  const { row, send } = await transaction(database, async (tx) => {
    const found = await lockIntent(tx, id);
    if (!found) throw new Problem('conflict', 'The card provider does not know this payment.');
    if (isFinal(found)) return { row: found, send: undefined };
    return updateIntent({ tx, writeEvent, at: clock.now() }, found, {
      changes: { state: 'canceled', challenge: null, challengeOutcome: null },
      event: 'payment_intent.canceled',
    });
  });
  send?.();
  return toCardIntent(row);
}

const states: Record<IntentRow['state'], CardIntentState> = {
  requires_payment_method: 'open',
  requires_action: 'open',
  succeeded: 'succeeded',
  canceled: 'cancelled',
};

type IntentColumns = Pick<
  IntentRow,
  'id' | 'clientSecret' | 'amountCents' | 'bookingId' | 'refundedCents' | 'state'
>;

function toCardIntent(row: IntentColumns): CardIntent {
  const { id, clientSecret, amountCents, bookingId, refundedCents } = row;
  return { id, clientSecret, amountCents, bookingId, refundedCents, state: states[row.state] };
}
