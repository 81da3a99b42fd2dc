import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { transaction } from '../../database/transaction.ts';
import type { PayoutProvider } from '../../providers/payouts/port.ts';
import { createStripePayouts } from '../../providers/payouts/stripe/stripe-payouts.ts';
import { createStripeClient } from '../../providers/stripe/stripe-client.ts';
import { type FakeStripe, startFakeStripe } from '../../testing/fake-stripe.ts';
import { releaseMoney } from '../../testing/payout-builders.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { checkPayouts } from './check-payouts.ts';
import { reversePayouts } from './reverse-payouts.ts';
import { sendPayout, sendStartedPayouts } from './send-payout.ts';
import { startAutomaticPayouts } from './start-automatic-payouts.ts';
import { startPayout } from './start-payout.ts';

let stripe: FakeStripe;
let payouts: PayoutProvider;
let shop: TestShop;
let people: ReturnType<typeof createPeople>;

beforeAll(async () => {
  stripe = await startFakeStripe();
  const { secretKey, url: apiUrl, webhookSecret } = stripe;
  payouts = createStripePayouts({
    stripe: createStripeClient({ secretKey, apiUrl, timeoutMs: 2_000 }),
    webhookSecrets: ['whsec_of_another_endpoint', webhookSecret],
    clock: systemClock,
  });
  shop = await createTestShop({ openPayouts: () => payouts });
  people = createPeople(shop.database);
});
afterAll(async () => {
  await shop.close();
  await stripe.stop();
});

const deps = () => ({ database: shop.database, payouts, clock: systemClock });

/** The jobs that run every minute, on two servers concurrently. */
const runJobs = () =>
  Promise.all(
    [startAutomaticPayouts, sendStartedPayouts, checkPayouts, reversePayouts].flatMap((job) => [
      job(deps()),
      job(deps()),
    ]),
  );

async function post(body: Buffer, headers: Record<string, string> = stripe.sign(body, new Date())) {
  const request = { method: 'POST', url: '/api/webhooks/payouts', payload: body } as const;
  const reply = await shop.app.inject({
    ...request,
    headers: { 'content-type': 'application/json', ...headers },
  });
  return reply.statusCode;
}

const send = (type: string, object: object) => post(stripe.eventBody(type, object));

/** A seller with an account at Stripe that lacks everything, and $120.50 to be paid out. */
async function sellerWithMoney() {
  const seller = await people.seller();
  const headers = await shop.as(seller);
  const payload = { email: seller.email };
  const opened = await shop.app.inject({
    method: 'POST',
    url: '/api/payout-account',
    headers,
    payload,
  });
  expect(opened.json<{ url: string }>().url).toMatch(/^https:\/\/connect\.stripe\.test/);
  const { bookingId } = await people.sell(seller);
  await releaseMoney(shop.database, bookingId);
  const [account] = await shop.database.sql<{ id: string }[]>`
    select provider_account_id as id from payout_accounts where user_id = ${seller.id}`;
  return { seller, bookingId, accountId: account?.id ?? '' };
}

/** The same, with a payout that Stripe has made and whose answer the shop has not got. */
async function lostPayout() {
  const sale = await sellerWithMoney();
  stripe.connect.finishAccount(sale.accountId);
  const { id: sellerId } = sale.seller;
  const key = await transaction(shop.database, (tx) =>
    startPayout(tx, null, { sellerId, provider: 'stripe' }, new Date()),
  );
  await payouts.send({ key, amountCents: 12_050, accountId: sale.accountId });
  const transfer = [...stripe.connect.transfers.values()].find(
    ({ transfer_group: group }) => group === key,
  );
  if (!transfer) throw new Error('The transfer was not made');
  return { ...sale, key, transfer };
}

const accountState = async (accountId: string) => {
  const [row] = await shop.database.sql<{ state: string }[]>`
    select state from payout_accounts where provider_account_id = ${accountId}`;
  return row?.state;
};

const stateOf = async (key: string) => {
  const [row] = await shop.database.sql<{ state: string }[]>`
    select state from payouts where id = ${key}`;
  return row?.state;
};

const entriesOf = async (key: string) => {
  const rows = await shop.database.sql`
    select kind, amount_cents as cents from ledger_entries
    where cause = ${key} or cause in (
      select id::text from payout_reversals where payout_id = ${key}) order by id`;
  return rows.map(({ kind, cents }) => `${kind} ${cents}`);
};

const mailsOf = async (key: string) => {
  const rows = await shop.database.sql`
    select kind from queued_mails where subject_id = ${key} order by id`;
  return rows.map(({ kind }) => kind);
};

