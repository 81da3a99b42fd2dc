import { setTimeout as pause } from 'node:timers/promises';
import type { FakeStripe } from '../fake-stripe.ts';
import type { createStormClient } from './storm-client.ts';

const addresses = { cards: '/api/webhooks/cards', payouts: '/api/webhooks/payouts' } as const;

/** The share of the events that may be late which wait for the end. */
const lateShare = 0.15;
const longestDelayMs = 600;
const watchEveryMs = 150;

export type StripeWebhooks = ReturnType<typeof startStripeWebhooks>;

/**
 * Delivers events of the fake as Stripe does at its worst: each at least twice, in random order, some of them much later,
 * repeatedly until the shop has acknowledged them.
 */
export function startStripeWebhooks(
  stripe: FakeStripe,
  client: ReturnType<typeof createStormClient<object>>,
) {
  const acknowledged = new Set<string>();
  const sent: Promise<void>[] = [];
  const late: (() => void)[] = [];
  const faults: string[] = [];
  const seen = new Set<string>();
  const disputeIds = new Set<string>();

  async function deliver(path: string, body: Buffer): Promise<void> {
    await pause(Math.random() * longestDelayMs);
    for (;;) {
      const headers = { 'content-type': 'application/json', ...stripe.sign(body, new Date()) };
      const request = { method: 'POST', path, body: String(body), headers } as const;
      const reply = await client.send(request);
      if (reply?.status === 200) break;
      if (reply && reply.status < 500) {
        faults.push(`a webhook was refused with ${reply.status}: ${body}`);
        return;
      }
      await pause(Math.random() * longestDelayMs);
    }
    const { id } = JSON.parse(String(body)) as { id: string };
    if (path === addresses.cards) acknowledged.add(id);
  }

  function send(
    to: keyof typeof addresses,
    type: string,
    object: object,
    { mayBeLate = true } = {},
  ): void {
    const body = stripe.eventBody(type, object);
    const deliverOnce = () => void sent.push(deliver(addresses[to], body));
    const isLate = mayBeLate && Math.random() < lateShare;
    if (isLate) late.push(deliverOnce, deliverOnce);
    else {
      deliverOnce();
      deliverOnce();
      if (Math.random() < lateShare) late.push(deliverOnce);
    }
  }

  /** Sends the events of what the shop has made at Stripe. */
  function watch(): void {
    const isNew = (id: string) => !seen.has(id) && seen.add(id);
    for (const refund of stripe.account.refunds.values()) {
      if (isNew(refund.id)) send('cards', 'refund.created', refund);
    }
    for (const transfer of stripe.connect.transfers.values()) {
      if (isNew(transfer.id)) send('payouts', 'transfer.created', transfer);
      for (const { id } of transfer.reversals.data) {
        if (isNew(id)) send('payouts', 'transfer.reversed', transfer);
      }
    }
  }
  const watching = setInterval(watch, watchEveryMs);

  return {
    /** Events of cards that the shop has acknowledged. */
    acknowledged,
    /** Refusals, which must not happen. */
    faults,
    /** The chargebacks that it has told of. */
    disputeIds,

    charged(intentId: string, options: { mayBeLate: boolean }): void {
      const intent = stripe.account.getIntent(intentId);
      send('cards', 'payment_intent.created', intent);
      send('cards', 'payment_intent.succeeded', intent, options);
    },

    disputed(id: string, what: 'created' | 'closed'): void {
      const dispute = stripe.account.getDispute(id);
      disputeIds.add(id);
      send('cards', `charge.dispute.${what}`, dispute, { mayBeLate: false });
    },

    accountChanged(id: string): void {
      send('payouts', 'account.updated', stripe.connect.accounts.get(id) ?? {});
    },

    /** Sends what was late, and waits until everything is acknowledged. */
    async flush(): Promise<void> {
      watch();
      for (const deliverOnce of late.splice(0)) deliverOnce();
      while (sent.length > 0) await Promise.all(sent.splice(0));
    },

    stop: () => clearInterval(watching),
  };
}
