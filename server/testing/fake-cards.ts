import { randomUUID } from 'node:crypto';
import { Problem } from '../core/problem.ts';
import type { CardEvent, CardIntent, CardProvider } from '../providers/cards/port.ts';

type Method = 'createIntent' | 'findIntent' | 'cancelIntent' | 'refund';

/** When a call is lost: before the provider did anything, or when it had done it and could not say so. */
type Lost = 'before' | 'after';

export interface FakeCards extends CardProvider {
  /** What the provider knows, by intent. Whatever else is lost, this is the truth about the money. */
  readonly intents: ReadonlyMap<string, Readonly<CardIntent>>;
  /** How often money went back, by intent. */
  readonly refunds: ReadonlyMap<string, number>;
  /** The next calls of this method time out, one after the other. */
  lose(method: Method, ...when: Lost[]): void;
  /** Every call is answered again. */
  recover(): void;
  /** How often a method was called so far. */
  calls(method: Method): number;
  /** The card is charged, unless the intent was cancelled. @returns whether it is charged now */
  charge(intentId: string): boolean;
  /** Puts an intent into a state by another hand. */
  change(intentId: string, changes: Partial<CardIntent>): void;
  /** What the provider would send about an intent. The same `id` is the same event again. */
  webhook(
    intentId: string | undefined,
    id?: string,
  ): { payload: string; headers: { 'x-fake': string } };
}

const signature = 'signed by the fake';

/**
 * A card provider at the port whose every fault a test can bring about. It keeps its promises: the same key gives the
 * same intent and the same refund, a cancelled intent is never charged.
 */
export function fakeCards(): FakeCards {
  const intents = new Map<string, CardIntent>();
  const byKey = new Map<string, string>();
  const refundsByKey = new Map<string, string>();
  const refunds = new Map<string, number>();
  const lost = new Map<Method, Lost[]>();
  const counts = new Map<Method, number>();

  async function call<T>(method: Method, act: () => T): Promise<T> {
    counts.set(method, (counts.get(method) ?? 0) + 1);
    const loss = lost.get(method)?.shift();
    if (loss === 'before') throw away();
    const result = act();
    if (loss === 'after') throw away();
    return structuredClone(result);
  }

  function known(id: string): CardIntent {
    const intent = intents.get(id);
    if (!intent) throw new Problem('conflict', `There is no intent ${id}`);
    return intent;
  }

  function sendBack(intentId: string, amountCents: number, key: string): { id: string } {
    const before = refundsByKey.get(key);
    if (before) return { id: before };
    const intent = known(intentId);
    if (intent.state !== 'succeeded' || intent.refundedCents + amountCents > intent.amountCents) {
      throw new Problem('conflict', 'This charge cannot be given back');
    }
    const id = `re_${randomUUID()}`;
    intent.refundedCents += amountCents;
    refundsByKey.set(key, id);
    refunds.set(intentId, (refunds.get(intentId) ?? 0) + 1);
    return { id };
  }

  return {
    name: 'stripe',
    publishableKey: 'pk_fake',
    intents,
    refunds,
    lose: (method, ...when) => lost.set(method, [...(lost.get(method) ?? []), ...when]),
    recover: () => lost.clear(),
    calls: (method) => counts.get(method) ?? 0,
    charge(intentId) {
      const intent = known(intentId);
      if (intent.state !== 'cancelled') intent.state = 'succeeded';
      return intent.state === 'succeeded';
    },
    change: (intentId, changes) => void Object.assign(known(intentId), changes),
    webhook: (intentId, id = randomUUID()) => ({
      payload: JSON.stringify({ id, type: 'payment_intent.changed', intentId }),
      headers: { 'x-fake': signature },
    }),
    createIntent: ({ bookingId, amountCents, idempotencyKey }) =>
      call('createIntent', () => {
        const id = byKey.get(idempotencyKey) ?? `pi_${randomUUID()}`;
        byKey.set(idempotencyKey, id);
        const made = { id, clientSecret: `${id}_secret`, amountCents, bookingId };
        if (!intents.has(id)) intents.set(id, { ...made, state: 'open', refundedCents: 0 });
        return known(id);
      }),
    findIntent: (id) => call('findIntent', () => intents.get(id) ?? null),
    cancelIntent: (id) =>
      call('cancelIntent', () => {
        const intent = known(id);
        if (intent.state === 'open') intent.state = 'cancelled';
        return intent;
      }),
    refund: ({ intentId, amountCents, idempotencyKey }) =>
      call('refund', () => sendBack(intentId, amountCents, idempotencyKey)),
    readEvent(body, headers): CardEvent {
      if (headers['x-fake'] !== signature) throw new Problem('bad-input', 'This is not signed');
      const { id, type, intentId } = JSON.parse(body.toString('utf8'));
      return { id, type, intentId, payload: { id, type } };
    },
  };
}

function away(): Problem {
  return new Problem('unavailable', 'The card provider does not answer', { retryAfterSeconds: 1 });
}
