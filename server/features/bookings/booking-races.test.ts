import { afterAll, describe, expect, it } from 'vitest';
import { transaction } from '../../database/transaction.ts';
import { openTestSandbox } from '../../testing/faulty-cards.ts';
import { outcome, people } from '../../testing/people.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { expireHolds } from '../../workflows/expire-holds.ts';
import type { KnownUser } from '../users/find-user.ts';
import { releaseBooking } from './release-booking.ts';

const database = await createTestDatabase();
const { sql } = database;
const shop = people(database);
const seller = await shop.seller();
const { cards } = openTestSandbox(database);
afterAll(async () => {
  await cards.close();
  await database.close();
});

/** Each race is run this often: who comes first is chance. */
const rounds = Array.from({ length: 12 }, (_, round) => round);

const holdMs = 48 * 3_600_000;
const start = new Date();
const end = new Date(start.getTime() + holdMs);

const expire = (at: Date) => expireHolds({ database, cards, clock: { now: () => at } });
const release = (who: KnownUser, id: string, at = start) =>
  transaction(database, (tx) => releaseBooking(tx, who, id, at));

async function held() {
  const buyer = await shop.buyer();
  const productId = await shop.make.product(seller.id);
  return { buyer, productId, bookingId: await shop.book(buyer, productId, start) };
}

const live = (productId: string) => sql`
  select from bookings where product_id = ${productId} and state in ('held', 'paid')`;

it('fifty concurrent requests for one instrument make one booking', async () => {
  const productId = await shop.make.product(seller.id);
  const buyers = await Promise.all(Array.from({ length: 10 }, shop.buyer));
  const attempts = Array.from({ length: 50 }, (_, n) =>
    outcome(shop.book(buyers[n % 10] ?? seller, productId)),
  );
  const ends = await Promise.all(attempts);
  expect(ends.filter((one) => one === 'done')).toHaveLength(1);
  expect(ends.filter((one) => one === 'conflict')).toHaveLength(49);
  expect(await live(productId)).toHaveLength(1);
});

describe.each(rounds)('concurrently (round %i)', () => {
  it('a hold expires and two buyers book: one of them succeeds', async () => {
    const { productId, bookingId, buyer } = await held();
    const rival = await shop.buyer();
    const [, ...ends] = await Promise.all([
      expire(end),
      outcome(shop.book(rival, productId, end)),
      outcome(shop.book(buyer, productId, end)),
    ]);
    expect(ends.sort()).toEqual(['conflict', 'done']);
    expect(await live(productId)).toHaveLength(1);
    const told = await sql`
      select from mails where booking_id = ${bookingId} and kind = 'hold-expired'`;
    expect(told).toHaveLength(1);
  });

  it('a booking is released and paid: it is paid, or a refund is due', async () => {
    const { buyer, bookingId } = await held();
    const [deleted] = await Promise.all([
      outcome(release(buyer, bookingId)),
      shop.pay(bookingId, start),
    ]);
    const [row] = await sql`
      select b.state, p.state as payment from bookings b join payments p on p.booking_id = b.id
      where b.id = ${bookingId}`;
    expect(row).toEqual(
      deleted === 'done'
        ? { state: 'released', payment: 'refund-due' }
        : { state: 'paid', payment: 'recorded' },
    );
    expect(['done', 'conflict']).toContain(deleted);
  });

  it('a booking is released twice and expires: it is released once', async () => {
    const { buyer, bookingId } = await held();
    const admin = await shop.admin();
    const before = new Date(end.getTime() - 1);
    const ends = await Promise.all([
      outcome(release(buyer, bookingId, before)),
      outcome(release(admin, bookingId, before)),
      expire(end).then((count) => (count > 0 ? 'done' : 'not-found')),
    ]);
    expect(ends.filter((one) => one === 'done').length).toBeGreaterThan(0);
    const [row] = await sql`select state, release_reason from bookings where id = ${bookingId}`;
    const reason = ends[0] === 'done' || ends[1] === 'done' ? 'cancelled' : 'expired';
    expect(row).toEqual({ state: 'released', release_reason: reason });
    const told = await sql`
      select from mails where booking_id = ${bookingId} and kind = 'hold-expired'`;
    // Whoever ends it oneself knows; of the clock and of admins the buyer is told.
    expect(told).toHaveLength(ends[0] === 'done' ? 0 : 1);
  });
});
