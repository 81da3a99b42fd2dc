import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExportKind, exportKinds } from '#contract/imports/exports.ts';
import { newId } from '../../core/ids.ts';
import type { Sql } from '../../database/sql.ts';
import { addPayout } from '../../testing/payout-builders.ts';
import { createPeople } from '../../testing/people.ts';
import { selling } from '../../testing/selling.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';
import type { ExportedKind, ExportedRow } from './exported-kind.ts';
import { exportedKindOf, streamExport } from './stream-export.ts';

const shop: TestShop = await createTestShop();
afterAll(() => shop.close());
const who = createPeople(shop.database);
const { list } = selling(() => shop);

type Line = Record<string, string>;
let admin: KnownUser;
let seller: KnownUser;

beforeAll(async () => {
  admin = await who.admin();
  seller = await who.seller();
});

async function exported(kind: ExportKind): Promise<{ text: string; lines: Line[] }> {
  const reply = await shop.app.inject({
    url: `/api/exports/${kind}`,
    headers: await shop.as(admin),
  });
  expect(reply.statusCode, reply.body).toBe(200);
  const lines: Line[] = parse(reply.body, { bom: true, columns: true });
  return { text: reply.body, lines };
}

describe('the export of records as CSV', () => {
  it('the CSV export is a file in UTF-8 that spreadsheets recognise, and is not cached', async () => {
    const reply = await shop.app.inject({
      url: '/api/exports/people',
      headers: await shop.as(admin),
    });
    expect(reply.body.startsWith('\uFEFFuser_id,name,email,role,')).toBe(true);
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'cache-control': 'no-store',
    });
    expect(reply.headers['content-disposition']).toMatch(
      /^attachment; filename="people-\d{4}-\d\d-\d\d\.csv"$/,
    );
  });

  it('the CSV export of listings has headings in a named language, and refuses an unknown one', async () => {
    const read = async (query: string) =>
      shop.app.inject({ url: `/api/exports/${query}`, headers: await shop.as(admin) });
    const named = await read('listings?headings=en');
    expect(named.body.startsWith('\uFEFFListing id,External id,Seller id,Seller,')).toBe(true);
    const people = await read('people?headings=en');
    expect(people.body.startsWith('\uFEFFuser_id,name,')).toBe(true);
    const unknown = await read('listings?headings=tlh');
    expect(unknown.json()).toMatchObject({ status: 400, errors: [{ field: 'headings' }] });
  });

  it('the CSV export has the columns of docs/csv.md, in their order', async () => {
    const page = await readFile(new URL('../../../docs/csv.md', import.meta.url), 'utf8');
    const rows = [...page.matchAll(/^\| `(\w+)` \| (.*) \|$/gm)];
    const documented = rows
      .filter(([, kind = '']) => exportKinds.some((each) => each === kind))
      .map(([, kind = '', columns = '']) => [kind, columns.replaceAll('`', '').split(', ')]);
    const written = exportKinds.map((kind) => [
      kind,
      Object.keys(exportedKindOf(kind, 2026).columns),
    ]);
    expect(documented).toEqual(written);
  });

  it('the CSV export has a line for each record of each kind, with times in UTC and amounts with a currency', async () => {
    const { buyer, productId, bookingId, paymentId } = await who.sell(seller);
    await who.requestReturn(buyer, bookingId);
    await who.decideReturn(seller, bookingId, 'contested');
    const second = await who.sell(seller);
    await shop.database.sql`
      update payments set state = 'refund-due', refund_reason = 'The sale was cancelled',
        refund_cents = 5000 where id = ${second.paymentId}`;
    const payoutId = await addPayout(shop.database, { sellerId: seller.id, state: 'taken' });
    const held = await who.make.product(seller.id);
    await who.book(await who.buyer(), held);
    const waiting = await who.buyer();
    await who.wishProduct(waiting, held);
    await shop.database.sql`
      insert into availability_alerts (id, product_id, user_id, created_at)
      values (${newId(new Date())}, ${held}, ${waiting.id}, now())`;

    const lineOf = async (kind: ExportKind, column: string, id: string) => {
      const { lines } = await exported(kind);
      return lines.find((line) => line[column] === id);
    };
    const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(await lineOf('people', 'user_id', seller.id)).toMatchObject({
      email: seller.email,
      role: 'seller',
      registered_at: isoTime,
      removed_at: '',
    });
    expect(await lineOf('listings', 'listing_id', productId)).toMatchObject({
      price: '120.50',
      currency: 'USD',
      status: 'sold',
      pictures: expect.stringMatching(/^https:\/\/shop\.test\/pictures\//),
    });
    expect(await lineOf('bookings', 'booking_id', bookingId)).toMatchObject({
      price: '120.50',
      commission_percent: '0',
      state: 'paid',
      paid_at: isoTime,
      handover_state: 'received',
    });
    expect(await lineOf('payments', 'payment_id', paymentId)).toMatchObject({
      amount: '120.50',
      currency: 'USD',
      booking_id: bookingId,
    });
    expect(await lineOf('refunds', 'payment_id', paymentId)).toBeUndefined();
    expect(await lineOf('refunds', 'payment_id', second.paymentId)).toMatchObject({
      amount: '50.00',
      refunded_elsewhere: '0.00',
      state: 'refund-due',
    });
    expect(await lineOf('returns', 'booking_id', bookingId)).toMatchObject({
      buyer_keeps_it: 'no',
      requested_at: isoTime,
    });
    expect(await lineOf('disputes', 'booking_id', bookingId)).toMatchObject({
      state: 'open',
      refund: '',
      opened_at: isoTime,
    });
    expect(await lineOf('ledger', 'booking_id', bookingId)).toMatchObject({
      kind: 'charge',
      amount: '120.50',
      currency: 'USD',
      booked_at: isoTime,
    });
    expect(await lineOf('payouts', 'payout_id', payoutId)).toMatchObject({
      seller_email: seller.email,
      started_at: isoTime,
    });
    expect(await lineOf('wishes', 'listing_id', held)).toMatchObject({ wishes: '1' });
    expect(await lineOf('alerts', 'listing_id', held)).toMatchObject({ waiting: '1' });
  });

  it('user texts are written so that no spreadsheet runs them', async () => {
    await list(seller, { name: '=cmd|calc', description: '@SUM(A1:A9)\n"quoted", and more' });
    const { text, lines } = await exported('listings');
    expect(text).toContain("'=cmd|calc");
    expect(text).toContain('"\'@SUM(A1:A9)\n""quoted"", and more"');
    expect(lines.filter((line) => /^[=+\-@]/.test(Object.values(line).join('')))).toEqual([]);
  });

  it('the CSV export is written to the audit with its kind', async () => {
    await exported('ledger');
    const reply = await shop.app.inject({ url: '/api/audit', headers: await shop.as(admin) });
    expect(reply.json()[0]).toMatchObject({
      action: 'records-exported',
      actor: { email: admin.email },
      reason: 'ledger',
    });
  });

  it('the CSV export needs a recent proof of identity', async () => {
    const signedInAt = new Date(Date.now() - 11 * 60_000);
    const token = await shop.callers.issueToken(admin, { signedInAt });
    const reply = await shop.app.inject({
      url: '/api/exports/people',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(reply.json()).toMatchObject({ status: 403, code: 'recent-sign-in-required' });
  });

  it('an unknown kind of export is refused with the known ones', async () => {
    const reply = await shop.app.inject({
      url: '/api/exports/passwords',
      headers: await shop.as(admin),
    });
    expect(reply.json()).toMatchObject({
      status: 400,
      detail: expect.stringContaining('people, listings'),
    });
  });
});

describe('the pages of an export', () => {
  const ids = Array.from({ length: 7 }, (_, index) => newId(new Date(index)));
  const readPages: number[] = [];
  const kind: ExportedKind = {
    columns: { id: 'text' },
    async readPage(_reader, { after, count }) {
      readPages.push(count);
      const rest = ids.filter((id) => id > after).slice(0, count);
      return rest.map((id): ExportedRow => ({ cursor: id, id }));
    },
  };
  const reader = { sql: shop.database.sql, pictureOf: () => ({ url: '', picture: undefined }) };

  it('the pages of an export have every record once', async () => {
    let text = '';
    for await (const lines of streamExport(reader, kind, { count: 3 })) text += lines;
    expect(text).toBe(`\uFEFFid\r\n${ids.map((id) => `${id}\r\n`).join('')}`);
  });

  it('a page of an export is read once the previous one was taken, and not after the reader has left', async () => {
    readPages.length = 0;
    const stream = streamExport(reader, kind, { count: 3 });
    await stream.next();
    expect(readPages).toHaveLength(0);
    await stream.next();
    expect(readPages).toHaveLength(1);
    await stream.return(undefined);
    await stream.next();
    expect(readPages).toHaveLength(1);
  });

  const longRow = {
    ...Object.fromEntries(
      Object.keys(exportedKindOf('listings', 2026).columns).map((name) => [name, null]),
    ),
    cursor: ids[0],
    images: [],
    description: 'Kept dry. '.repeat(500),
  };

  it('no page of an export is read once the connection is closed', async () => {
    let pages = 0;
    // Pages of 5 MB, which no connection holds, without an end.
    const endless = ((strings: TemplateStringsArray, ...values: []) => {
      if (!strings.join('').includes('as listing_id')) return shop.database.sql(strings, ...values);
      pages += 1;
      return Promise.resolve(Array.from({ length: 1_000 }, () => longRow));
    }) as Sql;
    const database = { ...shop.database, sql: endless };
    const server = await createTestShop({
      database,
      callers: shop.callers,
      catalogue: shop.catalogue,
    });
    const origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const headers = await shop.as(admin);
    const [reply] = await once(
      request(`${origin}/api/exports/listings`, { headers }).end(),
      'response',
    );
    await once(reply, 'readable');
    reply.destroy();
    // Ends when the request does.
    await server.app.close();
    const pagesAtEnd = pages;
    expect(pagesAtEnd).toBeGreaterThan(0);
    await shop.database.sql`select 1`;
    expect(pages).toBe(pagesAtEnd);
  });
});
