import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../../database/transaction.ts';
import { addBooking, addWishlistItem } from '../../testing/builders.ts';
import { featureBuilders } from '../../testing/feature-builders.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { bookItem } from '../bookings/book-item.ts';
import type { KnownUser } from '../users/find-user.ts';
import { refundReasons } from './payments.ts';
import { recordCharge } from './record-charge.ts';

let database: TestDatabase;
let make: ReturnType<typeof featureBuilders>;
let seller: KnownUser;
let buyer: KnownUser;

beforeAll(async () => {
  database = await createTestDatabase();
  make = featureBuilders(database);
  seller = await make.user({ role: 'seller' });
  buyer = await make.user();
});
afterAll(() => database.close());

const book = (
  productId: string,
  who = buyer,
  { holdHours = 48, at = new Date(), commission = { percent: 0 } } = {},
) =>
  transaction(database, (tx) =>
    bookItem(
      tx,
      who,
      { productId, price: 75, phone: '555 0199', location: 'the pier' },
      { at, holdHours, commission },
    ),
  );

async function bookedProduct(holdHours = 48) {
  buyer = await make.user();
  const productId = await make.product(seller.id, { price: 75 });
  return { productId, bookingId: await book(productId, buyer, { holdHours }) };
}

const record = (
  bookingId: string,
  changes: { transactionId?: string; amountCents?: number } = {},
) => {
  const charge = { bookingId, amountCents: 7_500, provider: 'sandbox' };
  return transaction(database, (tx) =>
    recordCharge(tx, { ...charge, transactionId: `t-${bookingId}`, ...changes }, new Date()),
  );
};

const states = async (productId: string) => {
  const [row] = await database.sql`
    select p.status, b.state as booking, w.paid_at is not null as wish
    from products p join bookings b on b.product_id = p.id
    left join wishlist_items w on w.product_id = p.id where p.id = ${productId}
    order by b.id limit 1`;
  return row;
};

const release = (bookingId: string, reason: string) => database.sql`
  update bookings set state = 'released', released_at = now(), release_reason = ${reason}
  where id = ${bookingId}`;

