import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Problem } from '../../core/problem.ts';
import { transaction } from '../../database/transaction.ts';
import type { PayoutProvider } from '../../providers/payouts/port.ts';
import { createSandboxPayouts } from '../../providers/payouts/sandbox/sandbox-payouts.ts';
import { releaseMoney } from '../../testing/payout-builders.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { writeRefund } from '../ledger/write-ledger.ts';
import type { KnownUser } from '../users/find-user.ts';
import { checkPayouts } from './check-payouts.ts';
import { storeAccountState, storeProviderAccount } from './payout-account.ts';
import { readEarnings } from './read-earnings.ts';
import { syncPayout } from './receive-payout-event.ts';
import { reversePayouts } from './reverse-payouts.ts';
import { sendPayout, sendStartedPayouts } from './send-payout.ts';
import { startAutomaticPayouts } from './start-automatic-payouts.ts';
import { startPayout } from './start-payout.ts';

let shop: TestShop;
let database: TestShop['database'];
let people: ReturnType<typeof createPeople>;
let sandbox: PayoutProvider;
const clock = { at: new Date(), now: () => clock.at };
const pass = (minutes: number) => {
  clock.at = new Date(clock.at.getTime() + minutes * 60_000);
};

beforeAll(async () => {
  shop = await createTestShop({
    openPayouts: (given) => {
      sandbox = createSandboxPayouts({ ...given, clock });
      return sandbox;
    },
  });
  database = shop.database;
  people = createPeople(database);
});
afterAll(() => shop.close());

const deps = (payouts = sandbox) => ({ database, payouts, clock });

/** A seller whose sandbox account behaves like this, with one sale of $120.50 whose money is released. */
async function sellerWithMoney(behaviour: string) {
  const seller = await people.seller();
  const account = await sandbox.accounts?.open(seller);
  if (!account) throw new Error('The sandbox has accounts');
  await transaction(database, (tx) =>
    storeProviderAccount(tx, { sellerId: seller.id, provider: 'sandbox' }, account, clock.at),
  );
  await database.sql`
    update sandbox_accounts set behaviour = ${behaviour} where id = ${account.id}`;
  await checkPayouts(deps());
  const sale = await people.sell(seller);
  await releaseMoney(database, sale.bookingId);
  return { seller, ...sale, accountId: account.id };
}

const earningsOf = ({ id }: KnownUser) =>
  readEarnings(
    database.sql,
    { id },
    { commission: { percent: 0 }, provider: 'sandbox', at: clock.now() },
  );

const payoutsOf = ({ id }: KnownUser) => database.sql<{ state: string; attempts: number }[]>`
  select state, attempts from payouts where seller_id = ${id} order by id`;

/** Money that goes back to the buyer after the release, as after a chargeback. */
function clawBack(
  sellerId: string,
  sale: { bookingId: string; paymentId: string },
  cents = 12_050,
) {
  const refund = { ...sale, sellerId, provider: 'sandbox', amountCents: cents };
  return transaction(database, (tx) =>
    writeRefund(
      tx,
      {
        ...refund,
        chargedCents: 12_050,
        shippingCents: 0,
        fullCommissionCents: 0,
        isReleased: true,
        kind: 'chargeback',
      },
      clock.at,
    ),
  );
}

/** Starts a payout without asking the provider for it. */
const startOnly = (sellerId: string) =>
  transaction(database, (tx) => startPayout(tx, null, { sellerId, provider: 'sandbox' }, clock.at));

const openDispute = (bookingId: string) => database.sql`
  insert into disputes (id, booking_id, cause, state, opened_at)
  values (gen_random_uuid(), ${bookingId}, 'chargeback', 'open', now())`;

async function paidTo(accountId: string): Promise<number[]> {
  const rows = await database.sql<{ cents: number }[]>`
    select amount_cents as cents from sandbox_payouts where account_id = ${accountId}`;
  return rows.map(({ cents }) => cents);
}

