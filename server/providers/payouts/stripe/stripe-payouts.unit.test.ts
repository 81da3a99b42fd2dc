import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import { type FakeStripe, startFakeStripe } from '../../../testing/fake-stripe.ts';
import { testPayouts } from '../../../testing/payouts-test.ts';
import { createStripeClient } from '../../stripe/stripe-client.ts';
import type { PayoutProvider } from '../port.ts';
import { createStripePayouts } from './stripe-payouts.ts';

function openPayouts(fake: FakeStripe): PayoutProvider {
  const { secretKey, url: apiUrl, webhookSecret } = fake;
  const stripe = createStripeClient({ secretKey, apiUrl, timeoutMs: 1_000 });
  const webhookSecrets = ['whsec_of_another_endpoint', webhookSecret];
  return createStripePayouts({ stripe, webhookSecrets, clock: systemClock });
}

testPayouts('stripe', async () => {
  const fake = await startFakeStripe();
  return {
    payouts: openPayouts(fake),
    finishAccount: fake.connect.finishAccount,
    demandDocuments: fake.connect.demandDocuments,
    close: () => fake.stop(),
  };
});

let fake: FakeStripe;
let payouts: PayoutProvider;
beforeAll(async () => {
  fake = await startFakeStripe();
  payouts = openPayouts(fake);
});
afterAll(() => fake.stop());

async function order(amountCents = 12_050) {
  const account = await payouts.accounts?.open({ id: randomUUID(), email: 'ada@reprise.test' });
  fake.connect.finishAccount(account?.id ?? '');
  return { key: randomUUID(), amountCents, accountId: account?.id };
}

it('a transfer for which the balance does not suffice yet is no failure, and succeeds later', async () => {
  const request = await order();
  const { available } = fake.connect.balance;
  fake.connect.balance.available = 0;
  await expect(payouts.send(request)).rejects.toMatchObject({ code: 'unavailable' });
  fake.connect.balance.available = available;
  // Stripe replays the refusal for the key.
  expect(await payouts.send(request)).toMatchObject({ state: 'paid' });
});

it('a transfer whose answer was lost is made once', async () => {
  const request = await order();
  fake.fail(...Array<'disconnect after processing'>(3).fill('disconnect after processing'));
  await expect(payouts.send(request)).rejects.toMatchObject({ code: 'unavailable' });
  fake.forgetKeys();
  expect(await payouts.find(request)).toMatchObject({ state: 'paid' });
  const made = [...fake.connect.transfers.values()].filter(
    ({ transfer_group: group }) => group === request.key,
  );
  expect(made).toHaveLength(1);
});

it('money that the account has paid on to its bank cannot be taken back', async () => {
  const request = await order(4_000);
  const { id: payoutId = '' } = await payouts.send(request);
  fake.connect.paidOn.set(request.accountId ?? '', 4_000);
  const reversal = { payoutId, amountCents: 4_000, key: randomUUID() };
  expect(await payouts.accounts?.reverse(reversal)).toBe(0);
});

it('a transfer that was reversed at Stripe, and not by the shop, has failed', async () => {
  const request = await order();
  const { id = '' } = await payouts.send(request);
  fake.connect.reverse(id, {});
  expect(await payouts.find(request)).toMatchObject({ state: 'failed' });
});

it('a webhook says which account or payout it is about, with the secret of any endpoint', async () => {
  const request = await order();
  const { id = '' } = await payouts.send(request);
  const read = (type: string, object: object) => {
    const body = fake.eventBody(type, object);
    return payouts.accounts?.readEvent(body, fake.sign(body, new Date()));
  };
  expect(read('account.updated', { object: 'account', id: request.accountId })).toEqual({
    about: 'account',
    accountId: request.accountId,
  });
  const transfer = fake.connect.transfers.get(id) ?? {};
  expect(read('transfer.reversed', transfer)).toEqual({ about: 'payout', key: request.key });
  expect(read('person.created', { object: 'person' })).toEqual({ about: 'nothing of ours' });
  const body = fake.eventBody('account.updated', { object: 'account', id: 'acct_1' });
  const old = fake.sign(body, new Date(Date.now() - 301_000));
  expect(() => payouts.accounts?.readEvent(body, old)).toThrow(/not accepted/);
  const forged = Buffer.from(String(body).replace('acct_1', 'acct_2'));
  expect(() => payouts.accounts?.readEvent(forged, fake.sign(body, new Date()))).toThrow(
    /not accepted/,
  );
});
