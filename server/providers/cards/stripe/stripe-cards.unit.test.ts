import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testCardProvider } from '../../../testing/cards-test.ts';
import { createStripeFixture, type StripeFixture } from '../../../testing/stripe-fixture.ts';
import { stripeApiVersion } from '../../stripe/stripe-client.ts';
import type { CardProvider } from '../port.ts';

let fixture: StripeFixture;
let stripe: StripeFixture['stripe'];
let cards: CardProvider;

beforeAll(async () => {
  fixture = await createStripeFixture();
  ({ stripe, cards } = fixture);
});
afterEach(() => stripe.requests.splice(0));
afterAll(() => stripe.stop());

describe('the Stripe adapter', () => {
  testCardProvider(() => ({
    cards,
    async pay({ id }, card) {
      const payment_method = card === 'good' ? 'pm_card_visa' : 'pm_card_chargeDeclined';
      const headers = { authorization: `Bearer ${stripe.secretKey}` };
      const body = new URLSearchParams({ payment_method });
      await fetch(`${stripe.url}/v1/payment_intents/${id}/confirm`, {
        method: 'POST',
        headers,
        body,
      });
    },
    eventBody: async ({ id }) =>
      stripe.eventBody('payment_intent.succeeded', stripe.account.getIntent(id)),
    sign: stripe.sign,
  }));

  it('requests a card payment in dollars for the booking, with the pinned API version', async () => {
    const input = fixture.request();
    await cards.createIntent(input);
    const [first] = stripe.requests;
    expect(first?.params).toEqual({
      amount: '45000',
      currency: 'usd',
      description: 'An oboe',
      'allowed_payment_method_types[0]': 'card',
      'metadata[bookingId]': input.bookingId,
    });
    expect(first?.headers).toMatchObject({
      'stripe-version': stripeApiVersion,
      'idempotency-key': input.idempotencyKey,
    });
    expect(first?.headers).not.toHaveProperty('x-stripe-client-telemetry');
  });

  it('the buyer’s email is sent to Stripe only when receipts are enabled', async () => {
    await fixture.open({ sendsReceipts: true }).createIntent(fixture.request());
    expect(stripe.requests[0]?.params.receipt_email).toBe('buyer@reprise.test');
  });

  it('an amount outside Stripe’s limits is refused', async () => {
    for (const amountCents of [49, 100_000_000]) {
      const refused = cards.createIntent(fixture.request({ amountCents }));
      await expect(refused).rejects.toMatchObject({ code: 'cannot-process' });
    }
  });

  it('an intent is open during the bank’s challenge, and processing after it', async () => {
    const { id } = await cards.createIntent(fixture.request());
    stripe.account.confirmIntent(id, { payment_method: 'pm_card_authenticationRequired' });
    expect(await cards.findIntent(id)).toMatchObject({ state: 'open' });
    stripe.account.getIntent(id).status = 'processing';
    expect(await cards.findIntent(id)).toMatchObject({ state: 'processing' });
    expect(await cards.cancelIntent(id)).toMatchObject({ state: 'processing' });
  });
});
