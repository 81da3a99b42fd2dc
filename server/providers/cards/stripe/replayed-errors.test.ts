import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { openStripeInTest, type StripeInTest } from '../../../testing/stripe-in-test.ts';
import type { CardIntent } from '../port.ts';

let inTest: StripeInTest;

beforeAll(async () => {
  inTest = await openStripeInTest();
});
afterAll(() => inTest.stripe.stop());

describe('a failure that Stripe keeps under its key for a day', () => {
  it('does not keep a booking from being paid', async () => {
    const { cards, stripe, request } = inTest;
    const asked = request();
    stripe.fail({ status: 500, kept: 'done' });
    await expect(cards.createIntent(asked)).rejects.toMatchObject({ code: 'unavailable' });
    const intent = await cards.createIntent(asked);
    expect(intent).toMatchObject({ state: 'open', bookingId: asked.bookingId });
    const again = await Promise.all([cards.createIntent(asked), cards.createIntent(asked)]);
    expect(again).toEqual([intent, intent]);
  });

  it('nor do several', async () => {
    const { cards, stripe, request } = inTest;
    const asked = request();
    for (let failures = 0; failures < 5; failures += 1) {
      // What comes before are the answers that are replayed.
      const replays = Array.from({ length: failures }, () => undefined);
      stripe.fail(...replays, { status: 500, kept: 'undone' });
      await expect(cards.createIntent(asked)).rejects.toMatchObject({ code: 'unavailable' });
    }
    expect(await cards.createIntent(asked)).toMatchObject({ state: 'open' });
  });

  const giveBack = ({ id: intentId }: CardIntent, idempotencyKey: string) =>
    inTest.cards.refund({ intentId, amountCents: 45_000, idempotencyKey });

  test.each([
    ['for want of balance', { status: 400, code: 'balance_insufficient', kept: 'undone' }],
    ['of its own', { status: 500, kept: 'undone' }],
    ['of its own after the work', { status: 500, kept: 'done' }],
  ] as const)('does not hold a refund back, %s, and it is made once', async (_what, fault) => {
    const { stripe } = inTest;
    const intent = await inTest.charged();
    const key = randomUUID();
    // The first request looks for the refund, the second makes it.
    stripe.fail(undefined, fault);
    const first = await giveBack(intent, key).catch(() => undefined);
    const { id } = await giveBack(intent, key);
    expect(stripe.books.refundsOf(intent.id).map((refund) => refund.id)).toEqual([id]);
    expect(first?.id ?? id).toBe(id);
  });
});
