import { afterAll, describe, expect, it } from 'vitest';
import { limits } from '#contract/constants.ts';
import { transaction } from '../../database/transaction.ts';
import { createPeople, outcome } from '../../testing/people.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import type { KnownUser } from '../users/find-user.ts';
import { type BookingRequest, bookItem } from './book-item.ts';
import { releaseBooking } from './release-booking.ts';

const database = await createTestDatabase();
const { sql } = database;
const people = createPeople(database);
const seller = await people.seller();
afterAll(() => database.close());

const product = () => people.make.product(seller.id);
const products = (count: number) => Promise.all(Array.from({ length: count }, product));

const request = (productId: string, changes: Partial<BookingRequest> = {}): BookingRequest => ({
  productId,
  price: 120.5,
  phone: '555-0199',
  location: 'Under the clock',
  ...changes,
});

const book = (user: KnownUser, booking: BookingRequest, at = new Date()) =>
  transaction(database, (tx) => bookItem(tx, user, booking, { at, holdHours: 48 }));

/** The key of one request that is sent again. */
const idempotency = { key: 'a', digest: 'same' };

const count = async (buyer: KnownUser) => {
  const rows = await sql`select from bookings where buyer_id = ${buyer.id} and state = 'held'`;
  return rows.length;
};

describe('a booking sent again with its idempotency key', () => {
  it('a repeated request gets the same booking, even after a release or a booking by another user', async () => {
    const [buyer, rival] = [await people.buyer(), await people.buyer()];
    const booking = request(await product(), { idempotency });
    const id = await book(buyer, booking);
    expect(await book(buyer, booking)).toBe(id);
    await transaction(database, (tx) => releaseBooking(tx, buyer, id, new Date()));
    expect(await book(buyer, booking)).toBe(id);
    await book(rival, request(booking.productId));
    expect(await book(buyer, booking)).toBe(id);
    const mails = await sql`select from queued_mails where subject_id = ${id} and kind = 'booked'`;
    expect(mails).toHaveLength(2);
  });

  it('concurrent requests with one key make one booking', async () => {
    const buyer = await people.buyer();
    const booking = request(await product(), { idempotency });
    const ids = await Promise.all(Array.from({ length: 20 }, () => book(buyer, booking)));
    expect(new Set(ids).size).toBe(1);
  });

  it('an idempotency key does not apply to another buyer, or after a refused request', async () => {
    const [buyer, rival] = [await people.buyer(), await people.buyer()];
    const [first, second] = [await product(), await product()];
    await book(buyer, request(first, { idempotency }));
    const refused = book(rival, request(first, { idempotency }));
    expect(await outcome(refused)).toBe('conflict');
    expect(await outcome(book(rival, request(second, { idempotency })))).toBe('done');
  });
});

describe('a buyer', () => {
  const full = limits.openHoldsPerBuyer;

  it('a buyer has a limit of open holds until one is paid, released or expired', async () => {
    const buyer = await people.buyer();
    const start = new Date();
    const ids: string[] = [];
    for (const id of await products(full)) ids.push(await book(buyer, request(id), start));
    const next = request(await product());
    await expect(book(buyer, next)).rejects.toThrow('Pay for one of them or delete its booking');

    const [paid = '', deleted = ''] = ids;
    await people.pay(paid);
    expect(await outcome(book(buyer, next))).toBe('done');
    await transaction(database, (tx) => releaseBooking(tx, buyer, deleted, new Date()));
    expect(await outcome(book(buyer, request(await product())))).toBe('done');
    expect(await outcome(book(buyer, request(await product())))).toBe('conflict');

    const later = new Date(start.getTime() + 48 * 3_600_000);
    expect(await outcome(book(buyer, request(await product()), later))).toBe('done');
  });

  it('a buyer cannot exceed the limit of holds by concurrent requests', async () => {
    const buyer = await people.buyer();
    const attempts = (await products(full + 10)).map((id) => outcome(book(buyer, request(id))));
    const ends = await Promise.all(attempts);
    expect(ends.filter((end) => end === 'done')).toHaveLength(full);
    expect(ends.filter((end) => end === 'conflict')).toHaveLength(10);
    expect(await count(buyer)).toBe(full);
  });
});
