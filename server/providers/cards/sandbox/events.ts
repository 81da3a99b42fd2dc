import { sandboxEvents } from '../../../database/schema/sandbox-cards.ts';
import { type IntentRow, newSandboxId, type WriteEvent } from './sandbox-records.ts';

/** @param send takes the id of an event that is to be delivered now */
export function eventWriter(send: (id: string) => void): WriteEvent {
  return async (tx, type, intent, createdAt) => {
    const id = newSandboxId('evt');
    const payload = { id, type, created: unixTime(createdAt), data: { object: subject(intent) } };
    await tx.insert(sandboxEvents).values({ id, type, intentId: intent.id, payload, createdAt });
    return () => send(id);
  };
}

/** What an event says of its intent. The client secret is not in it: whoever reads a webhook need not be the buyer. */
function subject({ id, amountCents, refundedCents, state, bookingId, lastRefusal }: IntentRow) {
  return {
    ...{ id, object: 'payment_intent', amount: amountCents, amount_refunded: refundedCents },
    ...{ status: state, metadata: { bookingId } },
    ...(lastRefusal === null ? {} : { last_payment_error: { code: lastRefusal } }),
  };
}

function unixTime(at: Date): number {
  return Math.floor(at.getTime() / 1_000);
}
