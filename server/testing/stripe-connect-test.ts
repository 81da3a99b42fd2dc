import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { createStripeBalance } from '../providers/balances/stripe-balance.ts';
import { createStripeCards } from '../providers/cards/stripe/stripe-cards.ts';
import { createStripePayouts } from '../providers/payouts/stripe/stripe-payouts.ts';
import { createStripeClient, type StripeApiSettings } from '../providers/stripe/stripe-client.ts';

/**
 * What the shop relies on in Stripe Connect: onboarding, separate charges and transfers, reversals, refunds after a
 * transfer, and the list of what moved the balance. It runs against the fake in the tests, and by `npm run test:stripe`
 * against Stripe's test mode: only the host and the key differ.
 */
export function testStripeConnect(name: string, settings: () => StripeApiSettings): void {
  const open = () => {
    const given = settings();
    const stripe = createStripeClient(given);
    const deps = { webhookSecret: 'whsec_unused', publishableKey: 'pk_test', clock: systemClock };
    return {
      stripe,
      cards: createStripeCards({ ...given, ...deps, sendsReceipts: false }),
      payouts: createStripePayouts({ stripe, webhookSecrets: [], clock: systemClock }),
      balance: createStripeBalance(stripe),
    };
  };

  function accountsOf({ payouts }: ReturnType<typeof open>) {
    if (!payouts.accounts) throw new Error('Stripe has accounts');
    return payouts.accounts;
  }

  /** Charges $120.50 with a card whose money can be transferred immediately. */
  async function charge({ stripe, cards }: ReturnType<typeof open>): Promise<string> {
    const { id } = await cards.createIntent({
      bookingId: randomUUID(),
      amountCents: 12_050,
      idempotencyKey: randomUUID(),
      description: 'A trumpet',
      buyerEmail: 'buyer@reprise.test',
    });
    await stripe.paymentIntents.confirm(id, {
      payment_method: 'pm_card_bypassPending',
      return_url: 'https://shop.example/dashboard/mybookings',
    });
    return id;
  }

  describe(`Connect at ${name}`, () => {
    it('a seller has one Connect account, whose link leads to a page of Stripe', async () => {
      const accounts = accountsOf(open());
      const seller = { id: randomUUID(), email: `${randomUUID()}@reprise.test` };
      const account = await accounts.open(seller);
      expect(account.state).toBe('incomplete');
      expect((await accounts.open(seller)).id).toBe(account.id);
      const link = await accounts.createPage(account.id, 'https://shop.example/dashboard/earnings');
      expect(link).toMatch(/^https:\/\/connect\.stripe\.(com|test)\//);
    });

    it('the state of a Connect account is read, and no account of another platform', async () => {
      const world = open();
      const accounts = accountsOf(world);
      const id = await openWholeAccount(world.stripe);
      await expect
        .poll(async () => (await accounts.read(id)).state, { timeout: 60_000, interval: 500 })
        .toBe('ready');
      await expect(accounts.read('acct_1032D82eZvKYlo2C')).rejects.toMatchObject({
        code: 'conflict',
      });
    });

    it('charges a buyer, transfers to a seller, takes a part back, and still refunds the buyer', async () => {
      const world = open();
      const { cards, payouts, balance } = world;
      const accounts = accountsOf(world);
      const accountId = await openWholeAccount(world.stripe);
      await expect
        .poll(async () => (await accounts.read(accountId)).state, {
          timeout: 60_000,
          interval: 500,
        })
        .toBe('ready');
      const from = new Date(Date.now() - 60_000);
      const intentId = await charge(world);

      const order = { key: randomUUID(), amountCents: 10_000, accountId };
      expect(await payouts.find(order)).toBeNull();
      const paid = await payouts.send(order);
      expect(paid).toMatchObject({ state: 'paid', id: expect.stringMatching(/^tr_/) });
      expect(await payouts.send(order)).toEqual(paid);
      expect(await payouts.find(order)).toEqual(paid);

      const reversal = { payoutId: paid.id ?? '', amountCents: 4_000, key: randomUUID() };
      expect(await accounts.reverse(reversal)).toBe(4_000);
      expect(await accounts.reverse(reversal)).toBe(4_000);
      const tooMuch = { ...reversal, amountCents: 6_001, key: randomUUID() };
      expect(await accounts.reverse(tooMuch)).toBe(0);
      expect(await payouts.find(order)).toMatchObject({ state: 'paid' });

      const refund = { intentId, amountCents: 12_050, idempotencyKey: randomUUID() };
      expect((await cards.refund(refund)).id).toMatch(/^(re|pyr)_/);
      expect(await cards.findIntent(intentId)).toMatchObject({ refundedCents: 12_050 });

      const range = { from, before: new Date(Date.now() + 60_000), after: undefined };
      const { movements } = await balance.listMovements(range);
      const ours = movements
        .filter(({ reference }) => [intentId, order.key, paid.id].includes(reference))
        .map(({ kind, amountCents }) => `${kind} ${amountCents}`);
      expect(ours.sort()).toEqual([
        'charge 12050',
        'payout -10000',
        'payout 4000',
        'refund -12050',
      ]);
    });
  });
}

/** An account with all that its owner would enter on Stripe's page, which a test cannot fill in: Stripe's test data. */
async function openWholeAccount(stripe: Stripe): Promise<string> {
  const email = `${randomUUID()}@reprise.test`;
  const address = {
    line1: 'address_full_match',
    city: 'Austin',
    state: 'TX',
    postal_code: '78701',
  };
  const { id } = await stripe.accounts.create({
    type: 'custom',
    country: 'US',
    email,
    business_type: 'individual',
    capabilities: { transfers: { requested: true }, card_payments: { requested: true } },
    business_profile: { mcc: '5733', product_description: 'Second-hand instruments' },
    individual: {
      first_name: 'Ada',
      last_name: 'Fife',
      email,
      phone: '0000000000',
      address,
      dob: { day: 1, month: 1, year: 1901 },
      id_number: '000000000',
      ssn_last_4: '0000',
    },
    external_account: 'btok_us_verified',
    tos_acceptance: { date: Math.floor(Date.now() / 1_000), ip: '8.8.8.8' },
  });
  return id;
}
