import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Overview } from '#contract/overview/overview.ts';
import { commissionOf } from '#contract/payments/commission.ts';
import { transaction } from '../../database/transaction.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { bookItem } from '../bookings/book-item.ts';
import { writeLateCharge, writeLateRefund, writeRefund } from '../ledger/write-ledger.ts';
import type { KnownUser } from '../users/find-user.ts';
import { countQuarters } from './count-quarters.ts';

/** Monday noon in Berlin, where clocks went forward the day before. */
let now = new Date('2026-03-30T10:00:00Z');
const clock = { now: () => now };
const berlin = 'zone=Europe/Berlin';

let shop: TestShop;
let people: ReturnType<typeof createPeople>;
let admin: KnownUser;
let seller: KnownUser;

/** Long ago, so that they are in no figure. */
const longAgo = new Date('2020-01-01T12:00:00Z');

beforeAll(async () => {
  shop = await createTestShop({ clock });
  people = createPeople(shop.database);
  admin = await people.make.user({ role: 'admin' }, longAgo);
  seller = await people.make.user({ role: 'seller' }, longAgo);
});
afterAll(() => shop.close());

async function request(query: string) {
  return shop.app.inject({ url: `/api/overview?${query}`, headers: await shop.as(admin) });
}

async function read(query = ''): Promise<Overview> {
  const reply = await request(query);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
}

/** A sale of 120.50 with a commission of 7.5 %, all of it at this time, of a buyer who signs up just then. */
async function sell(at: Date) {
  const buyer = await people.make.user({}, at);
  const productId = await people.make.product(seller.id, { at });
  const bookingId = await transaction(shop.database, (tx) =>
    bookItem(
      tx,
      buyer,
      { productId, price: 120.5, phone: '555-0199', location: 'Under the clock' },
      { at, holdHours: 48, commission: { percent: 7.5 } },
    ),
  );
  const charge = {
    paymentId: await people.pay(bookingId, at),
    bookingId,
    sellerId: seller.id,
    provider: 'sandbox',
    fullCommissionCents: 904,
  };
  return { buyer, productId, bookingId, charge };
}

const refund = (
  charge: Awaited<ReturnType<typeof sell>>['charge'],
  at: Date,
  amountCents: number,
) =>
  transaction(shop.database, async (tx) => {
    const shared = {
      ...charge,
      chargedCents: 12_050,
      shippingCents: 0,
      isReleased: false,
      kind: 'refund' as const,
    };
    writeRefund(tx, { ...shared, amountCents }, at);
  });

const rowOf = ({ rows }: Overview, from: string) => rows.find((row) => row.from === from);
const countJob = () => countQuarters({ database: shop.database, clock });

/** This is for rows that a test adds to a past that has been counted. */
async function countAgain() {
  await shop.database.sql`delete from event_count_progress`;
  await countJob();
}

