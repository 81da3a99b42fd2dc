import type { IncomingHttpHeaders } from 'node:http';
import { transaction } from '../database/transaction.ts';
import { type KeptEvent, keepEvent, noteFault, noteSettled } from './events.ts';
import type { PaymentParts } from './parts.ts';
import { settleIntent } from './settle.ts';

/**
 * Hears what the card provider tells by webhook. It is kept once, in whatever order and however often it comes, and
 * settled at once by asking the provider about the intent: what the event itself says is never believed.
 * @throws Problem bad-input when it is not signed; unavailable and others when it could not be settled, so that the
 *   provider sends it again
 */
export async function hearEvent(
  parts: PaymentParts,
  body: Buffer,
  headers: IncomingHttpHeaders,
): Promise<void> {
  const { cards, database, clock } = parts;
  const event = cards.readEvent(body, headers);
  const kept = await keepEvent(database.sql, cards.name, event, clock.now());
  if (!kept.isSettled) await settleEvent(parts, kept);
}

/**
 * Settles an event that was kept. One about no intent, or about somebody else's, says nothing to us.
 * @throws Problem unavailable and others; the try is counted then
 */
export async function settleEvent(parts: PaymentParts, { id, intentId }: KeptEvent): Promise<void> {
  const { database, clock } = parts;
  try {
    if (intentId === null) await transaction(database, (tx) => noteSettled(tx, id, clock.now()));
    else await settleIntent(parts, intentId, (tx, at) => noteSettled(tx, id, at));
  } catch (error) {
    // Without a database it stays unsettled all the same, and the first fault is the one to tell of.
    await noteFault(database.sql, id, error).catch(() => undefined);
    throw error;
  }
}
