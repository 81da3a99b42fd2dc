import { afterAll, describe, expect, it } from 'vitest';
import type { Booking } from '#contract/bookings/bookings.ts';
import { apiClient } from '../../testing/api-client.ts';
import { manualClock } from '../../testing/payment-steps.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';
import { completeSales } from './complete-sales.ts';

interface Reply {
  modifiedCount?: number;
  insertedId?: string;
  detail?: string;
}

const ask = apiClient(() => shop);
const clock = manualClock();
const shop: TestShop = await createTestShop({ clock });
afterAll(() => shop.close());
const { database } = shop;
const { sql } = database;
const who = createPeople(database);
const [admin, seller] = await Promise.all([who.admin(), who.seller()]);
const day = 24 * 60;

const post = (user: KnownUser, id: string, step: string, payload: object = {}) =>
  ask<Reply>(user, `/bookings/${id}/${step}`, { method: 'POST', payload });
const approve = (user: KnownUser, id: string) => post(user, id, 'approval');
const read = async (user: KnownUser, id: string) =>
  (await ask<Booking>(user, `/bookings/${id}`)).body;
const releasesOf = (id: string) =>
  sql`select amount_cents as cents from ledger_entries where booking_id = ${id} and kind = 'release'`;

async function received(by = seller) {
  const sale = await who.sell(by, clock.now());
  await post(sale.buyer, sale.bookingId, 'received');
  return sale;
}

describe('saying that all is well', () => {
  it('a buyer who finds all to be well completes the sale at once, and both can review it', async () => {
    const { buyer, bookingId: id } = await received();
    expect(await read(buyer, id)).not.toHaveProperty('reviewUntil');
    const replies = await Promise.all([1, 2, 3].map(() => approve(buyer, id)));
    expect(replies.map(({ body }) => body.modifiedCount).sort()).toEqual([0, 0, 1]);
    const booking = await read(buyer, id);
    const now = clock.now().toISOString();
    expect(booking).toMatchObject({
      returnUntil: now,
      fulfilment: { state: 'completed', approvedAt: now, completedAt: now },
      reviewUntil: new Date(clock.now().getTime() + 14 * 86_400_000).toISOString(),
    });
    expect(await releasesOf(id)).toEqual([{ cents: 12_050 }]);
    expect((await read(admin, id)).reviewUntil).toBeUndefined();
    const mails = await sql`
      select reader from queued_mails where subject_id = ${id} and kind = 'sale-completed'`;
    expect(mails).toHaveLength(2);
    expect((await post(buyer, id, 'return', { reason: 'It hums' })).status).toBe(409);
    expect((await post(buyer, id, 'reviews', { rating: 5 })).status).toBe(201);
    expect(await read(buyer, id)).not.toHaveProperty('reviewUntil');
    expect(await read(seller, id)).toHaveProperty('reviewUntil');
  });

  it('only the buyer can say that all is well, of what was received and is not asked to be returned or disputed', async () => {
    const { buyer, bookingId: id } = await received();
    for (const user of [seller, admin]) expect((await approve(user, id)).status).toBe(404);
    const awaiting = await who.sell(seller, clock.now());
    expect(await approve(awaiting.buyer, awaiting.bookingId)).toMatchObject({
      status: 409,
      body: { detail: 'Confirm first that it has arrived' },
    });
    await post(buyer, id, 'return', { reason: 'It hums' });
    expect((await approve(buyer, id)).status).toBe(409);
    const disputed = await received();
    await sql`
      insert into disputes (id, booking_id, cause, state, opened_at)
      values (gen_random_uuid(), ${disputed.bookingId}, 'chargeback', 'open', ${clock.now()})`;
    expect((await approve(disputed.buyer, disputed.bookingId)).status).toBe(409);
    expect(await releasesOf(disputed.bookingId)).toEqual([]);
  });

  it('only one of saying that all is well and asking for a return at the same time counts', async () => {
    const { buyer, bookingId: id } = await received();
    const replies = await Promise.all([
      approve(buyer, id),
      post(buyer, id, 'return', { reason: 'It hums' }),
    ]);
    expect(replies.filter(({ status }) => status < 300)).toHaveLength(1);
  });

  it('a purchase from a trader keeps its time to withdraw', async () => {
    const { buyer, bookingId: id } = await received(await who.trader());
    const { returnUntil } = await read(buyer, id);
    expect(await approve(buyer, id)).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    expect(await read(buyer, id)).toMatchObject({ returnUntil, fulfilment: { state: 'received' } });
    clock.forward(4 * day);
    await completeSales({ database, clock });
    expect(await releasesOf(id)).toEqual([]);
    expect((await post(buyer, id, 'withdrawal', { confirm: true })).status).toBeLessThan(300);
  });

  it('the buyer of a trader can review after saying that all is well, until a withdrawal begins', async () => {
    const trader = await who.trader();
    const { buyer, bookingId: id } = await received(trader);
    expect((await post(buyer, id, 'reviews', { rating: 4 })).status).toBe(409);
    await approve(buyer, id);
    const { returnUntil = '', reviewUntil } = await read(buyer, id);
    expect(reviewUntil).toBe(new Date(Date.parse(returnUntil) + 14 * 86_400_000).toISOString());
    expect((await post(buyer, id, 'reviews', { rating: 4 })).status).toBe(201);
    expect(await read(trader, id)).toMatchObject({ reviewUntil });
    await post(buyer, id, 'withdrawal', { confirm: true });
    expect(await read(trader, id)).not.toHaveProperty('reviewUntil');
    expect((await post(trader, id, 'reviews', { rating: 5 })).status).toBe(409);
  });
});
