import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const keys = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const live = {
  ...keys,
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
};
const production = { NODE_ENV: 'production' };

describe('the settings of the card provider', () => {
  it.each([
    [{}, undefined],
    [keys, 'sk_test_1'],
    [{ ...keys, CARDS: 'stripe' }, 'sk_test_1'],
    [{ ...keys, CARDS: 'sandbox' }, undefined],
    [{ ...production, ...live }, 'sk_live_1'],
    [{ ...production, CARDS: 'sandbox' }, undefined],
    [{ ...live, DEMO: '0' }, 'sk_live_1'],
    [{ ...live, CARDS: 'sandbox' }, undefined],
  ])('%o choose Stripe with this key, or else the sandbox: %s', (environment, secretKey) => {
    expect(readConfig(environment).stripe?.secretKey).toBe(secretKey);
  });

  it.each([
    [production, 'CARDS is not decided: set STRIPE_SECRET_KEY, .* or CARDS=sandbox'],
    [{ CARDS: 'stripe' }, 'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY and .* must be set too'],
    [{ ...keys, STRIPE_WEBHOOK_SECRET: '' }, 'STRIPE_WEBHOOK_SECRET must be set too'],
    [{ STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'STRIPE_SECRET_KEY and .* must be set too'],
    [{ ...keys, STRIPE_SECRET_KEY: 'pk_test_1' }, 'STRIPE_SECRET_KEY must be a secret key'],
    [{ ...live, STRIPE_PUBLISHABLE_KEY: 'pk_test_1', DEMO: '0' }, 'must both be live'],
    [live, 'must not be a live key while the shop shows the demo'],
    [
      { ...production, ...live, STRIPE_API_URL: 'http://127.0.0.1:1' },
      'STRIPE_API_URL must not be set',
    ],
    [{ CARDS: 'cash' }, 'CARDS must be sandbox or stripe'],
  ])('the card settings refuse %o', (environment, message) => {
    expect(() => readConfig(environment)).toThrow(new RegExp(message));
  });

  it('the card settings never quote a key', () => {
    const wrong = { ...keys, STRIPE_SECRET_KEY: 'whsec_hidden' };
    expect(() => readConfig(wrong)).not.toThrow(/hidden/);
  });
});
