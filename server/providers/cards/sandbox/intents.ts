import { randomBytes } from 'node:crypto';
import { msg } from '#contract/text.ts';
import { Problem } from '../../../core/problem.ts';
import type { Database } from '../../../database/connection.ts';
import { transaction } from '../../../database/transaction.ts';
import type { CardIntent, CardIntentState, IntentRequest } from '../port.ts';
import {
  type IntentRow,
  intentColumns,
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
    throw new Problem('cannot-process', msg`There is nothing to pay.`);
  }
  const at = clock.now();
  const id = newSandboxId('pi');
  const clientSecret = `${id}_secret_${randomBytes(24).toString('hex')}`;
  await database.sql`
    insert into sandbox_intents (id, booking_id, amount_cents, idempotency_key, description,
      client_secret, state, created_at, changed_at)
    values (${id}, ${bookingId}, ${amountCents}, ${idempotencyKey}, ${description},
      ${clientSecret}, 'requires_payment_method', ${at}, ${at})
    on conflict (idempotency_key) do nothing`;
  const [row] = await database.sql<IntentRow[]>`
    select ${intentColumns} from sandbox_intents where idempotency_key = ${idempotencyKey}`;
  if (!row) throw new Error(`Sandbox intent ${id} disappeared right after it was created`);
  if (row.amountCents !== amountCents || row.bookingId !== bookingId) {
    throw new Problem('conflict', msg`This payment was started with another amount.`, {
      cause: 'The idempotency key was used for another intent',
    });
  }
  return toCardIntent(row);
}

export async function findIntent(database: Database, id: string): Promise<CardIntent | null> {
  const [row] = await database.sql<IntentRow[]>`
    select ${intentColumns} from sandbox_intents where id = ${id}`;
  return row ? toCardIntent(row) : null;
}

/** @throws Problem conflict when there is no such intent */
export async function cancelIntent(
  { database, clock, writeEvent }: SandboxDeps,
  id: string,
): Promise<CardIntent> {
  const { row, send } = await transaction(database, async (tx) => {
    const found = await lockIntent(tx, id);
    if (!found) throw new Problem('conflict', msg`The card provider does not know this payment.`);
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

function toCardIntent(row: IntentRow): CardIntent {
  const { id, clientSecret, amountCents, bookingId, refundedCents } = row;
  return { id, clientSecret, amountCents, bookingId, refundedCents, state: states[row.state] };
}
