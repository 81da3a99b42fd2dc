import type { IncomingHttpHeaders } from 'node:http';
import { transaction } from '../database/transaction.ts';
import type { PaymentDeps } from '../features/payments/payment-deps.ts';
import {
  markEventProcessed,
  recordEventFailure,
  type StoredEvent,
  storeEvent,
} from '../features/payments/payment-events.ts';
import { syncIntent } from './sync-intent.ts';

/**
 * Hears what the card provider tells by webhook. It is kept once, in whatever order and however often it comes, and
 * settled at once by asking the provider about the intent: what the event itself says is never believed.
 * @throws Problem bad-input when it is not signed; unavailable and others when it could not be settled, so that the
 *   provider sends it again
 */
export async function receiveCardEvent(
  deps: PaymentDeps,
  body: Buffer,
  headers: IncomingHttpHeaders,
): Promise<void> {
  const { cards, database, clock } = deps;
  const event = cards.readEvent(body, headers);
  const kept = await storeEvent(database.sql, cards.name, event, clock.now());
  if (!kept.isSettled) await processEvent(deps, kept);
}

/**
 * Settles an event that was kept. One about no intent, or about somebody else's, says nothing to us.
 * @throws Problem unavailable and others; the try is counted then
 */
export async function processEvent(
  deps: PaymentDeps,
  { id, intentId }: StoredEvent,
): Promise<void> {
  const { database, clock } = deps;
  try {
    if (intentId === null)
      await transaction(database, (tx) => markEventProcessed(tx, id, clock.now()));
    else await syncIntent(deps, intentId, (tx, at) => markEventProcessed(tx, id, at));
  } catch (error) {
    // Without a database it stays unsettled all the same, and the first fault is the one to tell of.
    await recordEventFailure(database.sql, id, error).catch(() => undefined);
    throw error;
  }
}