describe('the overview', () => {
  it('the overview of an empty shop has a row of zeros for each day', async () => {
    const { rows, total, from, to, ...rest } = await read();
    expect([from, to, rest.by, rest.zone, rest.currency]).toEqual([
      ...['2026-03-01', '2026-03-30', 'day', 'UTC', 'USD'],
    ]);
    expect(rows).toHaveLength(30);
    expect(total).toEqual({
      listings: 0,
      bookings: 0,
      offers: 0,
      sales: 0,
      salesAmount: 0,
      refundedAmount: 0,
      commission: 0,
      signUps: 0,
      threads: 0,
      messages: 0,
    });
    expect(rest.missing).toEqual([{ until: '2026-03-29T10:00:00.000Z' }]);
    expect(rest.before).toBeUndefined();
    await countJob();
    expect(await read()).toMatchObject({ missing: [], before: total });
  });

  it('the overview puts events around midnight into the day of the time zone, even when clocks change', async () => {
    const times = [
      '2026-03-28T22:59:59.999Z', // Saturday 23:59 in Berlin
      '2026-03-28T23:00:00.000Z', // Sunday 00:00
      '2026-03-29T00:59:59.999Z', // 01:59, after which it is 03:00
      '2026-03-29T21:59:59.999Z', // Sunday 23:59
      '2026-03-29T22:00:00.000Z', // Monday 00:00
      '2026-03-29T23:59:59.999Z', // Sunday 23:59 in UTC
    ];
    for (const time of times) await people.make.product(seller.id, { at: new Date(time) });
    const listed = async (query: string) =>
      (await read(`days=3&${query}`)).rows.map((row) => [row.from, row.listings]);
    await countAgain();
    expect(await listed(berlin)).toEqual([
      ['2026-03-28', 1],
      ['2026-03-29', 3],
      ['2026-03-30', 2],
    ]);
    expect(await listed('zone=UTC')).toEqual([
      ['2026-03-28', 2],
      ['2026-03-29', 4],
      ['2026-03-30', 0],
    ]);
    expect(await listed('zone=Asia/Kathmandu')).toEqual([
      ['2026-03-28', 0],
      ['2026-03-29', 3],
      ['2026-03-30', 3],
    ]);
  });

  it('the overview has sales, commission and sign-ups from the rows of a sale, and a late refund on its own day', async () => {
    const soldAt = new Date('2026-03-20T12:00:00Z');
    const { charge } = await sell(soldAt);
    await refund(charge, new Date('2026-03-27T12:00:00Z'), 6_025);
    await countAgain();
    const figures = await read('days=14');
    expect(rowOf(figures, '2026-03-20')).toMatchObject({
      listings: 1,
      bookings: 1,
      sales: 1,
      signUps: 1,
      salesAmount: 120.5,
      refundedAmount: 0,
      commission: commissionOf(12_050, { percent: 7.5 }) / 100,
    });
    expect(rowOf(figures, '2026-03-27')).toMatchObject({
      listings: 0,
      bookings: 0,
      sales: 0,
      signUps: 0,
      salesAmount: 0,
      refundedAmount: 60.25,
      commission: -4.52,
    });
    expect(figures.total).toMatchObject({
      salesAmount: 120.5,
      refundedAmount: 60.25,
      commission: 4.52,
    });
  });

  it('the overview leaves out charges that could buy nothing, and their refunds', async () => {
    const at = new Date('2026-03-25T12:00:00Z');
    const { bookingId } = await sell(new Date('2026-01-01T12:00:00Z'));
    await transaction(shop.database, async (tx) => {
      const late = { paymentId: 'late', bookingId, provider: 'sandbox', amountCents: 12_050 };
      writeLateCharge(tx, late, at);
      writeLateRefund(tx, late, at);
    });
    await countAgain();
    expect(rowOf(await read(), '2026-03-25')).toMatchObject({ sales: 0, refundedAmount: 0 });
  });

  it('the overview adds days up to weeks from Monday, where the first and the last may be incomplete', async () => {
    const byDay = await read(`days=14&${berlin}`);
    const byWeek = await read(`days=14&by=week&${berlin}`);
    expect(byWeek.rows.map(({ from, to }) => [from, to])).toEqual([
      ['2026-03-17', '2026-03-22'],
      ['2026-03-23', '2026-03-29'],
      ['2026-03-30', '2026-03-30'],
    ]);
    expect(byWeek.rows.map(({ listings }) => listings)).toEqual([1, 4, 2]);
    expect(byWeek.total).toEqual(byDay.total);
    expect((await read('days=366&by=week')).rows).toHaveLength(54);
  });

  it('the overview compares with as many days before, up to the same time of the last one', async () => {
    const before = new Date(now);
    now = new Date('2026-05-20T10:00:00Z');
    await sell(new Date('2026-05-20T09:00:00Z'));
    await sell(new Date('2026-05-13T09:00:00Z'));
    await sell(new Date('2026-05-13T11:00:00Z'));
    await countJob();
    expect(await read('days=7')).toMatchObject({ total: { sales: 1 }, before: { sales: 1 } });
    expect(await read('days=1')).toMatchObject({ total: { sales: 1 }, before: { sales: 0 } });
    expect(await read('days=7&to=2026-05-19')).toMatchObject({
      to: '2026-05-19',
      total: { sales: 2 },
      before: { sales: 0 },
    });
    // The future is unknown.
    expect(await read('days=1&to=2027-01-01')).toMatchObject({ to: '2026-05-20' });
    now = before;
  });

  it('the overview has the current numbers', async () => {
    const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
    const { sql } = shop.database;
    await sql`update bookings set hold_expires_at = ${longAgo}`;
    await sql`update products set withdrawn_at = now() where status <> 'sold'`;
    const buyer = await people.make.user({}, longAgo);
    const held = await people.book(
      buyer,
      await people.make.product(seller.id, { at: longAgo }),
      now,
    );
    await sql`update bookings set hold_expires_at = ${at(23)} where id = ${held}`;
    const later = await people.book(
      buyer,
      await people.make.product(seller.id, { at: longAgo }),
      now,
    );
    await sql`update bookings set hold_expires_at = ${at(25)} where id = ${later}`;
    const { bookingId, buyer: returning } = await people.sell(seller, now);
    await people.requestReturn(returning, bookingId, now);
    const sent = await people.sell(seller, now);
    await sql`update fulfilments set state = 'sent', method = 'shipping', carrier = 'Post', sent_at = ${now}
      where booking_id = ${sent.bookingId}`;
    await people.openDispute(sent.buyer, sent.bookingId, now);
    await sql`
      insert into job_runs (name, due_at, finished_at, last_fault)
      values ('mails-sent', now(), now(), 'TypeError'), ('holds-expired', now(), now(), null),
        ('sales-received', now() - interval '1 hour', now(), null),
        ('of an older version', now(), now(), 'TypeError')`;
    await sql`update queued_mails set sent_at = ${now}`;
    await sql`
      update queued_mails set sent_at = null, dropped_at = ${now}, last_fault = 'Error'
      where id = (select min(id::text)::uuid from queued_mails)`;
    await sql`update queued_mails set sent_at = null where id = (select max(id::text)::uuid from queued_mails)`;
    const exactly = (count: number) => ({ count, isExact: true });
    expect((await read()).now).toEqual({
      onSale: exactly(2),
      holdsEnding: exactly(1),
      returnsOpen: exactly(1),
      disputesOpen: exactly(1),
      casesOpen: exactly(0),
      jobsFailing: exactly(2),
      mailsWaiting: exactly(1),
      mailsGivenUp: exactly(1),
    });
  });

  it.each([
    ['days=0', 'days'],
    ['days=367', 'days'],
    ['days=some', 'days'],
    ['by=month', 'by'],
    ['to=2026-02-30', 'to'],
    ['zone=Mars/Olympus', 'zone'],
    ['zone=%2B02:00', 'zone'],
  ])('the overview refuses %s, with the name of the field', async (query, field) => {
    const reply = await request(query);
    expect(reply.statusCode).toBe(400);
    expect(reply.json().errors).toEqual([expect.objectContaining({ field })]);
  });
});
