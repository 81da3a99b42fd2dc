import { randomUUID } from 'node:crypto';
import { type Clock, systemClock } from '../core/clock.ts';
import { Problem } from '../core/problem.ts';
import type { Database } from '../database/connection.ts';
import type { sandboxIntents } from '../database/schema/sandbox-cards.ts';
import type { CardIntent, CardProvider } from '../providers/cards/port.ts';
import { createSandboxCards, type SandboxCards } from '../providers/cards/sandbox/sandbox-cards.ts';
import { signatureHeader, signWebhook } from '../providers/cards/sandbox/webhook-signature.ts';

type IntentChanges = Partial<
  Pick<typeof sandboxIntents.$inferSelect, 'state' | 'amountCents' | 'bookingId' | 'refundedCents'>
>;

type Method = 'createIntent' | 'findIntent' | 'cancelIntent' | 'refund';

/** Whether a call fails before the provider has done anything, or after, so that only its response is lost. */
type Failure = 'before' | 'after';

/** The sandbox that a test uses; a `TestShop` is one. */
export interface TestSandbox {
  cards: SandboxCards;
  database: Pick<Database, 'sql' | 'transaction'>;
  /** Signs the webhooks. */
  secret: string;
}

/** The sandbox card provider with hooks for the faults that a provider can have. */
export interface FaultyCards extends CardProvider {
  /** Makes the next calls of this method fail, one for each failure given. */
  failNext(method: Method, ...failures: Failure[]): void;
  /** Ends all failures and overrides. */
  recover(): void;
  /** The number of calls of a method. */
  calls(method: Method): number;
  /** Makes the provider return an intent with these changes, without changing the intent. */
  override(intentId: string, changes: Partial<CardIntent>): void;
  /** Charges the card, unless the intent is cancelled. @returns whether it is charged */
  charge(intentId: string): Promise<boolean>;
  /** Changes an intent as an owner with access to the provider's dashboard could. */
  update(intentId: string, changes: IntentChanges): Promise<void>;
  /** How many refunds of an intent the provider has made. */
  refundCount(intentId: string): Promise<number>;
  /** A signed webhook that says an intent has succeeded, or is about none. The same event id is the same event. */
  webhook(
    intentId: string | undefined,
    eventId?: string,
  ): { payload: string; headers: Record<string, string> };
}

/** A sandbox on this database whose own webhooks are dropped. */
export function openTestSandbox(database: Database, clock: Clock = systemClock): TestSandbox {
  const secret = 'the secret of the test sandbox';
  const log = { warn: () => undefined };
  const cards = createSandboxCards({ database, clock, secret, log, deliver: async () => 200 });
  return { cards, database, secret };
}

/** @param sandbox read at each call, so that the shop which it belongs to may be created later */
export function faultyCards(sandbox: () => TestSandbox, clock: Clock = systemClock): FaultyCards {
  const failures = new Map<Method, Failure[]>();
  const counts = new Map<Method, number>();
  const overrides = new Map<string, Partial<CardIntent>>();

  async function call<T>(method: Method, act: (cards: SandboxCards) => Promise<T>): Promise<T> {
    counts.set(method, (counts.get(method) ?? 0) + 1);
    const failure = failures.get(method)?.shift();
    if (failure === 'before') throw noResponse();
    const result = await act(sandbox().cards);
    if (failure === 'after') throw noResponse();
    return result;
  }

  const overridden = (intent: CardIntent): CardIntent => ({
    ...intent,
    ...overrides.get(intent.id),
  });

  return {
    name: 'sandbox',
    publishableKey: undefined,
    createIntent: (request) =>
      call('createIntent', async (cards) => overridden(await cards.createIntent(request))),
    findIntent: (id) =>
      call('findIntent', async (cards) => {
        const intent = await cards.findIntent(id);
        return intent && overridden(intent);
      }),
    cancelIntent: (id) =>
      call('cancelIntent', async (cards) => {
        // A provider cannot cancel an intent while it is processing the card.
        const isProcessing = overrides.get(id)?.state === 'processing';
        const intent = isProcessing ? await cards.findIntent(id) : await cards.cancelIntent(id);
        return overridden(intent ?? (await cards.cancelIntent(id)));
      }),
    refund: (request) => call('refund', (cards) => cards.refund(request)),
    findDispute: (id) => sandbox().cards.findDispute(id),
    readEvent: (body, headers) => sandbox().cards.readEvent(body, headers),
    close: () => sandbox().cards.close(),

    failNext: (method, ...next) =>
      void failures.set(method, [...(failures.get(method) ?? []), ...next]),
    recover() {
      failures.clear();
      overrides.clear();
    },
    calls: (method) => counts.get(method) ?? 0,
    override: (intentId, changes) => void overrides.set(intentId, changes),
    async charge(intentId) {
      const charged = await sandbox().database.sql`
        update sandbox_intents set state = 'succeeded'
        where id = ${intentId} and state <> 'canceled' returning id`;
      return charged.length > 0;
    },
    async update(intentId, changes) {
      const { state, amountCents, bookingId, refundedCents } = changes;
      await sandbox().database.sql`
        update sandbox_intents set state = coalesce(${state ?? null}, state),
          amount_cents = coalesce(${amountCents ?? null}, amount_cents),
          booking_id = coalesce(${bookingId ?? null}, booking_id),
          refunded_cents = coalesce(${refundedCents ?? null}, refunded_cents)
        where id = ${intentId}`;
    },
    async refundCount(intentId) {
      const { sql } = sandbox().database;
      return (await sql`select from sandbox_refunds where intent_id = ${intentId}`).length;
    },
    webhook(intentId, eventId = randomUUID()) {
      const object = { id: intentId };
      const event = { id: eventId, type: 'payment_intent.succeeded', data: { object } };
      const payload = JSON.stringify(event);
      const signature = signWebhook(Buffer.from(payload), sandbox().secret, clock.now());
      return { payload, headers: { [signatureHeader]: signature } };
    },
  };
}

function noResponse(): Problem {
  return new Problem('unavailable', 'The card provider does not answer', { retryAfterSeconds: 1 });
}