describe('an automatic payout', () => {
  it('an automatic payout pays all that is available once, however many servers start it', async () => {
    const { seller } = await sellerWithMoney('pays');
    await Promise.all([1, 2, 3].map(() => startAutomaticPayouts(deps())));
    await startAutomaticPayouts(deps());
    expect(await payoutsOf(seller)).toMatchObject([{ state: 'paid' }]);
    expect(await earningsOf(seller)).toMatchObject({ available: 0, paidOut: 120.5 });
  });

  it('an automatic payout waits for an account that is ready', async () => {
    const { seller, accountId } = await sellerWithMoney('documents');
    await startAutomaticPayouts(deps());
    expect(await payoutsOf(seller)).toEqual([]);
    await database.sql`update sandbox_accounts set behaviour = 'pays' where id = ${accountId}`;
    await checkPayouts(deps());
    await startAutomaticPayouts(deps());
    expect(await payoutsOf(seller)).toMatchObject([{ state: 'paid' }]);
  });

  it('an automatic payout leaves out the money of a disputed sale', async () => {
    const { seller, bookingId } = await sellerWithMoney('pays');
    await database.sql`
      insert into disputes (id, booking_id, cause, state, opened_at)
      values (gen_random_uuid(), ${bookingId}, 'chargeback', 'open', now())`;
    await startAutomaticPayouts(deps());
    expect(await payoutsOf(seller)).toEqual([]);
    const other = await people.sell(seller);
    await releaseMoney(database, other.bookingId);
    await startAutomaticPayouts(deps());
    expect(await earningsOf(seller)).toMatchObject({ available: 0, held: 120.5, paidOut: 120.5 });
  });

  it('a started payout is not sent when a dispute opens, and the undisputed rest is paid at once', async () => {
    const { seller, bookingId, accountId } = await sellerWithMoney('pays');
    const other = await people.sell(seller);
    await releaseMoney(database, other.bookingId);
    const stopped = { ...sandbox, send: () => Promise.reject(new Error('It is not asked')) };
    await startOnly(seller.id);
    await openDispute(bookingId);
    await sendStartedPayouts(deps(stopped));
    expect(await payoutsOf(seller)).toMatchObject([{ state: 'failed', attempts: 0 }]);
    await startAutomaticPayouts(deps());
    expect(await paidTo(accountId)).toEqual([12_050]);
    expect(await earningsOf(seller)).toMatchObject({ available: 0, held: 120.5, paidOut: 120.5 });
  });

  it('a payout whose answer was lost before a dispute is recorded if it was made, otherwise cancelled', async () => {
    const [made, unmade] = [await sellerWithMoney('pays'), await sellerWithMoney('pays')];
    const lost = new Problem('unavailable', 'The answer was lost');
    const silent: PayoutProvider = {
      ...sandbox,
      async send(request) {
        if (request.accountId === made.accountId) await sandbox.send(request);
        throw lost;
      },
    };
    for (const { seller } of [made, unmade]) await startOnly(seller.id);
    await expect(sendStartedPayouts(deps(silent))).rejects.toThrow('Some payouts');
    for (const { bookingId } of [made, unmade]) await openDispute(bookingId);
    pass(1);
    await sendStartedPayouts(deps());
    expect(await payoutsOf(made.seller)).toMatchObject([{ state: 'paid' }]);
    expect(await payoutsOf(unmade.seller)).toMatchObject([{ state: 'failed' }]);
    expect(await paidTo(unmade.accountId)).toEqual([]);
  });

  it('an automatic payout is not cancelled while another server is asking the provider for it', async () => {
    const { seller, bookingId, accountId } = await sellerWithMoney('pays');
    const slow: PayoutProvider = {
      ...sandbox,
      async send(request) {
        await openDispute(bookingId);
        await sendPayout(deps(), request.key);
        return sandbox.send(request);
      },
    };
    const id = await startOnly(seller.id);
    await sendPayout(deps(slow), id);
    expect(await payoutsOf(seller)).toMatchObject([{ state: 'paid', attempts: 1 }]);
    expect(await paidTo(accountId)).toEqual([12_050]);
  });

  it('a payout taken by the provider is polled until it has arrived', async () => {
    const { seller } = await sellerWithMoney('pays-later');
    await startAutomaticPayouts(deps());
    expect(await payoutsOf(seller)).toMatchObject([{ state: 'taken' }]);
    expect(await earningsOf(seller)).toMatchObject({ available: 0, paidOut: 120.5 });
    pass(2);
    await checkPayouts(deps());
    expect(await payoutsOf(seller)).toMatchObject([{ state: 'paid' }]);
  });

  it('a failed payout leaves the money available and is tried again after a day or with another account', async () => {
    const { seller, accountId } = await sellerWithMoney('fails');
    await startAutomaticPayouts(deps());
    expect(await payoutsOf(seller)).toMatchObject([{ state: 'failed' }]);
    expect(await earningsOf(seller)).toMatchObject({ available: 120.5, paidOut: 0 });
    await startAutomaticPayouts(deps());
    expect(await payoutsOf(seller)).toHaveLength(1);
    await database.sql`update sandbox_accounts set behaviour = 'pays' where id = ${accountId}`;
    pass(24 * 60 + 1);
    await startAutomaticPayouts(deps());
    expect(await payoutsOf(seller)).toMatchObject([{ state: 'failed' }, { state: 'paid' }]);
    expect(await earningsOf(seller)).toMatchObject({ available: 0, paidOut: 120.5 });
  });

  it('a payout whose answer was lost is found by its key and not paid twice', async () => {
    const { seller, accountId } = await sellerWithMoney('pays');
    const silent: PayoutProvider = {
      ...sandbox,
      async send(request) {
        await sandbox.send(request);
        throw new Problem('unavailable', 'The answer was lost');
      },
    };
    await expect(startAutomaticPayouts(deps(silent))).rejects.toThrow('Some payouts');
    expect(await payoutsOf(seller)).toMatchObject([{ state: 'started', attempts: 1 }]);
    expect(await earningsOf(seller)).toMatchObject({ available: 120.5, started: 120.5 });
    await sendStartedPayouts(deps(silent));
    expect(await payoutsOf(seller)).toMatchObject([{ state: 'started', attempts: 1 }]);
    pass(1);
    await sendStartedPayouts(deps(silent));
    expect(await payoutsOf(seller)).toMatchObject([{ state: 'paid', attempts: 2 }]);
    const paid = await database.sql`select from sandbox_payouts where account_id = ${accountId}`;
    expect(paid).toHaveLength(1);
  });

  it('a payout during a refund leaves the seller below zero with a correct ledger', async () => {
    const sale = await sellerWithMoney('pays');
    await Promise.all([startAutomaticPayouts(deps()), clawBack(sale.seller.id, sale)]);
    await startAutomaticPayouts(deps());
    const { available, paidOut } = await earningsOf(sale.seller);
    expect(available + paidOut).toBe(0);
  });
});

