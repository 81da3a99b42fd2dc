import type { IncomingHttpHeaders } from 'node:http';
import { transaction } from '../../database/transaction.ts';
import {
  markEventProcessed,
  recordEventFailure,
  type StoredEvent,
  storeEvent,
} from './payment-events.ts';
import type { PaymentDeps } from './payments.ts';
import { syncChargeback } from './sync-chargeback.ts';
import { syncIntent } from './sync-intent.ts';

/**
 * Handles a webhook of the card provider: checks its signature, stores the event once, however often it arrives, and
 * processes it unless that was done before.
 * @param body the bytes as they were sent, which the signature covers
 * @throws Problem bad-input when the signature is missing or wrong; any other problem when the event could not be
 *   processed, so that the provider sends it again
 */
export async function receiveCardEvent(
  deps: PaymentDeps,
  body: Buffer,
  headers: IncomingHttpHeaders,
): Promise<void> {
  const { cards, database, clock } = deps;
  const event = cards.readEvent(body, headers);
  const stored = await storeEvent(database.sql, cards.name, event, clock.now());
  if (!stored.isProcessed) await processEvent(deps, stored);
}

/**
 * Processes a stored event by syncing its chargeback or its intent with the provider. An event about neither is marked
 * processed.
 * @throws Problem unavailable, or whatever failed; the attempt is counted
 */
export async function processEvent(
  deps: PaymentDeps,
  { id, intentId, disputeId }: StoredEvent,
): Promise<void> {
  const { database, clock } = deps;
  try {
    if (disputeId !== null) await syncChargeback(deps, disputeId, id);
    else if (intentId !== null) await syncIntent(deps, intentId, id);
    else await transaction(database, (tx) => markEventProcessed(tx, id, clock.now()));
  } catch (error) {
    // If this fails too, the event stays unprocessed and the first error is the one to report.
    await recordEventFailure(database.sql, id, error).catch(() => undefined);
    throw error;
  }
}
