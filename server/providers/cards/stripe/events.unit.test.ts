import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStripeFixture, type StripeFixture } from '../../../testing/stripe-fixture.ts';
import type { CardProvider } from '../port.ts';

let stripe: StripeFixture['stripe'];
let cards: CardProvider;

beforeAll(async () => {
  ({ stripe, cards } = await createStripeFixture());
});
afterAll(() => stripe.stop());

describe('a Stripe event', () => {
  const read = (type: string, object: object) => {
    const body = stripe.eventBody(type, object);
    return cards.readEvent(body, stripe.sign(body, new Date()));
  };

  it.each([
    ['charge.refunded', { object: 'charge', id: 'ch_1', payment_intent: 'pi_1' }, 'pi_1'],
    ['refund.failed', { object: 'refund', id: 're_1', payment_intent: { id: 'pi_2' } }, 'pi_2'],
    ['customer.created', { object: 'customer', id: 'cus_1' }, undefined],
  ])('%s contains the id of its intent', (type, object, intentId) => {
    expect(read(type, object)).toMatchObject({ type, intentId });
  });

  it('a Stripe event is stored without the card, the cardholder and the client secret', () => {
    const { payload } = read('payment_intent.payment_failed', {
      object: 'payment_intent',
      id: 'pi_1',
      client_secret: 'pi_1_secret_x',
      amount: 5,
      receipt_email: 'a@b.test',
      metadata: { bookingId: 'b', note: 'hidden' },
      latest_charge: { id: 'ch_1', payment_method_details: { card: { last4: '4242' } } },
      last_payment_error: {
        code: 'card_declined',
        decline_code: 'lost_card',
        payment_method: { card: { last4: '0002' }, billing_details: { name: 'Bea' } },
      },
    });
    expect(payload.data).toEqual({
      object: {
        object: 'payment_intent',
        id: 'pi_1',
        amount: 5,
        metadata: { bookingId: 'b' },
        last_payment_error: { code: 'card_declined', decline_code: 'lost_card' },
      },
    });
  });

  it('a body with a valid signature and a wrong shape is rejected', () => {
    for (const text of ['[]', '{"id":"evt_1"}', 'nothing']) {
      const body = Buffer.from(text);
      expect(() => cards.readEvent(body, stripe.sign(body, new Date()))).toThrow('not accepted');
    }
  });
});
