import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { describe } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { createStripeCards } from '../providers/cards/stripe/stripe-cards.ts';
import { createStripeClient } from '../providers/stripe/stripe-client.ts';
import { testCardProvider } from './cards-test.ts';
import { testStripeConnect } from './stripe-connect-test.ts';

/*
 * Run by `npm run test:stripe` only: it needs a key, and leaves intents, refunds, accounts and transfers behind in the
 * account's test mode.
 * Stripe cannot deliver webhooks to a machine behind a router, so events are built and signed here as Stripe does.
 */

const secretKey = process.env.STRIPE_TEST_SECRET_KEY ?? '';
const webhookSecret = `whsec_${randomUUID()}`;
const stripe = createStripeClient({ secretKey });
const cards = createStripeCards({
  secretKey,
  webhookSecret,
  publishableKey: 'pk_test',
  sendsReceipts: false,
  clock: systemClock,
});

const paymentMethods = { good: 'pm_card_visa', declined: 'pm_card_chargeDeclined' };

describe('the Stripe adapter against Stripe', () => {
  testCardProvider(() => ({
    cards,
    async pay({ id }, card) {
      const confirmation = {
        payment_method: paymentMethods[card],
        return_url: 'https://shop.example/dashboard/mybookings',
      };
      await stripe.paymentIntents.confirm(id, confirmation).catch((error: unknown) => {
        // Some tests expect a declined card, or an intent that cannot be confirmed.
        if (!isRejection(error)) throw error;
      });
    },
    async eventBody({ id }) {
      const object = await stripe.paymentIntents.retrieve(id);
      const event = {
        id: `evt_${randomUUID()}`,
        object: 'event',
        type: 'payment_intent.succeeded',
      };
      return Buffer.from(JSON.stringify({ ...event, livemode: false, data: { object } }));
    },
    sign(body, at) {
      const timestamp = Math.floor(at.getTime() / 1_000);
      const payload = body.toString('utf8');
      return {
        'stripe-signature': stripe.webhooks.generateTestHeaderString({
          payload,
          secret: webhookSecret,
          timestamp,
        }),
      };
    },
  }));
});

testStripeConnect('Stripe', () => ({ secretKey }));

function isRejection(error: unknown): boolean {
  const { StripeCardError, StripeInvalidRequestError } = Stripe.errors;
  return error instanceof StripeCardError || error instanceof StripeInvalidRequestError;
}
