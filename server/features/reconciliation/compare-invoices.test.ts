import { afterAll, expect, it } from 'vitest';
import type { LedgerDifference } from '#contract/payouts/ledger.ts';
import { apiClient } from '../../testing/api-client.ts';
import { commissionSales, germanShop } from '../../testing/invoicing.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop } from '../../testing/test-shop.ts';
import { issueInvoices } from '../invoices/issue-invoices.ts';
import { compareInvoices } from './compare-invoices.ts';

const shop = await createTestShop();
afterAll(() => shop.close());
const { database } = shop;
const people = createPeople(database);
const { sell, giveBack } = commissionSales(people);
const ask = apiClient(() => shop);
const compare = (at: string) => compareInvoices({ database, clock: { now: () => new Date(at) } });

it('invoices and what is not invoiced yet are the commission of the ledger, and a difference is listed until it is gone', async () => {
  const [seller, admin] = [await people.seller(), await people.admin()];
  const listed = async () => (await ask<LedgerDifference[]>(admin, '/ledger/differences')).body;
  // From before the first invoice, of a month that is over, and of one that is not.
  await sell(seller, '2026-08-05T12:00:00Z', 700);
  const sale = await sell(seller, '2026-10-05T12:00:00Z');
  expect(await compare('2026-10-06T04:33:00Z')).toBe(0);
  const clock = { now: () => new Date('2026-11-01T01:13:00Z') };
  await issueInvoices({ database, clock, invoicing: germanShop });
  await sell(seller, '2026-11-02T12:00:00Z', 300);
  await giveBack(sale, '2026-11-03T12:00:00Z', 6_025);
  expect(await compare('2026-11-04T04:33:00Z')).toBe(0);
  expect(await listed()).toEqual([]);

  // Nothing of the shop does that: somebody wrote into the database.
  const [entry] = await database.sql<{ id: string; invoiceId: string }[]>`
    select entry_id as id, invoice_id as "invoiceId" from invoice_entries limit 1`;
  await database.sql`grant delete on invoice_entries to current_user`;
  await database.sql`delete from invoice_entries where entry_id = ${entry?.id ?? ''}`;
  await database.sql`revoke delete on invoice_entries from current_user`;
  expect(await compare('2026-11-05T04:33:00Z')).toBe(1);
  expect(await listed()).toMatchObject([
    {
      provider: 'invoices',
      kind: 'other',
      reference: `commission-${seller.id}`,
      inLedger: 14.52,
      atProvider: 23.56,
    },
  ]);
  await database.sql`
    insert into invoice_entries (entry_id, invoice_id)
    values (${entry?.id ?? ''}, ${entry?.invoiceId ?? ''})`;
  expect(await compare('2026-11-06T04:33:00Z')).toBe(0);
  expect(await listed()).toEqual([]);
});
