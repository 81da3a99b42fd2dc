import { afterAll, beforeEach, expect, it } from 'vitest';
import { createStripeClient, stripeApiVersion } from '../providers/stripe/stripe-client.ts';
import { startFakeStripe } from '../testing/fake-stripe.ts';
import { checkStripe, neededEvents } from './check-stripe.ts';

const fake = await startFakeStripe();
afterAll(() => fake.stop());
beforeEach(() => void fake.webhookEndpoints.splice(0));

const publicUrl = 'https://shop.example';
const endpoint = (kind: 'cards' | 'payouts', changes: object = {}) => ({
  url: `${publicUrl}/api/webhooks/${kind}`,
  status: 'enabled',
  enabled_events: neededEvents[kind],
  api_version: stripeApiVersion,
  ...changes,
});

async function found({ paysSellers = false, secretKey = fake.secretKey } = {}) {
  const stripe = createStripeClient({ secretKey, apiUrl: fake.url });
  const findings = await checkStripe({ stripe, publicUrl, paysSellers });
  return findings.map(({ level, text }) => `${level}: ${text}`);
}

it('one endpoint for each kind of webhook is enough', async () => {
  fake.webhookEndpoints.push(endpoint('cards'), endpoint('payouts', { enabled_events: ['*'] }));
  expect(await found({ paysSellers: true })).toEqual([
    'ok: Stripe answers, and accepts the key.',
    `ok: Stripe sends its events to ${publicUrl}/api/webhooks/cards.`,
    `ok: Stripe sends its events to ${publicUrl}/api/webhooks/payouts.`,
  ]);
});

it.each([
  ['none', undefined, 'has no webhook endpoint for'],
  ['one that is switched off', { status: 'disabled' }, 'has switched off'],
  ['one that lacks events', { enabled_events: ['refund.failed'] }, 'payment_intent.succeeded'],
  ['another version', { api_version: '2020-01-01' }, 'has the API version 2020-01-01'],
])('missing webhooks are reported: %s', async (_case, changes, expected) => {
  if (changes) fake.webhookEndpoints.push(endpoint('cards', changes));
  expect((await found()).join('\n')).toContain(expected);
});

it('a refused key is reported', async () => {
  expect(await found({ secretKey: 'sk_test_wrong' })).toEqual([
    expect.stringContaining('fault: Stripe refuses the key: Invalid API Key'),
  ]);
});
