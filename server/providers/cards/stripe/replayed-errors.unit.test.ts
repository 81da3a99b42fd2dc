import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { createStripeFixture, type StripeFixture } from '../../../testing/stripe-fixture.ts';
import type { CardIntent } from '../port.ts';

let fixture: StripeFixture;

beforeAll(async () => {
  fixture = await createStripeFixture();
});
afterAll(() => fixture.stripe.stop());

describe('an error that Stripe replays for a day', () => {
  it('a replayed error does not prevent a booking from being paid', async () => {
    const { cards, stripe, request } = fixture;
    const input = request();
    stripe.fail({ status: 500, stored: 'processed' });
    await expect(cards.createIntent(input)).rejects.toMatchObject({ code: 'unavailable' });
    const intent = await cards.createIntent(input);
    expect(intent).toMatchObject({ state: 'open', bookingId: input.bookingId });
    const again = await Promise.all([cards.createIntent(input), cards.createIntent(input)]);
    expect(again).toEqual([intent, intent]);
  });

  it('a replayed error that is repeated several times does not prevent it either', async () => {
    const { cards, stripe, request } = fixture;
    const input = request();
    for (let failures = 0; failures < 5; failures += 1) {
      // The responses to the earlier keys are replayed.
      const replays = Array.from({ length: failures }, () => undefined);
      stripe.fail(...replays, { status: 500, stored: 'unprocessed' });
      await expect(cards.createIntent(input)).rejects.toMatchObject({ code: 'unavailable' });
    }
    expect(await cards.createIntent(input)).toMatchObject({ state: 'open' });
  });

  const refund = ({ id: intentId }: CardIntent, idempotencyKey: string) =>
    fixture.cards.refund({ intentId, amountCents: 45_000, idempotencyKey });

  test.each([
    ['a missing balance', { status: 400, code: 'balance_insufficient', stored: 'unprocessed' }],
    ['a server error', { status: 500, stored: 'unprocessed' }],
    ['a server error after the refund was created', { status: 500, stored: 'processed' }],
  ] as const)(
    'a replayed error does not block a refund after %s, which is created once',
    async (_what, fault) => {
      const { stripe } = fixture;
      const intent = await fixture.charged();
      const key = randomUUID();
      // The first request lists the refunds, the second creates one.
      stripe.fail(undefined, fault);
      const first = await refund(intent, key).catch(() => undefined);
      const { id } = await refund(intent, key);
      expect(stripe.account.refundsOf(intent.id).map((one) => one.id)).toEqual([id]);
      expect(first?.id ?? id).toBe(id);
    },
  );
});
