import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testCardProvider } from '../../../testing/cards-test.ts';
import { openStripeInTest, type StripeInTest } from '../../../testing/stripe-in-test.ts';
import type { CardProvider } from '../port.ts';
import { stripeApiVersion } from './stripe-client.ts';

let inTest: StripeInTest;
let stripe: StripeInTest['stripe'];
let cards: CardProvider;

beforeAll(async () => {
  inTest = await openStripeInTest();
  ({ stripe, cards } = inTest);
});
afterEach(() => stripe.asked.splice(0));
afterAll(() => stripe.stop());

const request = (changes?: { amountCents?: number }) => inTest.request(changes);
const open = (changes: { sendsReceipts?: boolean }) => inTest.open(changes);

describe('Stripe’s adapter', () => {
  testCardProvider(() => ({
    cards,
    async pay({ id }, card) {
      const payment_method = card === 'good' ? 'pm_card_visa' : 'pm_card_chargeDeclined';
      const headers = { authorization: `Bearer ${stripe.secretKey}` };
      const body = new URLSearchParams({ payment_method });
      await fetch(`${stripe.url}/v1/payment_intents/${id}/confirm`, {
        ...{ method: 'POST', headers, body },
      });
    },
    eventBody: async ({ id }) =>
      stripe.eventBody('payment_intent.succeeded', stripe.books.intentNamed(id)),
    sign: stripe.sign,
  }));

  it('asks for a card payment in dollars, by the pinned version, for the booking', async () => {
    const asked = request();
    await cards.createIntent(asked);
    const [first] = stripe.asked;
    expect(first?.sent).toEqual({
      ...{ amount: '45000', currency: 'usd', description: 'An oboe' },
      ...{ 'allowed_payment_method_types[0]': 'card', 'metadata[bookingId]': asked.bookingId },
    });
    expect(first?.headers).toMatchObject({
      ...{ 'stripe-version': stripeApiVersion, 'idempotency-key': asked.idempotencyKey },
    });
    expect(first?.headers).not.toHaveProperty('x-stripe-client-telemetry');
  });

  it('names the buyer for a receipt only where that is wanted', async () => {
    await open({ sendsReceipts: true }).createIntent(request());
    expect(stripe.asked[0]?.sent.receipt_email).toBe('buyer@reprise.test');
  });

  it('refuses an amount beyond what Stripe takes', async () => {
    for (const amountCents of [49, 100_000_000]) {
      const refused = cards.createIntent(request({ amountCents }));
      await expect(refused).rejects.toMatchObject({ code: 'cannot-process' });
    }
  });

  it('counts an intent whose card the bank asks about as open', async () => {
    const { id } = await cards.createIntent(request());
    stripe.books.confirmIntent(id, { payment_method: 'pm_card_authenticationRequired' });
    expect(await cards.findIntent(id)).toMatchObject({ state: 'open' });
    stripe.books.intentNamed(id).status = 'processing';
    expect(await cards.findIntent(id)).toMatchObject({ state: 'processing' });
    expect(await cards.cancelIntent(id)).toMatchObject({ state: 'processing' });
  });
});
