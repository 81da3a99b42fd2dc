import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { InvoiceSettings } from '#contract/invoices/invoice-terms.ts';
import type { Invoice, WholeInvoice } from '#contract/invoices/invoices.ts';
import type { AuditEntry } from '#contract/users/audit.ts';
import { rawSql } from '../../database/sql.ts';
import { apiClient } from '../../testing/api-client.ts';
import { commissionSales, germanShop } from '../../testing/invoicing.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';
import { issueInvoices } from './issue-invoices.ts';

const shop = await createTestShop();
afterAll(() => shop.close());
const { database } = shop;
const people = createPeople(database);
const { sell, giveBack } = commissionSales(people);
const ask = apiClient(() => shop);

beforeEach(async () => {
  const tables = 'ledger_entries, invoices, invoice_entries';
  await database.sql`${rawSql(`grant truncate on ${tables} to current_user`)}`;
  await database.sql`${rawSql(`truncate ${tables}, invoice_years`)}`;
  await database.sql`${rawSql(`revoke truncate on ${tables} from current_user`)}`;
});

const issue = (at: string, invoicing: InvoiceSettings | undefined = germanShop) =>
  issueInvoices({ database, clock: { now: () => new Date(at) }, invoicing });

async function invoicesOf(seller: KnownUser): Promise<Invoice[]> {
  const reply = await ask<Invoice[]>(seller, `/invoices?email=${seller.email}`);
  return reply.body.toReversed();
}

async function whole(reader: KnownUser, id: string | undefined): Promise<WholeInvoice> {
  return (await ask<WholeInvoice>(reader, `/invoices/${id}`)).body;
}

const numbers = async () =>
  (await database.sql<{ number: string }[]>`select number from invoices order by year, serial`).map(
    ({ number }) => number,
  );

describe('the invoice of a month', () => {
  it('an invoice has a line for each movement of its month, less what went back in it', async () => {
    const seller = await people.seller();
    await sell(seller, '2026-10-31T23:59:59.999Z', 1_000);
    const first = await sell(seller, '2026-11-01T00:00:00Z');
    await sell(seller, '2026-11-30T23:59:59.999Z', 500);
    await sell(seller, '2026-12-01T00:00:00Z', 700);
    await giveBack(first, '2026-11-20T12:00:00Z', 6_025);
    expect(await issue('2026-12-01T01:13:00Z')).toBe(2);
    const [october, november, ...others] = await invoicesOf(seller);
    expect(others).toEqual([]);
    expect(october).toMatchObject({ number: 'NK-2026-00001', month: '2026-10', total: 10 });
    expect(november).toMatchObject({
      number: 'NK-2026-00002',
      kind: 'invoice',
      month: '2026-11',
      total: 9.52,
      vat: 1.52,
      net: 8,
      vatPercent: 19,
      vatTreatment: 'charged',
      currency: 'USD',
      time: '2026-12-01T01:13:00.000Z',
    });
    const { lines, from, to } = await whole(seller, november?._id);
    expect(lines.map(({ kind, amount, name }) => [kind, amount, name])).toEqual([
      ['commission', 9.04, 'Student trumpet'],
      ['refund', -4.52, 'Student trumpet'],
      ['commission', 5, 'Student trumpet'],
    ]);
    expect(from).toEqual(germanShop.from);
    expect(to).toEqual({ name: 'Ada Fife', address: [] });
  });

  it('a month whose commission went back as a whole has an invoice about nothing', async () => {
    const seller = await people.seller();
    await giveBack(await sell(seller, '2026-11-02T12:00:00Z'), '2026-11-03T12:00:00Z');
    expect(await issue('2026-12-01T01:13:00Z')).toBe(1);
    expect(await invoicesOf(seller)).toMatchObject([{ total: 0, vat: 0, kind: 'invoice' }]);
  });

  it('a month is invoiced once, and not before it has ended', async () => {
    const seller = await people.seller();
    await sell(seller, '2026-11-02T12:00:00Z');
    expect(await issue('2026-11-30T23:59:59Z')).toBe(0);
    expect(await issue('2026-12-01T00:00:00Z')).toBe(1);
    expect(await issue('2026-12-02T01:13:00Z')).toBe(0);
    expect(await invoicesOf(seller)).toHaveLength(1);
  });

  it('a movement that is written after its invoice is on the next one', async () => {
    const seller = await people.seller();
    await sell(seller, '2026-11-02T12:00:00Z');
    expect(await issue('2026-12-01T01:13:00Z')).toBe(1);
    await sell(seller, '2026-11-30T23:59:59Z', 300);
    expect(await issue('2026-12-02T01:13:00Z')).toBe(0);
    await sell(seller, '2026-12-10T12:00:00Z', 200);
    expect(await issue('2027-01-01T01:13:00Z')).toBe(1);
    expect((await invoicesOf(seller)).map(({ month, total }) => [month, total])).toEqual([
      ['2026-11', 9.04],
      ['2026-12', 5],
    ]);
  });

  it('a shop without the setting issues none, and one that sets it later none for the past', async () => {
    const seller = await people.seller();
    const old = await sell(seller, '2026-08-02T12:00:00Z');
    await sell(seller, '2026-11-02T12:00:00Z', 300);
    expect(await issueInvoices({ database, clock: { now: () => new Date('2026-12-01') } })).toBe(0);
    await giveBack(old, '2026-11-03T12:00:00Z');
    expect(await issue('2026-12-01T01:13:00Z')).toBe(1);
    expect(await invoicesOf(seller)).toMatchObject([{ month: '2026-11', total: 3 }]);
    // The owner asks for the past.
    expect(await issue('2026-12-02T01:13:00Z', { ...germanShop, firstMonth: '2026-08' })).toBe(2);
    expect((await invoicesOf(seller)).slice(1)).toMatchObject([
      { kind: 'invoice', month: '2026-08', total: 9.04 },
      { kind: 'credit-note', month: '2026-11', total: -9.04 },
    ]);
  });
});

