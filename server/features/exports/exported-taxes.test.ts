import { afterAll, afterEach, expect, test } from 'vitest';
import { findCurrency } from '#contract/money/currencies.ts';
import { setShopCurrency, usDollar } from '#contract/money/shop-currency.ts';
import { newId } from '../../core/ids.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';

const shop: TestShop = await createTestShop();
afterAll(() => shop.close());
afterEach(() => setShopCurrency(usDollar));
const people = createPeople(shop.database);

/** Writes that a sale was completed, or (`refund`) that money of one went back afterwards. */
async function credit(sellerId: string, day: string, cents: number, kind = 'release') {
  const available = `available:${sellerId}`;
  const [from, to] =
    kind === 'release' ? [`pending:${sellerId}`, available] : [available, 'losses'];
  const id = newId(new Date());
  await shop.database.sql`
    insert into ledger_entries (id, debit, credit, amount_cents, currency, kind, cause, created_at)
    values (${id}, ${from}, ${to}, ${cents}, 'EUR', ${kind}, ${id}, ${new Date(day)})`;
}

async function yearOf(seller: { id: string; email: string; name: string }, year = 2026) {
  const reply = await shop.app.inject({
    url: `/api/earnings/taxes?email=${seller.email}&year=${year}`,
    headers: await shop.as({ ...seller, role: 'seller' } as never),
  });
  const [head = '', line] = reply.body.replace('\ufeff', '').trim().split('\r\n');
  if (line === undefined) return undefined;
  const values = line.split(',');
  return Object.fromEntries(head.split(',').map((name, index) => [name, values[index]]));
}

const euro = () => setShopCurrency(findCurrency('EUR') ?? usDollar);

test('a year of a seller has its sales and amounts by quarter of UTC, less what went back', async () => {
  euro();
  const seller = await people.seller();
  await credit(seller.id, '2025-12-31T23:59:59Z', 9_900);
  await credit(seller.id, '2026-01-01T00:00:00Z', 10_000);
  await credit(seller.id, '2026-03-31T23:59:59Z', 5_050);
  await credit(seller.id, '2026-04-01T00:00:00Z', 2_000);
  await credit(seller.id, '2026-12-31T23:59:59Z', 700, 'refund');
  expect(await yearOf(seller)).toMatchObject({
    sales: '3',
    q1_sales: '2',
    q1_amount: '150.50',
    q2_amount: '20.00',
    q4_sales: '0',
    q4_amount: '-7.00',
    amount: '163.50',
    currency: 'EUR',
    at_reporting_threshold: 'no',
  });
});

test('a sale is one, and has the share of the shop without what it gave back, whatever went back of it', async () => {
  euro();
  const seller = await people.seller();
  const { bookingId } = await people.sell(seller, new Date('2026-03-01T00:00:00Z'));
  const [pending, available] = [`pending:${seller.id}`, `available:${seller.id}`];
  const entries = [
    [pending, 'commission', 1_000, 'commission', 'a', '2026-03-01'],
    ['commission', 'losses', 100, 'refund', 'b', '2026-03-02'],
    [pending, available, 8_000, 'release', bookingId, '2026-03-05'],
    ['commission', 'losses', 200, 'refund', 'c', '2026-03-06'],
    [pending, available, 500, 'release', 'd', '2026-04-01'],
    ['commission', 'losses', 50, 'chargeback', 'e', '2027-01-01'],
  ] as const;
  for (const [debit, to, cents, kind, cause, day] of entries) {
    const causeOfIt = cause === bookingId ? cause : `${bookingId}:${cause}`;
    await shop.database.sql`
      insert into ledger_entries (id, debit, credit, amount_cents, currency, kind, cause, booking_id, created_at)
      values (${newId(new Date())}, ${debit}, ${to}, ${cents}, 'EUR', ${kind}, ${causeOfIt}, ${bookingId},
        ${new Date(day)})`;
  }
  expect(await yearOf(seller)).toMatchObject({
    sales: '1',
    q1_sales: '1',
    q1_amount: '80.00',
    q2_sales: '0',
    q2_amount: '5.00',
    commission: '7.00',
  });
  expect(await yearOf(seller, 2027)).toMatchObject({ sales: '0', commission: '-0.50' });
});

test('thirty sales, or more than 2,000 euros, are marked as what platforms in the EU report', async () => {
  euro();
  const [many, much, less] = [await people.seller(), await people.seller(), await people.seller()];
  for (let sale = 0; sale < 30; sale += 1) await credit(many.id, '2026-05-01T00:00:00Z', 100);
  await credit(much.id, '2026-05-01T00:00:00Z', 200_001);
  await credit(less.id, '2026-05-01T00:00:00Z', 200_000);
  const marks = [];
  for (const seller of [many, much, less]) {
    marks.push((await yearOf(seller))?.at_reporting_threshold);
  }
  expect(marks).toEqual(['yes', 'yes', 'no']);
});

test('amounts of a currency without decimals are whole, and are not compared with euros', async () => {
  setShopCurrency(findCurrency('JPY') ?? usDollar);
  const seller = await people.seller();
  await credit(seller.id, '2026-05-01T00:00:00Z', 450_000);
  expect(await yearOf(seller)).toMatchObject({
    q2_amount: '450000',
    currency: 'JPY',
    at_reporting_threshold: '',
  });
});

test('a seller who was credited nothing in the year has no line', async () => {
  const seller = await people.seller();
  await credit(seller.id, '2025-06-01T00:00:00Z', 1_000);
  expect(await yearOf(seller)).toBeUndefined();
});