describe('money that is taken back after a payout', () => {
  it('money taken back after a payout comes from the account at the provider if it is still there', async () => {
    const sale = await sellerWithMoney('pays');
    await startAutomaticPayouts(deps());
    await clawBack(sale.seller.id, sale, 5_000);
    expect(await earningsOf(sale.seller)).toMatchObject({ available: -50, paidOut: 120.5 });
    await Promise.all([reversePayouts(deps()), reversePayouts(deps())]);
    pass(2);
    await reversePayouts(deps());
    expect(await earningsOf(sale.seller)).toMatchObject({ available: 0, paidOut: 70.5 });
  });

  it('money taken back is not counted twice when the payout comes back before that is recorded', async () => {
    const sale = await sellerWithMoney('pays');
    await startAutomaticPayouts(deps());
    await clawBack(sale.seller.id, sale, 5_000);
    const { accounts } = sandbox;
    if (!accounts) throw new Error('The sandbox has accounts');
    const reverse: typeof accounts.reverse = async (reversal) => {
      await accounts.reverse(reversal);
      throw new Problem('unavailable', 'The answer was lost');
    };
    const silent = { ...sandbox, accounts: { ...accounts, reverse } };
    await expect(reversePayouts(deps(silent))).rejects.toThrow('not taken back');
    const [payout] = await database.sql<{ id: string }[]>`
      update sandbox_payouts set state = 'failed' where account_id = ${sale.accountId}
      returning idempotency_key as id`;
    await syncPayout(deps(), payout?.id ?? '');
    pass(2);
    await reversePayouts(deps());
    expect(await earningsOf(sale.seller)).toMatchObject({ available: 70.5, paidOut: 0 });
  });

  it('money taken back is set against the next sale otherwise', async () => {
    const sale = await sellerWithMoney('pays');
    const { seller } = sale;
    await startAutomaticPayouts(deps());
    await clawBack(seller.id, sale, 5_000);
    const { accounts } = sandbox;
    if (!accounts) throw new Error('The sandbox has accounts');
    const empty = { ...sandbox, accounts: { ...accounts, reverse: async () => 0 } };
    await reversePayouts(deps(empty));
    expect(await earningsOf(seller)).toMatchObject({ available: -50, paidOut: 120.5 });
    const next = await people.sell(seller);
    await releaseMoney(database, next.bookingId);
    await startAutomaticPayouts(deps(empty));
    expect(await earningsOf(seller)).toMatchObject({ available: 0, paidOut: 191 });
  });
});