describe('a credit note', () => {
  it('commission that goes back after its invoice is on a credit note with the VAT of the invoice', async () => {
    const seller = await people.seller();
    const sale = await sell(seller, '2026-10-05T12:00:00Z');
    const other = await sell(seller, '2026-11-05T12:00:00Z', 500);
    await issue('2026-12-01T01:13:00Z');
    // Their VAT is another one from now on.
    await ask(seller, '/billing-details', {
      method: 'PUT',
      payload: {
        email: seller.email,
        name: 'Cordes SARL',
        address: '1 rue du Port\nLyon',
        country: 'FR',
        vatNumber: 'FR 12 345678901',
      },
    });
    await giveBack(sale, '2026-12-05T12:00:00Z', 4_017);
    await giveBack(sale, '2026-12-06T12:00:00Z', 4_017, 4_017);
    await giveBack(other, '2026-12-07T12:00:00Z');
    await sell(seller, '2026-12-08T12:00:00Z', 1_000);
    expect(await issue('2027-01-01T01:13:00Z')).toBe(3);
    await giveBack(sale, '2027-01-05T12:00:00Z', 4_016, 8_034);
    expect(await issue('2027-02-01T01:13:00Z')).toBe(1);
    const all = await invoicesOf(seller);
    expect(
      all.map(({ number, kind, total, vat, vatTreatment, corrects }) => [
        number,
        kind,
        total,
        vat,
        vatTreatment,
        corrects?.number,
      ]),
    ).toEqual([
      ['NK-2026-00001', 'invoice', 9.04, 1.44, 'charged', undefined],
      ['NK-2026-00002', 'invoice', 5, 0.8, 'charged', undefined],
      ['NK-2027-00001', 'invoice', 10, 0, 'reverse-charge', undefined],
      ['NK-2027-00002', 'credit-note', -6.03, -0.96, 'charged', 'NK-2026-00001'],
      ['NK-2027-00003', 'credit-note', -5, -0.8, 'charged', 'NK-2026-00002'],
      ['NK-2027-00004', 'credit-note', -3.01, -0.48, 'charged', 'NK-2026-00001'],
    ]);
    const [first, , third, fourth] = all;
    expect((await whole(seller, first?._id)).creditNotes.map(({ number }) => number)).toEqual([
      'NK-2027-00002',
      'NK-2027-00004',
    ]);
    expect((await whole(seller, third?._id)).to).toEqual({
      name: 'Cordes SARL',
      address: ['1 rue du Port', 'Lyon'],
      country: 'FR',
      vatNumber: 'FR12345678901',
    });
    const credited = await whole(seller, fourth?._id);
    expect(credited.to).toEqual({ name: 'Ada Fife', address: [] });
    expect(credited.lines.map(({ amount }) => amount)).toEqual([-3.01, -3.02]);
  });

  it('commission that went back while the shop issued nothing is credited once it does again, also with a later first month', async () => {
    const seller = await people.seller();
    const sale = await sell(seller, '2026-10-02T12:00:00Z');
    await issue('2026-11-01T01:13:00Z');
    await sell(seller, '2026-11-03T12:00:00Z', 300);
    await giveBack(sale, '2026-11-05T12:00:00Z');
    expect(await issue('2027-02-01T01:13:00Z', { ...germanShop, firstMonth: '2027-01' })).toBe(1);
    expect((await invoicesOf(seller)).map(({ month, total }) => [month, total])).toEqual([
      ['2026-10', 9.04],
      ['2026-11', -9.04],
    ]);
  });
});

