import { afterAll, describe, expect, it } from 'vitest';
import { findUser, type KnownUser } from '../features/users/find-user.ts';
import { createCallers } from '../http/api/caller.ts';
import { createTestShop } from '../testing/test-shop.ts';

/*
 * Two servers of one shop whose clocks are ten minutes ahead of and behind that of PostgreSQL. The clock of the server that
 * looks decides about deadlines; the clock of PostgreSQL decides which job is due and what a list shows as held. What must
 * never happen twice does not depend on a clock.
 */

const skewMs = 10 * 60_000;
const ahead = { now: () => new Date(Date.now() + skewMs) };
const behind = { now: () => new Date(Date.now() - skewMs) };

const first = await createTestShop({ clock: ahead });
const { database, secret, make } = first;
const find = (id: string) => findUser(database.sql, id);
const second = await createTestShop({
  clock: behind,
  database,
  cards: first.cards,
  callers: createCallers({ secret, clock: behind, findUser: find }),
});
afterAll(async () => {
  await second.close();
  await first.close();
});

const seller = await make.user({ role: 'seller' });
const servers = { 'ten minutes ahead': first, 'ten minutes behind': second };

async function book(server: typeof first, productId: string, buyer: KnownUser) {
  return server.app.inject({
    method: 'POST',
    url: '/api/bookings',
    // Each server takes what the other has signed.
    headers: await first.as(buyer),
    payload: { productId, price: 120.5, phone: '555-0199', location: 'Under the clock' },
  });
}

/** The length of a hold by the clock of PostgreSQL. */
async function readHold(productId: string) {
  const [row] = await database.sql<{ hours: number; state: string }[]>`
    select extract(epoch from hold_expires_at - now())::float / 3600 as hours, state
    from bookings where product_id = ${productId}`;
  return row;
}

describe.each(Object.entries(servers))('a server that is %s', (_name, server) => {
  const other = server === first ? second : first;

  it('a hold is ten minutes longer or shorter by another clock, and the product is held on both servers', async () => {
    const productId = await make.product(seller.id);
    const [buyer, rival] = [await make.user(), await make.user()];
    expect((await book(server, productId, buyer)).statusCode).toBe(201);
    const hold = await readHold(productId);
    expect(Math.abs((hold?.hours ?? 0) - 48)).toBeCloseTo(1 / 6, 1);
    expect((await book(other, productId, rival)).statusCode).toBe(409);
  });

  it('one of two simultaneous bookings on two servers succeeds', async () => {
    const productId = await make.product(seller.id);
    const buyers = await Promise.all(Array.from({ length: 8 }, () => make.user()));
    const replies = await Promise.all(
      buyers.map((buyer, index) => book(index % 2 === 0 ? server : other, productId, buyer)),
    );
    const statuses = replies.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([201, ...Array(7).fill(409)]);
  });
});

/** Another buyer books a product whose hold ends this many minutes from now by the clock of PostgreSQL. */
async function holdUntil(minutes: number) {
  const productId = await make.product(seller.id);
  const [buyer, rival] = [await make.user(), await make.user()];
  const booked = await book(first, productId, buyer);
  const bookingId: string = booked.json().insertedId;
  await database.sql`
    update bookings set hold_expires_at = now() + ${minutes} * interval '1 minute' where id = ${bookingId}`;
  const beginPayment = async (server: typeof first) =>
    server.app.inject({
      method: 'POST',
      url: '/api/create-payment-intent',
      headers: await first.as(buyer),
      payload: { price: 120.5, bookingId },
    });
  return { productId, rival, beginPayment };
}

it('a hold that the server ahead has ended is ended on the server behind too, which takes no payment for it', async () => {
  const { productId, rival, beginPayment } = await holdUntil(5);
  expect((await book(second, productId, rival)).statusCode).toBe(409);
  expect((await book(first, productId, rival)).statusCode).toBe(201);
  expect((await beginPayment(second)).statusCode).toBeGreaterThanOrEqual(400);
  const live = await database.sql`
    select from bookings where product_id = ${productId} and state in ('held', 'paid')`;
  expect(live).toHaveLength(1);
});

it('a hold that has ended by the clock of PostgreSQL goes on for the server behind until its own clock ends it', async () => {
  const { productId, rival, beginPayment } = await holdUntil(-5);
  expect((await book(second, productId, rival)).statusCode).toBe(409);
  expect((await beginPayment(second)).statusCode).toBe(200);
});
