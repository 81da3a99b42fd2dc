import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Problem } from '../../core/problem.ts';
import { transaction } from '../../database/transaction.ts';
import { featureBuilders } from '../../testing/feature-builders.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import type { KnownUser } from '../users/find-user.ts';
import { type BookingRequest, bookItem } from './book-item.ts';

let database: TestDatabase;
let make: ReturnType<typeof featureBuilders>;
let seller: KnownUser;
let buyer: KnownUser;
let rival: KnownUser;

beforeAll(async () => {
  database = await createTestDatabase();
  make = featureBuilders(database);
  [seller, buyer, rival] = await Promise.all([
    make.user({ role: 'seller' }),
    make.user(),
    make.user(),
  ]);
});
afterAll(() => database.close());

const request = (productId: string, changes: Partial<BookingRequest> = {}): BookingRequest => ({
  productId,
  price: 120.5,
  phone: '555-0199',
  location: 'Under the clock',
  ...changes,
});

const book = (user: KnownUser, booking: BookingRequest, at = new Date()) =>
  transaction(database, (tx) => bookItem(tx, user, booking, { at, holdHours: 48 }));

const code = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'done',
    (error: unknown) => (error instanceof Problem ? error.code : error),
  );

describe('booking an item', () => {
  it('a booking reserves the instrument for 48 hours, with name and price as booked', async () => {
    const productId = await make.product(seller.id);
    const at = new Date('2026-05-01T10:00:00Z');
    const id = await book(buyer, request(productId), at);
    await database.sql`update products set name = 'Renamed', price_cents = 1 where id = ${productId}`;
    const [row] = await database.sql`select * from bookings where id = ${id}`;
    expect(row).toMatchObject({
      state: 'held',
      product_name: 'Student trumpet',
      price_cents: 12_050,
      buyer_email: buyer.email,
      hold_expires_at: new Date('2026-05-03T10:00:00Z'),
    });
  });

  it('a held instrument cannot be booked by anyone else', async () => {
    const productId = await make.product(seller.id);
    await book(buyer, request(productId));
    await expect(book(rival, request(productId))).rejects.toThrow(
      'Sorry The item you have already Booked',
    );
    expect(await code(book(buyer, request(productId)))).toBe('conflict');
  });

  it('one of twenty concurrent bookings succeeds', async () => {
    const productId = await make.product(seller.id);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, n) => code(book(n % 2 ? buyer : rival, request(productId)))),
    );
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'conflict')).toHaveLength(19);
  });

  it('an instrument can be booked again as soon as its hold has expired', async () => {
    const productId = await make.product(seller.id);
    const start = Date.now();
    const first = await book(buyer, request(productId), new Date(start));
    const end = start + 48 * 3_600_000;
    expect(await code(book(rival, request(productId), new Date(end - 1)))).toBe('conflict');
    expect(await code(book(rival, request(productId), new Date(end)))).toBe('done');
    const [row] = await database.sql`
      select state, release_reason from bookings where id = ${first}`;
    expect(row).toEqual({ state: 'released', release_reason: 'expired' });
  });

  it('a booking is refused to the seller, for another email, at another price and for a withdrawn product', async () => {
    const productId = await make.product(seller.id);
    const withdrawn = await make.product(seller.id);
    await database.sql`update products set withdrawn_at = now() where id = ${withdrawn}`;
    const refused = {
      seller: await code(book(seller, request(productId))),
      email: await code(book(buyer, request(productId, { buyerEmail: rival.email }))),
      price: await code(book(buyer, request(productId, { price: 120 }))),
      withdrawn: await code(book(buyer, request(withdrawn))),
    };
    expect(refused).toEqual({
      seller: 'not-allowed',
      email: 'not-allowed',
      price: 'conflict',
      withdrawn: 'not-found',
    });
    const left = await database.sql`select from bookings where product_id = ${productId}`;
    expect(left).toHaveLength(0);
  });

  it('a booking accepts the buyer’s own email in any case', async () => {
    const productId = await make.product(seller.id);
    const booking = request(productId, { buyerEmail: buyer.email.toUpperCase() });
    expect(await code(book(buyer, booking))).toBe('done');
  });
});