describe('recording a payment', () => {
  it('a recorded payment marks the booking paid, the product sold, its wishlist items paid and the intent succeeded', async () => {
    const { productId, bookingId } = await bookedProduct();
    await addWishlistItem(database, { productId });
    expect(await record(bookingId)).toMatchObject({ state: 'recorded', refundReason: null });
    expect(await states(productId)).toEqual({ status: 'sold', booking: 'paid', wish: true });
    const [intent] = await database.sql`
      select state, provider_intent_id as id from payment_intents where booking_id = ${bookingId}`;
    expect(intent).toEqual({ state: 'succeeded', id: `t-${bookingId}` });
  });

  it('a payment has the commission of the time of the booking, whatever it is by now', async () => {
    const [earlier, later] = await Promise.all([
      make.product(seller.id, { price: 75 }),
      make.product(seller.id, { price: 75 }),
    ]);
    const first = await book(earlier, await make.user(), { commission: { percent: 7.5 } });
    const second = await book(later, await make.user(), { commission: { percent: 20 } });
    await record(first);
    await record(second);
    const shares = await database.sql<{ bookingId: string; cents: number }[]>`
      select booking_id as "bookingId", amount_cents as cents from ledger_entries
      where kind = 'commission' and booking_id = any(${[first, second]}::uuid[]) order by id`;
    expect(shares).toEqual([
      { bookingId: first, cents: 563 },
      { bookingId: second, cents: 1_500 },
    ]);
  });

  it('a recorded payment queues one mail each to buyer and seller', async () => {
    const { bookingId } = await bookedProduct();
    await record(bookingId);
    await record(bookingId);
    const readers = await database.sql`
      select reader from queued_mails where subject_id = ${bookingId} and kind = 'paid' order by reader`;
    expect([...readers]).toEqual([{ reader: 'buyer' }, { reader: 'seller' }]);
  });

  it('a payment recorded twice is one, also concurrently', async () => {
    const { bookingId } = await bookedProduct();
    const made = await Promise.all([record(bookingId), record(bookingId), record(bookingId)]);
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(made.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(await database.sql`select from payments where booking_id = ${bookingId}`).toHaveLength(
      1,
    );
  });

  it('a payment for an expired but unreleased hold is a sale', async () => {
    const { productId, bookingId } = await bookedProduct();
    await database.sql`update bookings set hold_expires_at = now() - interval '1 hour'
      where id = ${bookingId}`;
    expect(await record(bookingId)).toMatchObject({ state: 'recorded' });
    expect(await states(productId)).toMatchObject({ status: 'sold', booking: 'paid' });
  });

  it('a payment for a released hold is a sale while nobody else has the product', async () => {
    const { productId, bookingId } = await bookedProduct();
    await release(bookingId, 'expired');
    expect(await record(bookingId)).toMatchObject({ state: 'recorded' });
    expect(await states(productId)).toMatchObject({ status: 'sold', booking: 'paid' });
  });

  it('one transaction cannot pay for two bookings', async () => {
    const [one, other] = [await bookedProduct(), await bookedProduct()];
    await record(one.bookingId, { transactionId: 'shared' });
    await expect(record(other.bookingId, { transactionId: 'shared' })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await states(other.productId)).toMatchObject({ status: 'available', booking: 'held' });
  });

  it('one transaction sent for two bookings at once pays for one of them', async () => {
    const [one, other] = [await bookedProduct(), await bookedProduct()];
    const ends = await Promise.allSettled(
      [one, other].map(({ bookingId }) => record(bookingId, { transactionId: 'at once' })),
    );
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refusal = ends.find((end) => end.status === 'rejected');
    expect(refusal?.reason).toMatchObject({ code: 'conflict' });
  });
});

describe('a charge that cannot become a sale', () => {
  it('a charge of a paid booking is refunded', async () => {
    const { bookingId } = await bookedProduct();
    await record(bookingId);
    expect(await record(bookingId, { transactionId: 'another' })).toMatchObject({
      state: 'refund-due',
      refundReason: refundReasons.alreadyPaid,
    });
  });

  it.each(['cancelled', 'withdrawn', 'removed'])(
    'a charge is refunded when the booking was %s',
    async (reason) => {
      const { productId, bookingId } = await bookedProduct();
      await release(bookingId, reason);
      expect(await record(bookingId)).toMatchObject({ state: 'refund-due' });
      expect(await states(productId)).toMatchObject({ status: 'available', booking: 'released' });
    },
  );

  it.each(['held', 'paid'] as const)(
    'a charge is refunded when another user has the product (%s)',
    async (state) => {
      const { productId, bookingId } = await bookedProduct();
      await release(bookingId, 'expired');
      const paidAt = state === 'paid' ? new Date() : null;
      await addBooking(database, { productId, sellerId: seller.id, state, paidAt });
      expect(await record(bookingId)).toMatchObject({
        state: 'refund-due',
        refundReason: refundReasons.bookingEnded,
      });
      const [row] = await database.sql`select state from bookings where id = ${bookingId}`;
      expect(row?.state).toBe('released');
    },
  );

  it('a charge is refunded when its buyer has booked the product again', async () => {
    const { productId, bookingId } = await bookedProduct();
    await release(bookingId, 'expired');
    // A second more: the hold ended at the clock of the database, which counts microseconds.
    const dayLater = new Date(Date.now() + 24 * 3_600_000 + 1_000);
    const again = await book(productId, buyer, { at: dayLater });
    expect(await record(bookingId)).toMatchObject({ state: 'refund-due' });
    expect(await record(again)).toMatchObject({ state: 'recorded' });
  });

  it.each([
    [
      'is withdrawn',
      (id: string) => database.sql`update products set withdrawn_at = now() where id = ${id}`,
    ],
    [
      'costs more now',
      (id: string) => database.sql`update products set price_cents = 9900 where id = ${id}`,
    ],
  ])('a charge is refunded when the hold has expired and the product %s', async (_what, change) => {
    const { productId, bookingId } = await bookedProduct();
    await release(bookingId, 'expired');
    await change(productId);
    expect(await record(bookingId)).toMatchObject({ state: 'refund-due' });
  });

  it('a charge is refunded when the hold has expired and its buyer was removed', async () => {
    const { bookingId } = await bookedProduct();
    await release(bookingId, 'expired');
    await database.sql`update users set removed_at = now() where id = ${buyer.id}`;
    expect(await record(bookingId)).toMatchObject({ state: 'refund-due' });
  });

  it.each([1, 7_499, 7_501])('a charge of %i instead of 7500 is refunded', async (amountCents) => {
    const { productId, bookingId } = await bookedProduct();
    expect(await record(bookingId, { amountCents })).toMatchObject({
      state: 'refund-due',
      refundReason: refundReasons.wrongAmount,
    });
    expect(await states(productId)).toMatchObject({ status: 'available', booking: 'held' });
  });
});