describe('numbers', () => {
  it('several servers at the same time leave no gap, and invoice nothing twice', async () => {
    const sellers = await Promise.all(Array.from({ length: 12 }, () => people.seller()));
    for (const seller of sellers) {
      const sale = await sell(seller, '2026-10-05T12:00:00Z');
      await sell(seller, '2026-11-05T12:00:00Z');
      await giveBack(sale, '2026-11-06T12:00:00Z');
    }
    const counts = await Promise.all(
      Array.from({ length: 5 }, () => issue('2026-12-01T01:13:00Z')),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(36);
    expect(await numbers()).toEqual(
      Array.from({ length: 36 }, (_, at) => `NK-2026-${String(at + 1).padStart(5, '0')}`),
    );
    const [sums] = await database.sql<{ invoiced: number; booked: number; entries: number }[]>`
      select (select sum(gross_cents) from invoices)::bigint as invoiced, (
          select sum(case when credit = 'commission' then amount_cents else -amount_cents end)
          from ledger_entries where 'commission' in (debit, credit))::bigint as booked,
        (select count(*) from invoice_entries)::int as entries`;
    expect(sums).toEqual({ invoiced: sums?.booked, booked: 12 * 904, entries: 36 });
  });

  it('numbers are in the order of the times, also when the clock of one of several servers is behind', async () => {
    for (let count = 0; count < 6; count += 1) {
      await sell(await people.seller(), '2026-11-05T12:00:00Z');
    }
    const aheadOfOthers = await people.seller();
    await sell(aheadOfOthers, '2026-10-05T12:00:00Z');
    await issue('2026-11-30T23:59:59.999Z');
    await Promise.all([issue('2026-12-01T01:13:02Z'), issue('2026-12-01T01:13:00Z')]);
    await sell(aheadOfOthers, '2026-11-05T12:00:00Z');
    await issue('2026-12-01T01:12:00Z');
    const admin = await people.admin();
    const listed = (await ask<Invoice[]>(admin, '/invoices')).body.toReversed();
    expect(listed.map(({ number }) => number)).toEqual(await numbers());
    const times = listed.map(({ time }) => time);
    expect(times).toEqual(times.toSorted());
  });

  it('a crash in the middle leaves no gap, and the next run issues the rest', async () => {
    const sellers = [await people.seller(), await people.seller(), await people.seller()];
    for (const seller of sellers) await sell(seller, '2026-11-05T12:00:00Z');
    let left = 2;
    const failing: typeof database.transaction = (work, options) =>
      database.transaction(async (tx) => {
        const result = await work(tx);
        left -= 1;
        if (left === 0) throw new Error('The server was killed before the commit');
        return result;
      }, options);
    const broken = { ...database, sql: database.sql, transaction: failing };
    const clock = { now: () => new Date('2026-12-01T01:13:00Z') };
    await expect(issueInvoices({ database: broken, clock, invoicing: germanShop })).rejects.toThrow(
      'Some invoices are missing',
    );
    expect(await numbers()).toEqual(['NK-2026-00001', 'NK-2026-00002']);
    expect(await issue('2026-12-02T01:13:00Z')).toBe(1);
    expect(await numbers()).toEqual(['NK-2026-00001', 'NK-2026-00002', 'NK-2026-00003']);
    for (const seller of sellers) expect(await invoicesOf(seller)).toHaveLength(1);
  });

  it('numbers begin again with the year in which they are given', async () => {
    const seller = await people.seller();
    await sell(seller, '2026-11-05T12:00:00Z');
    await sell(seller, '2026-12-05T12:00:00Z');
    await issue('2026-12-31T23:59:59Z', { ...germanShop, prefix: '' });
    await issue('2027-01-01T00:00:00Z');
    expect(await numbers()).toEqual(['2026-00001', 'NK-2027-00001']);
  });
});

describe('who reads invoices', () => {
  it('a seller reads their own invoices, admins those of all, and nobody else any', async () => {
    const [seller, other, admin] = [
      await people.seller(),
      await people.seller(),
      await people.admin(),
    ];
    await sell(seller, '2026-10-05T12:00:00Z');
    await sell(other, '2026-11-05T12:00:00Z');
    await issue('2026-12-01T01:13:00Z');
    const [own] = await invoicesOf(seller);
    expect((await ask(other, `/invoices/${own?._id}`)).status).toBe(404);
    expect((await ask(other, `/invoices?email=${seller.email}`)).status).toBe(403);
    const listed = await ask<Invoice[]>(admin, '/invoices?month=2026-11');
    expect(listed.body.map(({ seller: { email } }) => email)).toEqual([other.email]);
    expect((await ask<Invoice[]>(admin, '/invoices')).body).toHaveLength(2);
    const file = await shop.app.inject({
      url: '/api/invoices/list.csv?month=2026-10',
      headers: await shop.as(admin),
    });
    const [head, line, ...rest] = file.body.trim().split('\r\n');
    expect(head).toContain('number,kind,month,issued_at');
    expect(line).toContain(`NK-2026-00001,invoice,2026-10,2026-12-01T01:13:00.000Z,${seller.id}`);
    expect(line).toContain('7.60,charged,19,1.44,9.04,USD');
    expect(rest).toEqual([]);
    const [audited] = (await ask<AuditEntry[]>(admin, '/audit')).body;
    expect(audited).toMatchObject({
      action: 'records-exported',
      actor: { email: admin.email },
      reason: 'invoices 2026-10',
    });
  });

  it('PostgreSQL refuses to change or delete an invoice, except to a superuser', async () => {
    const [rights] = await database.sql<{ rights: string }[]>`
      select string_agg(distinct privilege_type, ', ' order by privilege_type) as rights
      from information_schema.table_privileges
      where table_name in ('invoices', 'invoice_entries')
        and privilege_type in ('UPDATE', 'DELETE', 'TRUNCATE')`;
    expect(rights?.rights).toBeNull();
  });
});

describe('billing details', () => {
  it('a seller who says nothing is invoiced as the trader that they are, and as they say from then on', async () => {
    const seller = await people.seller();
    const read = async () => (await ask(seller, `/billing-details?email=${seller.email}`)).body;
    expect(await read()).toEqual({ name: 'Ada Fife', address: '' });
    await people.stateTrader(seller, {
      status: 'trader',
      name: 'Strings Ltd',
      address: '1 Mill Street\nLyon',
      vat: 'FR 12 345678901',
    });
    expect(await read()).toEqual({
      name: 'Strings Ltd',
      address: '1 Mill Street\nLyon',
      country: 'FR',
      vatNumber: 'FR12345678901',
    });
    const payload = { email: seller.email, name: 'Ada', address: 'Pier 1', country: 'DE' };
    const change = (changes: object) =>
      ask<{ errors?: { field: string }[] }>(seller, '/billing-details', {
        method: 'PUT',
        payload: { ...payload, ...changes },
      });
    const refused = await change({ vatNumber: 'FR12345678901' });
    expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, 'vatNumber']);
    expect((await change({ country: 'XX' })).status).toBe(400);
    expect((await change({ vatNumber: '' })).body).toMatchObject({ name: 'Ada', country: 'DE' });
    expect(await read()).toMatchObject({ name: 'Ada', address: 'Pier 1', country: 'DE' });
  });
});