it('the state of an account at its provider is stored once', async () => {
  const { seller, accountId } = await sellerWithMoney('pays');
  const account = { id: accountId, state: 'restricted' } as const;
  await transaction(database, (tx) => storeAccountState(tx, 'sandbox', account, clock.at));
  await startAutomaticPayouts(deps());
  expect(await payoutsOf(seller)).toEqual([]);
});

describe('a shop with the sandbox for payouts', () => {
  it('the sandbox sends a seller to the page of the account, where the choice counts', async () => {
    const seller = await people.seller();
    const headers = await shop.as(seller);
    const payload = { email: seller.email };
    const opened = await shop.app.inject({
      method: 'POST',
      url: '/api/payout-account',
      headers,
      payload,
    });
    const page = new URL(opened.json<{ url: string }>().url);
    const shown = await shop.app.inject({ url: page.pathname + page.search });
    expect(shown.body).toContain('Pay at once');
    const action = /action="([^"]+behaviour=pays&amp;[^"]+)"/.exec(shown.body)?.[1] ?? '';
    const chosen = await shop.app.inject({
      method: 'POST',
      url: action.replaceAll('&amp;', '&'),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([chosen.statusCode, chosen.headers.location]).toEqual([303, '/dashboard']);
    const url = `/api/payout-account?email=${seller.email}`;
    expect((await shop.app.inject({ url, headers })).json()).toMatchObject({ state: 'ready' });
    const bank = { ...payload, holder: 'Ada Fife', number: '12345678' };
    const refused = await shop.app.inject({
      method: 'PUT',
      url: '/api/payout-account',
      headers,
      payload: bank,
    });
    expect(refused.statusCode).toBe(409);
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example'])(
    'the sandbox sends no one to %s',
    async (target) => {
      const account = await sandbox.accounts?.open(await people.seller());
      const url = `/api/sandbox-payouts/accounts/${account?.id}?behaviour=pays&return=${encodeURIComponent(target)}`;
      expect((await shop.app.inject({ method: 'POST', url })).statusCode).toBe(400);
    },
  );
});
