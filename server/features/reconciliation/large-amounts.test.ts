import { afterAll, beforeAll, expect, test } from 'vitest';
import { findCurrency } from '#contract/money/currencies.ts';
import { setShopCurrency, usDollar } from '#contract/money/shop-currency.ts';
import { newId } from '../../core/ids.ts';
import { transaction } from '../../database/transaction.ts';
import { createSandboxBalance } from '../../providers/balances/sandbox-balance.ts';
import type { PayoutProvider } from '../../providers/payouts/port.ts';
import { createSandboxPayouts } from '../../providers/payouts/sandbox/sandbox-payouts.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { checkPayouts } from '../payouts/check-payouts.ts';
import { storeProviderAccount } from '../payouts/payout-account.ts';
import { syncPayout } from '../payouts/receive-payout-event.ts';
import { reversePayouts } from '../payouts/reverse-payouts.ts';
import { sendStartedPayouts } from '../payouts/send-payout.ts';
import { startAutomaticPayouts } from '../payouts/start-automatic-payouts.ts';
import type { KnownUser } from '../users/find-user.ts';
import { compareLedger } from './compare-ledger.ts';

/*
 * A shop in a currency without decimals, whose sellers earn more than a 32-bit integer holds: 30 sales at 100,000,000 dong.
 */

const earned = 3_000_000_000;

let shop: TestShop;
let sandbox: PayoutProvider;
const clock = { at: new Date(), now: () => clock.at };
const pass = (minutes: number) => {
  clock.at = new Date(clock.at.getTime() + minutes * 60_000);
};

beforeAll(async () => {
  setShopCurrency(findCurrency('VND') ?? usDollar);
  shop = await createTestShop({
    openPayouts: (given) => {
      sandbox = createSandboxPayouts({ ...given, clock });
      return sandbox;
    },
  });
});
afterAll(async () => {
  setShopCurrency(usDollar);
  await shop.close();
});

const deps = () => ({ database: shop.database, payouts: sandbox, clock });

/** A seller with 30 completed sales whose account at the sandbox behaves like this. */
async function sellerWithEarnings(behaviour: string) {
  const seller = await createPeople(shop.database).seller();
  const account = await sandbox.accounts?.open(seller);
  if (!account) throw new Error('The sandbox has accounts');
  await transaction(shop.database, (tx) =>
    storeProviderAccount(tx, { sellerId: seller.id, provider: 'sandbox' }, account, clock.at),
  );
  await shop.database.sql`
    update sandbox_accounts set behaviour = ${behaviour} where id = ${account.id}`;
  await checkPayouts(deps());
  for (let sale = 0; sale < 30; sale += 1) {
    const id = newId(clock.at);
    await shop.database.sql`
      insert into ledger_entries (id, debit, credit, amount_cents, currency, kind, cause, created_at)
      values (${id}, ${`pending:${seller.id}`}, ${`available:${seller.id}`}, 100000000, 'VND',
        'release', ${id}, ${clock.at})`;
  }
  return { seller, accountId: account.id };
}

async function read(user: KnownUser, path: string) {
  const reply = await shop.app.inject({ url: `/api${path}`, headers: await shop.as(user) });
  expect(reply.statusCode).toBe(200);
  return reply;
}

const earningsOf = async (seller: KnownUser) =>
  (await read(seller, `/earnings?email=${seller.email}`)).json();

test('a seller who earned more than 2^31 is paid all of it by an admin, whose files have the amount', async () => {
  const { seller } = await sellerWithEarnings('pays');
  const admin = await shop.make.user({ role: 'admin' });
  expect(await earningsOf(seller)).toMatchObject({ available: earned });
  const paid = await shop.app.inject({
    method: 'POST',
    url: '/api/payouts',
    headers: await shop.as(admin),
    payload: { email: seller.email },
  });
  expect(paid.statusCode, paid.body).toBe(201);
  expect(await earningsOf(seller)).toMatchObject({ available: 0, paidOut: earned });
  const year = clock.at.getUTCFullYear();
  const month = clock.at.toISOString().slice(0, 7);
  const files = [
    [seller, `/earnings/taxes?email=${seller.email}&year=${year}`],
    [admin, `/exports/taxes?year=${year}`],
    [admin, '/exports/payouts'],
    [seller, `/earnings/statement?email=${seller.email}&month=${month}`],
  ] as const;
  for (const [reader, path] of files) {
    expect((await read(reader, path)).body, path).toContain(`${earned}`);
  }
  const balances = (await read(admin, '/ledger/balances')).json<{ debits: number }[]>();
  expect(balances.map(({ debits }) => debits)).toContain(earned);
});

test('an automatic payout above 2^31 that comes back is available again', async () => {
  const { seller, accountId } = await sellerWithEarnings('pays-later');
  await startAutomaticPayouts(deps());
  await sendStartedPayouts(deps());
  expect(await earningsOf(seller)).toMatchObject({ available: 0, inTransit: earned });
  const [payout] = await shop.database.sql<{ id: string }[]>`
    update sandbox_payouts set state = 'failed' where account_id = ${accountId}
    returning idempotency_key as id`;
  await syncPayout(deps(), payout?.id ?? '');
  expect(await earningsOf(seller)).toMatchObject({ available: earned, paidOut: 0 });
});

test('a payout above 2^31 is taken back from a seller who owes all of it, and the books agree', async () => {
  const { seller } = await sellerWithEarnings('pays');
  await startAutomaticPayouts(deps());
  await sendStartedPayouts(deps());
  const id = newId(clock.at);
  await shop.database.sql`
    insert into ledger_entries (id, debit, credit, amount_cents, currency, kind, cause, created_at)
    values (${id}, ${`available:${seller.id}`}, 'losses', ${earned}, 'VND', 'chargeback', ${id},
      ${clock.at})`;
  pass(1);
  expect(await reversePayouts(deps())).toBe(1);
  expect(await earningsOf(seller)).toMatchObject({ available: 0, paidOut: 0 });
  pass(24 * 60);
  const balance = createSandboxBalance(shop.database);
  await compareLedger({ ...deps(), cards: shop.cards, balance });
  const differences = await shop.database.sql`
    select kind, ledger_cents, provider_cents from ledger_differences where kind = 'payout'`;
  expect(differences).toEqual([]);
});