describe('a webhook about an account', () => {
  it('a webhook stores the state of an account, whose seller is then paid by the job', async () => {
    const { seller, accountId } = await sellerWithMoney();
    expect(await accountState(accountId)).toBe('incomplete');
    const account = { object: 'account', id: accountId };
    stripe.connect.demandDocuments(accountId);
    expect(await send('account.updated', account)).toBe(200);
    expect(await accountState(accountId)).toBe('restricted');
    // An older event, which says that all is well, comes late: Stripe is asked.
    expect(await send('account.updated', { ...account, payouts_enabled: true })).toBe(200);
    expect(await accountState(accountId)).toBe('restricted');
    stripe.connect.finishAccount(accountId);
    const statuses = await Promise.all(
      Array.from({ length: 6 }, () => send('account.updated', account)),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await accountState(accountId)).toBe('ready');
    await runJobs();
    const transfers = [...stripe.connect.transfers.values()];
    expect(transfers.filter(({ destination }) => destination === accountId)).toHaveLength(1);
    const reply = await shop.app.inject({
      url: `/api/earnings?email=${seller.email}`,
      headers: await shop.as(seller),
    });
    expect(reply.json()).toMatchObject({ available: 0, paidOut: 120.5 });
  });

  it('a webhook about an unknown account changes nothing', async () => {
    expect(await send('account.updated', { object: 'account', id: 'acct_of_others' })).toBe(200);
    expect(await accountState('acct_of_others')).toBeUndefined();
  });

  it('a webhook gets 503 while Stripe does not answer, and takes effect when it is sent again', async () => {
    const { accountId } = await sellerWithMoney();
    stripe.connect.finishAccount(accountId);
    const body = stripe.eventBody('account.updated', { object: 'account', id: accountId });
    stripe.fail({ status: 500 }, { status: 500 }, { status: 500 });
    expect(await post(body)).toBe(503);
    expect(await accountState(accountId)).toBe('incomplete');
    expect(await post(body)).toBe(200);
    expect(await accountState(accountId)).toBe('ready');
  });
});

describe('a webhook about a transfer', () => {
  it('a payout whose answer was lost is recorded once, while the jobs run', async () => {
    const { key, transfer, seller, bookingId } = await lostPayout();
    const body = stripe.eventBody('transfer.created', transfer);
    const deliveries = [body, body, stripe.eventBody('transfer.updated', transfer), body];
    const [statuses] = await Promise.all([
      Promise.all(deliveries.map((one) => post(one))),
      runJobs(),
    ]);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await stateOf(key)).toBe('paid');
    expect(await entriesOf(key)).toEqual(['payout 12050']);
    expect(await mailsOf(key)).toEqual(['payout-paid']);
    const made = [...stripe.connect.transfers.values()].filter(
      ({ transfer_group: group }) => group === key,
    );
    expect(made).toHaveLength(1);
    expect([seller.id, bookingId]).not.toContain(undefined);
  });

  it('a transfer reversed at Stripe is credited back once in any order of events', async () => {
    const { key, transfer, seller } = await lostPayout();
    const created = stripe.eventBody('transfer.created', transfer);
    expect(await post(created)).toBe(200);
    stripe.connect.demandDocuments(transfer.destination);
    await send('account.updated', { object: 'account', id: transfer.destination });
    stripe.connect.reverse(transfer.id, {});
    const reversed = stripe.eventBody('transfer.reversed', transfer);
    const deliveries = [reversed, created, created, reversed];
    await Promise.all([...deliveries.map((one) => post(one)), runJobs()]);
    expect(await stateOf(key)).toBe('failed');
    expect(await entriesOf(key)).toEqual(['payout 12050', 'payout-failed 12050']);
    expect(await mailsOf(key)).toEqual(['payout-paid', 'payout-failed']);
    const reply = await shop.app.inject({
      url: `/api/earnings?email=${seller.email}`,
      headers: await shop.as(seller),
    });
    expect(reply.json()).toMatchObject({ available: 120.5, paidOut: 0 });
  });

  it('a transfer that the shop reversed in part stays paid', async () => {
    const { key, transfer, seller, bookingId } = await lostPayout();
    await send('transfer.created', transfer);
    await shop.database.sql`
      insert into ledger_entries
        (id, debit, credit, amount_cents, currency, kind, cause, booking_id, created_at)
      values (gen_random_uuid(), ${`available:${seller.id}`}, 'provider:sandbox', 12050, 'USD',
        'chargeback', ${randomUUID()}, ${bookingId}, now())`;
    await runJobs();
    const reversed = stripe.eventBody('transfer.reversed', transfer);
    await Promise.all([post(reversed), post(reversed), runJobs()]);
    expect(await stateOf(key)).toBe('paid');
    expect(await entriesOf(key)).toEqual(['payout 12050', 'reversal 12050']);
  });

  it('a transfer of another shop and an unrelated event change nothing', async () => {
    const { key } = await lostPayout();
    const foreign = { object: 'transfer', id: 'tr_1', metadata: { payoutId: randomUUID() } };
    expect(await send('transfer.created', foreign)).toBe(200);
    expect(await send('transfer.created', { object: 'transfer', id: 'tr_2' })).toBe(200);
    expect(await send('transfer.created', { ...foreign, metadata: { payoutId: 'x' } })).toBe(200);
    // Stripe's payout to a seller's bank: what is in the account there is the seller's already.
    expect(await send('payout.failed', { object: 'payout', id: 'po_1' })).toBe(200);
    expect(await stateOf(key)).toBe('started');
    await sendPayout(deps(), key);
  });
});

describe('a forged webhook', () => {
  it('a forged webhook is refused before anything of it is read, and the security log says so', async () => {
    const { key, transfer } = await lostPayout();
    const body = stripe.eventBody('transfer.created', transfer);
    const signature = stripe.sign(body, new Date());
    const asked = stripe.requests.length;
    const changed = Buffer.from(String(body).replace('"created"', '"Created"'));
    expect(await post(changed, signature)).toBe(400);
    expect(await post(body, stripe.sign(body, new Date(Date.now() - 301_000)))).toBe(400);
    expect(await post(body, { 'stripe-signature': 't=1,v1=00' })).toBe(400);
    expect(await post(body, {})).toBe(400);
    expect(stripe.requests).toHaveLength(asked);
    expect(await stateOf(key)).toBe('started');
    expect(shop.logged).toContainEqual(expect.objectContaining({ event: 'webhook-refused' }));
    expect(await post(body, signature)).toBe(200);
    expect(await stateOf(key)).toBe('paid');
  });
});
