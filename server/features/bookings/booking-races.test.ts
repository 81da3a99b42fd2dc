import { afterAll, describe, expect, it } from 'vitest';
import { transaction } from '../../database/transaction.ts';
import { openTestSandbox } from '../../testing/faulty-cards.ts';
import { createPeople, outcome } from '../../testing/people.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { expireHolds } from '../payments/expire-holds.ts';
import type { KnownUser } from '../users/find-user.ts';
import { releaseBooking } from './release-booking.ts';

const database = await createTestDatabase();
const { sql } = database;
const people = createPeople(database);
const seller = await people.seller();
const { cards } = openTestSandbox(database);
afterAll(async () => {
  await cards.close();
  await database.close();
});

/** Each race runs this often, because the order is random. */
const rounds = Array.from({ length: 12 }, (_, round) => round);

const holdMs = 48 * 3_600_000;
const start = new Date();
const end = new Date(start.getTime() + holdMs);

const expire = (at: Date) => expireHolds({ database, cards, clock: { now: () => at } });
const release = (who: KnownUser, id: string, at = start) =>
  transaction(database, (tx) => releaseBooking(tx, who, id, at));

async function held() {
  const buyer = await people.buyer();
  const productId = await people.make.product(seller.id);
  return { buyer, productId, bookingId: await people.book(buyer, productId, start) };
}

const live = (productId: string) => sql`
  select from bookings where product_id = ${productId} and state in ('held', 'paid')`;

it('fifty concurrent requests for one instrument make one booking', async () => {
  const productId = await people.make.product(seller.id);
  const buyers = await Promise.all(Array.from({ length: 10 }, people.buyer));
  const attempts = Array.from({ length: 50 }, (_, n) =>
    outcome(people.book(buyers[n % 10] ?? seller, productId)),
  );
  const ends = await Promise.all(attempts);
  expect(ends.filter((one) => one === 'done')).toHaveLength(1);
  expect(ends.filter((one) => one === 'conflict')).toHaveLength(49);
  expect(await live(productId)).toHaveLength(1);
});

describe.each(rounds)('concurrent actions on a booking (round %i)', () => {
  it('a hold expires and two buyers book: one of them succeeds', async () => {
    const { productId, bookingId, buyer } = await held();
    const rival = await people.buyer();
    const [, ...ends] = await Promise.all([
      expire(end),
      outcome(people.book(rival, productId, end)),
      outcome(people.book(buyer, productId, end)),
    ]);
    expect(ends.sort()).toEqual(['conflict', 'done']);
    expect(await live(productId)).toHaveLength(1);
    const mails = await sql`
      select from queued_mails where subject_id = ${bookingId} and kind = 'hold-expired'`;
    expect(mails).toHaveLength(1);
  });

  it('a booking is released and paid: it is paid, or a refund is due', async () => {
    const { buyer, bookingId } = await held();
    const [deleted] = await Promise.all([
      outcome(release(buyer, bookingId)),
      people.pay(bookingId, start),
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
    const admin = await people.admin();
    const before = new Date(end.getTime() - 1);
    const ends = await Promise.all([
      outcome(release(buyer, bookingId, before)),
      outcome(release(admin, bookingId, before)),
      expire(end).then((count) => (count > 0 ? 'done' : 'not-found')),
    ]);
    expect(ends.filter((one) => one === 'done').length).toBeGreaterThan(0);
    const [row] = await sql`select state, release_reason from bookings where id = ${bookingId}`;
    const [byBuyer, byAdmin] = ends;
    const reason = byBuyer === 'done' ? 'cancelled' : byAdmin === 'done' ? 'deleted' : 'expired';
    expect(row).toEqual({ state: 'released', release_reason: reason });
    const mails = await sql`
      select from queued_mails where subject_id = ${bookingId} and kind = 'hold-expired'`;
    // A buyer gets a mail when the hold expired or an admin released it, but not after releasing it oneself.
    expect(mails).toHaveLength(ends[0] === 'done' ? 0 : 1);
  });
});
