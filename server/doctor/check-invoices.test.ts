import { afterAll, expect, it } from 'vitest';
import { connect } from '../backup/connect.ts';
import { newId } from '../core/ids.ts';
import { addInvoice } from '../testing/payout-builders.ts';
import { createPeople } from '../testing/people.ts';
import { createTestShop } from '../testing/test-shop.ts';
import { checkInvoices } from './check-invoices.ts';

const shop = await createTestShop();
const client = await connect(shop.database.url);
afterAll(async () => {
  await client.end();
  await shop.close();
});

it('doctor reports a gap in the numbers of invoices, and sellers whose invoices differ from the ledger', async () => {
  const { sql } = shop.database;
  expect(await checkInvoices(client)).toEqual([]);
  const seller = await createPeople(shop.database).seller();
  await addInvoice(shop.database, seller.id);
  await sql`insert into invoice_years (year, last_serial) values (2020, 1)`;
  expect(await checkInvoices(client)).toEqual([]);
  await sql`update invoice_years set last_serial = 2`;
  await sql`
    insert into ledger_differences (id, provider, kind, reference, ledger_cents, provider_cents,
      moved_at, found_at, checked_at)
    values (${newId(new Date())}, 'invoices', 'other', ${`commission-${seller.id}`}, 1, 2, now(),
      now(), now())`;
  expect(await checkInvoices(client)).toMatchObject([
    { level: 'fault', text: 'The numbers of the invoices of 2020 have a gap.' },
    { level: 'fault', text: 'The invoices differ from the ledger. Sellers whose invoices do: 1.' },
  ]);
});
