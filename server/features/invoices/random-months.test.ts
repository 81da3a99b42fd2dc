import { afterAll, expect, it } from 'vitest';
import { type CommissionSale, commissionSales, germanShop } from '../../testing/invoicing.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop } from '../../testing/test-shop.ts';
import { issueInvoices } from './issue-invoices.ts';

const shop = await createTestShop();
afterAll(() => shop.close());
const { database } = shop;
const people = createPeople(database);
const { sell, giveBack } = commissionSales(people);

it('sales and refunds in any order, written late too, are on one document each, and what went back as a whole leaves no VAT', async () => {
  const random = (below: number) => Math.floor(Math.random() * below);
  const sellers = await Promise.all([1, 2, 3].map(() => people.seller()));
  const open: { sale: CommissionSale; gone: number }[] = [];
  const dayMs = 86_400_000;
  const begin = Date.UTC(2026, 7, 20);
  for (let day = 0; day < 150; day += 1) {
    // Some of it is written days after its time.
    const at = new Date(begin + day * dayMs - random(4) * dayMs + random(dayMs));
    const seller = sellers[random(sellers.length)];
    if (seller && random(3) > 0) {
      open.push({ sale: await sell(seller, at, 1 + random(3_000)), gone: 0 });
    }
    const one = open[random(open.length)];
    if (one && one.gone < 12_050) {
      const amount = random(2) ? 12_050 - one.gone : 1 + random(12_050 - one.gone);
      await giveBack(one.sale, at, amount, one.gone);
      one.gone += amount;
    }
    if (day % 3 === 0) {
      const clock = { now: () => new Date(begin + day * dayMs) };
      const issue = () => issueInvoices({ database, clock, invoicing: germanShop });
      await Promise.all([issue(), issue()]);
    }
  }
  for (const { sale, gone } of open) {
    if (gone < 12_050) await giveBack(sale, new Date(Date.UTC(2027, 0, 25)), 12_050 - gone, gone);
  }
  for (const month of [1, 2, 3]) {
    const clock = { now: () => new Date(Date.UTC(2027, month, 1)) };
    await issueInvoices({ database, clock, invoicing: germanShop });
  }
  const { sql } = database;
  const [totals] = await sql`
    select sum(gross_cents)::int as gross, sum(vat_cents)::int as vat from invoices`;
  expect(totals).toEqual({ gross: 0, vat: 0 });
  const wrong = await sql`
    select i.number from invoices i where gross_cents <> (
      select sum(case when e.credit = 'commission' then e.amount_cents else -e.amount_cents end)
      from invoice_entries listed join ledger_entries e on e.id = listed.entry_id
      where listed.invoice_id = i.id)`;
  expect(wrong).toEqual([]);
  const left = await sql`
    select e.id from ledger_entries e
    where 'commission' in (e.debit, e.credit) and exists (
      select from ledger_entries c where c.booking_id = e.booking_id and c.credit = 'commission'
        and c.created_at >= '2026-10-01')
      and not exists (select from invoice_entries listed where listed.entry_id = e.id)`;
  expect(left).toEqual([]);
  const gaps = await sql`
    select year from invoices group by year having count(*) <> max(serial)`;
  expect(gaps).toEqual([]);
});
