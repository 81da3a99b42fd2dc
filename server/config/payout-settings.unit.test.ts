import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};

describe('the settings of payouts', () => {
  it.each([
    [{}, { provider: 'manual' }],
    [{ PAYOUTS: 'sandbox' }, { provider: 'sandbox' }],
    [
      { ...stripe, PAYOUTS: 'stripe', STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_2, whsec_3' },
      { provider: 'stripe', webhookSecrets: ['whsec_2', 'whsec_3'] },
    ],
  ])('%j choose %j', (environment, payouts) => {
    expect(readConfig(environment).payouts).toEqual(payouts);
  });

  it.each([
    [{ PAYOUTS: 'bank' }, /PAYOUTS must be manual, sandbox or stripe/],
    [{ PAYOUTS: 'stripe' }, /unless Stripe takes the cards too/],
    [{ ...stripe, PAYOUTS: 'stripe' }, /STRIPE_CONNECT_WEBHOOK_SECRET must be set/],
    [{ ...stripe, PAYOUTS: 'sandbox' }, /sellers would be told of money that never moves/],
    [{ STRIPE_CONNECT_WEBHOOK_SECRET: 'secret' }, /begin with whsec_/],
  ])('%j are refused at the start', (environment, message) => {
    expect(() => readConfig(environment)).toThrow(message);
  });
});
