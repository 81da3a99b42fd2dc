import { afterAll, expect, it } from 'vitest';
import { createPeople, outcome } from '../testing/people.ts';
import { createTestDatabase } from '../testing/test-database.ts';

const database = await createTestDatabase();
const { sql } = database;
const shop = createPeople(database);
afterAll(() => database.close());

/** Each race is run this often: who comes first is chance. */
const rounds = Array.from({ length: 12 }, (_, round) => round);

it.each(rounds)('two admins who remove each other at once leave one (%i)', async () => {
  const [one, other] = [await shop.admin(), await shop.admin()];
  const ends = await Promise.all([
    outcome(shop.remove(one, other)),
    outcome(shop.remove(other, one)),
  ]);
  expect(ends.sort()).toEqual(['done', 'not-signed-in']);
});

it.each(rounds)('three admins who remove each other in a ring leave somebody (%i)', async () => {
  const ring = [await shop.admin(), await shop.admin(), await shop.admin()] as const;
  const [first, second, third] = ring;
  await Promise.all([
    outcome(shop.remove(first, second)),
    outcome(shop.remove(second, third)),
    outcome(shop.remove(third, first)),
  ]);
  const left = await sql`
    select from users where id = any(${ring.map(({ id }) => id)}) and removed_at is null`;
  expect(left.length).toBeGreaterThan(0);
  expect(left.length).toBeLessThan(3);
});

it.each(rounds)('two who remove the same person at once do it once (%i)', async () => {
  const [one, other, buyer] = [await shop.admin(), await shop.admin(), await shop.buyer()];
  const ends = await Promise.all([
    outcome(shop.remove(one, buyer)),
    outcome(shop.remove(other, buyer)),
  ]);
  expect(ends.sort()).toEqual(['done', 'not-found']);
  const noted = await sql`select from audit_entries where subject_id = ${buyer.id}`;
  expect(noted).toHaveLength(1);
});

it.each(rounds)('who is verified and removed at once is removed (%i)', async () => {
  const [one, other, seller] = [await shop.admin(), await shop.admin(), await shop.seller()];
  const [verified, removed] = await Promise.all([
    outcome(shop.verify(one, seller)),
    outcome(shop.remove(other, seller)),
  ]);
  expect(removed).toBe('done');
  const noted = await sql<{ action: string }[]>`
    select action from audit_entries where subject_id = ${seller.id} order by id`;
  expect(noted.map(({ action }) => action).sort()).toEqual(
    verified === 'done' ? ['seller-verified', 'user-removed'] : ['user-removed'],
  );
  expect(['done', 'not-found']).toContain(verified);
});

it.each(rounds)('nothing stays on sale that is listed while its seller goes (%i)', async () => {
  const seller = await shop.seller();
  const [listed, removed] = await Promise.all([
    outcome(shop.make.product(seller.id, { status: 'advertise' })),
    outcome(shop.remove(seller, seller)),
  ]);
  expect(removed).toBe('done');
  expect(['done', 'not-signed-in']).toContain(listed);
  const onSale = await sql`
    select from products where seller_id = ${seller.id} and withdrawn_at is null`;
  expect(onSale).toHaveLength(0);
});

it.each(rounds)('nothing stays booked when buyer or seller goes meanwhile (%i)', async (round) => {
  const [seller, buyer] = [await shop.seller(), await shop.buyer()];
  const productId = await shop.make.product(seller.id);
  const who = round % 2 === 0 ? seller : buyer;
  const [booked, removed] = await Promise.all([
    outcome(shop.book(buyer, productId)),
    outcome(shop.remove(who, who)),
  ]);
  expect(removed).toBe('done');
  expect(['done', 'not-found', 'not-signed-in']).toContain(booked);
  expect(
    await sql`
    select from bookings where product_id = ${productId} and state = 'held'`,
  ).toHaveLength(0);
});

it.each(rounds)('who is paid while they go stays, or the money goes back (%i)', async () => {
  const [seller, buyer] = [await shop.seller(), await shop.buyer()];
  const bookingId = await shop.book(buyer, await shop.make.product(seller.id));
  const [paid, removed] = await Promise.all([
    outcome(shop.pay(bookingId)),
    outcome(shop.remove(seller, seller)),
  ]);
  expect(paid).toBe('done');
  const [payment] = await sql`select state from payments where booking_id = ${bookingId}`;
  expect(payment).toEqual({ state: removed === 'done' ? 'refund-due' : 'recorded' });
});
