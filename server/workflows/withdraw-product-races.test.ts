import { afterAll, expect, it } from 'vitest';
import { transaction } from '../database/transaction.ts';
import { changeProductStatus } from '../features/products/change-product.ts';
import type { KnownUser } from '../features/users/find-user.ts';
import { createPeople, outcome } from '../testing/people.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { withdrawProduct } from './withdraw-product.ts';

const database = await createTestDatabase();
const { sql } = database;
const shop = createPeople(database);
afterAll(() => database.close());

/** Each race runs this often, because the order is random. */
const rounds = Array.from({ length: 12 }, (_, round) => round);

const withdraw = (actor: KnownUser, id: string) =>
  transaction(database, (tx) => withdrawProduct(tx, actor, id, new Date()));
const advertise = (actor: KnownUser, id: string) =>
  transaction(database, (tx) =>
    changeProductStatus(tx, actor, { id, status: 'advertise' }, new Date()),
  );

const stateOf = async (id: string) =>
  (
    await sql<{ gone: boolean; status: string; live: number; paid: number; due: number }[]>`
      select p.withdrawn_at is not null as gone, p.status,
        (select count(*)::int from bookings b
          where b.product_id = p.id and b.state in ('held', 'paid')) as live,
        (select count(*)::int from payments m
          where m.product_id = p.id and m.state = 'recorded') as paid,
        (select count(*)::int from payments m
          where m.product_id = p.id and m.state = 'refund-due') as due
      from products p where p.id = ${id}`
  )[0];

it.each(rounds)(
  'a product that is booked and withdrawn at once has no live booking (%i)',
  async () => {
    const [seller, buyer] = [await shop.seller(), await shop.buyer()];
    const id = await shop.make.product(seller.id);
    const [booked, withdrawn] = await Promise.all([
      outcome(shop.book(buyer, id)),
      outcome(withdraw(seller, id)),
    ]);
    expect(withdrawn).toBe('done');
    expect(['done', 'not-found']).toContain(booked);
    expect(await stateOf(id)).toMatchObject({ gone: true, live: 0 });
    const mails = await sql`
    select from queued_mails m join bookings b on b.id = m.subject_id
    where b.product_id = ${id} and m.kind = 'hold-expired'`;
    expect(mails).toHaveLength(booked === 'done' ? 1 : 0);
  },
);

it.each(rounds)(
  'a product that is paid and withdrawn at once is sold or refunded (%i)',
  async () => {
    const [seller, buyer] = [await shop.seller(), await shop.buyer()];
    const id = await shop.make.product(seller.id);
    const bookingId = await shop.book(buyer, id);
    const [paid, withdrawn] = await Promise.all([
      outcome(shop.pay(bookingId)),
      outcome(withdraw(seller, id)),
    ]);
    expect(paid).toBe('done');
    const sold = { gone: false, status: 'sold', live: 1, paid: 1, due: 0 };
    const gone = { gone: true, status: 'available', live: 0, paid: 0, due: 1 };
    expect(['done', 'conflict']).toContain(withdrawn);
    expect(await stateOf(id)).toEqual(withdrawn === 'done' ? gone : sold);
  },
);

it.each(rounds)('a seller and two admins withdraw it once (%i)', async () => {
  const [seller, one, other] = [await shop.seller(), await shop.admin(), await shop.admin()];
  const id = await shop.make.product(seller.id);
  const ends = await Promise.all([seller, one, other].map((who) => outcome(withdraw(who, id))));
  expect(ends.sort()).toEqual(['done', 'not-found', 'not-found']);
});

it.each(rounds)('a product that is paid and advertised at once is sold (%i)', async () => {
  const [seller, admin, buyer] = [await shop.seller(), await shop.admin(), await shop.buyer()];
  const id = await shop.make.product(seller.id);
  const bookingId = await shop.book(buyer, id);
  const [advertised, paid] = await Promise.all([
    outcome(advertise(admin, id)),
    outcome(shop.pay(bookingId)),
  ]);
  expect(paid).toBe('done');
  expect(['done', 'conflict']).toContain(advertised);
  expect(await stateOf(id)).toMatchObject({ status: 'sold', paid: 1 });
});

it.each(rounds)(
  'removing a seller while an admin withdraws their product leaves nothing on sale (%i)',
  async () => {
    const [seller, admin, buyer] = [await shop.seller(), await shop.admin(), await shop.buyer()];
    const id = await shop.make.product(seller.id);
    await shop.book(buyer, id);
    const [removed, withdrawn] = await Promise.all([
      outcome(shop.remove(seller, seller)),
      outcome(withdraw(admin, id)),
    ]);
    expect(removed).toBe('done');
    expect(['done', 'not-found']).toContain(withdrawn);
    expect(await stateOf(id)).toMatchObject({ gone: true, live: 0 });
    const mails = await sql`
    select from queued_mails m join bookings b on b.id = m.subject_id
    where b.product_id = ${id} and m.kind = 'hold-expired'`;
    expect(mails).toHaveLength(1);
  },
);
