import { randomUUID } from 'node:crypto';
import { systemClock } from '../core/clock.ts';
import type { CardIntent, CardProvider, IntentRequest } from '../providers/cards/port.ts';
import { type StripeCardsDeps, stripeCards } from '../providers/cards/stripe/stripe-cards.ts';
import { type FakeStripe, startFakeStripe } from './fake-stripe.ts';

export interface StripeInTest {
  stripe: FakeStripe;
  /** Stripe's adapter with the real SDK, which speaks with the stand-in. */
  cards: CardProvider;
  open(changes: Partial<StripeCardsDeps>): CardProvider;
  request(changes?: Partial<IntentRequest>): IntentRequest;
  /** An intent of $450 that was paid. */
  charged(): Promise<CardIntent>;
}

export async function openStripeInTest(): Promise<StripeInTest> {
  const stripe = await startFakeStripe();
  const { secretKey, webhookSecret, url: apiUrl } = stripe;
  const open = (changes: Partial<StripeCardsDeps> = {}) =>
    stripeCards({
      ...{ secretKey, webhookSecret, apiUrl, publishableKey: 'pk_test_1', clock: systemClock },
      ...{ sendsReceipts: false, timeoutMs: 300, ...changes },
    });
  const cards = open();
  const request = (changes: Partial<IntentRequest> = {}) => ({
    ...{ bookingId: randomUUID(), amountCents: 45_000, idempotencyKey: randomUUID() },
    ...{ description: 'An oboe', buyerEmail: 'buyer@reprise.test', ...changes },
  });
  return {
    ...{ stripe, cards, open, request },
    async charged() {
      const intent = await cards.createIntent(request());
      stripe.books.confirmIntent(intent.id, { payment_method: 'pm_card_visa' });
      return intent;
    },
  };
}
