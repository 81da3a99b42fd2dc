import { randomUUID } from 'node:crypto';
import { systemClock } from '../core/clock.ts';
import type { CardIntent, CardProvider, IntentRequest } from '../providers/cards/port.ts';
import { createStripeCards, type StripeCardsDeps } from '../providers/cards/stripe/stripe-cards.ts';
import { type FakeStripe, startFakeStripe } from './fake-stripe.ts';

export interface StripeFixture {
  stripe: FakeStripe;
  /** The Stripe adapter with the real SDK, connected to the fake. */
  cards: CardProvider;
  /** Another adapter connected to the same fake. */
  open(changes: Partial<StripeCardsDeps>): CardProvider;
  request(changes?: Partial<IntentRequest>): IntentRequest;
  /** Creates an intent of $450 and charges it. */
  charged(): Promise<CardIntent>;
}

export async function createStripeFixture(): Promise<StripeFixture> {
  const stripe = await startFakeStripe();
  const open = (changes: Partial<StripeCardsDeps> = {}) =>
    createStripeCards({
      secretKey: stripe.secretKey,
      webhookSecret: stripe.webhookSecret,
      apiUrl: stripe.url,
      publishableKey: 'pk_test_1',
      clock: systemClock,
      sendsReceipts: false,
      // A call that is slow for a moment must not be repeated.
      timeoutMs: 1_000,
      ...changes,
    });
  const cards = open();
  const request = (changes: Partial<IntentRequest> = {}) => ({
    bookingId: randomUUID(),
    amountCents: 45_000,
    idempotencyKey: randomUUID(),
    description: 'An oboe',
    buyerEmail: 'buyer@reprise.test',
    ...changes,
  });
  return {
    stripe,
    cards,
    open,
    request,
    async charged() {
      const intent = await cards.createIntent(request());
      stripe.account.confirmIntent(intent.id, { payment_method: 'pm_card_visa' });
      return intent;
    },
  };
}
