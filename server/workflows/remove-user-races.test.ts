import { afterAll, expect, it } from 'vitest';
import { createPeople, outcome } from '../testing/people.ts';
import { createTestDatabase } from '../testing/test-database.ts';

const database = await createTestDatabase();
const { sql } = database;
const shop = createPeople(database);
afterAll(() => database.close());

/** Each race runs this often, because the order is random. */
const rounds = Array.from({ length: 12 }, (_, round) => round);

it.each(rounds)('two admins who remove each other at once: one is left (%i)', async () => {
  const [one, other] = [await shop.admin(), await shop.admin()];
  const ends = await Promise.all([
    outcome(shop.remove(one, other)),
    outcome(shop.remove(other, one)),
  ]);
  expect(ends.sort()).toEqual(['done', 'not-signed-in']);
});

it.each(rounds)(
  'three admins who remove each other in a ring: at least one is left (%i)',
  async () => {
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
  },
);

it.each(rounds)('two admins who remove the same user at once remove them once (%i)', async () => {
  const [one, other, buyer] = [await shop.admin(), await shop.admin(), await shop.buyer()];
  const ends = await Promise.all([
    outcome(shop.remove(one, buyer)),
    outcome(shop.remove(other, buyer)),
  ]);
  expect(ends.sort()).toEqual(['done', 'not-found']);
  const entries = await sql`select from audit_entries where subject_id = ${buyer.id}`;
  expect(entries).toHaveLength(1);
});

it.each(rounds)('a seller who is verified and removed at once is removed (%i)', async () => {
  const [one, other, seller] = [await shop.admin(), await shop.admin(), await shop.seller()];
  const [verified, removed] = await Promise.all([
    outcome(shop.verify(one, seller)),
    outcome(shop.remove(other, seller)),
  ]);
  expect(removed).toBe('done');
  const entries = await sql<{ action: string }[]>`
    select action from audit_entries where subject_id = ${seller.id} order by id`;
  expect(entries.map(({ action }) => action).sort()).toEqual(
    verified === 'done' ? ['seller-verified', 'user-removed'] : ['user-removed'],
  );
  expect(['done', 'not-found']).toContain(verified);
});

it.each(rounds)(
  'a product that is listed while its seller is removed is not on sale (%i)',
  async () => {
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
  },
);

it.each(rounds)(
  'a product that is booked while buyer or seller is removed has no hold (%i)',
  async (round) => {
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
  },
);

it.each(rounds)(
  'a seller who is paid and removed at once stays, or the refund is due (%i)',
  async () => {
    const [seller, buyer] = [await shop.seller(), await shop.buyer()];
    const bookingId = await shop.book(buyer, await shop.make.product(seller.id));
    const [paid, removed] = await Promise.all([
      outcome(shop.pay(bookingId)),
      outcome(shop.remove(seller, seller)),
    ]);
    expect(paid).toBe('done');
    const [payment] = await sql`select state from payments where booking_id = ${bookingId}`;
    expect(payment).toEqual({ state: removed === 'done' ? 'refund-due' : 'recorded' });
  },
);
