import type { PaymentIntentResult, StripeCardElement } from '@stripe/stripe-js';
import { describe, expect, it, vi } from 'vitest';
import { confirmCard } from './confirm-card.ts';

const billing = { name: 'Bea Reed', email: 'bea@reprise.test' };
// The card is Stripe's own; it is only handed on.
const card = {} as StripeCardElement;

/** The message shown for this response of Stripe, which has only the fields that are read. */
async function messageFor(answer: object) {
  const confirmCardPayment = vi.fn(async () => answer as PaymentIntentResult);
  const refusal = await confirmCard({ confirmCardPayment }, card, {
    clientSecret: 'secret',
    billing,
  });
  expect(confirmCardPayment.mock.calls).toEqual([
    ['secret', { payment_method: { card, billing_details: billing } }],
  ]);
  return refusal;
}

describe('confirming a card at Stripe', () => {
  it('a confirmation sends the billing details, and succeeds when the intent has succeeded', async () => {
    expect(await messageFor({ paymentIntent: { status: 'succeeded' } })).toBeNull();
  });

  it('a confirmation succeeds when the intent had already succeeded', async () => {
    const error = { message: 'No', payment_intent: { status: 'succeeded' } };
    expect(await messageFor({ error })).toBeNull();
  });

  it('a refused card gets Stripe’s reason', async () => {
    const error = {
      message: 'Your card was declined.',
      payment_intent: { status: 'requires_payment_method' },
    };
    expect(await messageFor({ error })).toBe('Your card was declined.');
  });

  it('a confirmation warns against paying twice while the bank is still processing', async () => {
    expect(await messageFor({ paymentIntent: { status: 'processing' } })).toContain(
      'Do not pay again',
    );
  });

  it('a refused card gets a default message when Stripe gives none', async () => {
    expect(await messageFor({ paymentIntent: { status: 'requires_payment_method' } })).toBe(
      'The card was not charged. Please try again.',
    );
  });
});
