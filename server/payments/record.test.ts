import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookItem } from '../bookings/bookings.ts';
import { transaction } from '../database/transaction.ts';
import { addWish } from '../testing/builders.ts';
import { market } from '../testing/market.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import type { KnownUser } from '../users/users.ts';
import { recordPayment } from './record.ts';

let database: TestDatabase;
let make: ReturnType<typeof market>;
let seller: KnownUser;
let buyer: KnownUser;

beforeAll(async () => {
  database = await createTestDatabase();
  make = market(database);
  seller = await make.user({ role: 'seller' });
  buyer = await make.user();
});
afterAll(() => database.close());

async function bookedProduct() {
  const productId = await make.product(seller.id, { price: 75 });
  const asked = { productId, price: 75, phone: '555', location: 'the pier' };
  const bookingId = await transaction(database, (tx) =>
    bookItem(tx, buyer, asked, { at: new Date(), holdHours: 48 }),
  );
  return { productId, bookingId };
}

const record = (
  bookingId: string,
  changes: { transactionId?: string; amountCents?: number } = {},
) =>
  transaction(database, (tx) =>
    recordPayment(
      tx,
      ...([
        {
          ...{
            bookingId,
            amountCents: 7_500,
            provider: 'sandbox',
            transactionId: `t-${bookingId}`,
          },
          ...changes,
        },
        new Date(),
      ] as const),
    ),
  );

const states = async (productId: string) => {
  const [row] = await database.sql`
    select p.status, b.state as booking, w.paid_at is not null as wish
    from products p join bookings b on b.product_id = p.id
    left join wishlist_items w on w.product_id = p.id where p.id = ${productId}`;
  return row;
};

describe('recording a payment', () => {
  it('makes the booking paid, the product sold and its wishes paid', async () => {
    const { productId, bookingId } = await bookedProduct();
    await addWish(database, { productId });
    await record(bookingId);
    expect(await states(productId)).toEqual({ status: 'sold', booking: 'paid', wish: true });
  });

  it('twice is one payment, also at the same moment', async () => {
    const { bookingId } = await bookedProduct();
    const ids = await Promise.all([record(bookingId), record(bookingId), record(bookingId)]);
    expect(new Set(ids).size).toBe(1);
    expect(await database.sql`select from payments where booking_id = ${bookingId}`).toHaveLength(
      1,
    );
  });

  it('of a second charge for a paid booking keeps it with its refund due', async () => {
    const { bookingId } = await bookedProduct();
    await record(bookingId);
    const second = await record(bookingId, { transactionId: 'another' });
    const [row] =
      await database.sql`select state, refund_reason from payments where id = ${second}`;
    expect(row?.state).toBe('refund-due');
    expect(row?.refund_reason).toContain('no longer live');
  });

  it('for a released booking sells nothing and owes the money back', async () => {
    const { productId, bookingId } = await bookedProduct();
    await database.sql`update bookings
      set state = 'released', released_at = now(), release_reason = 'expired' where id = ${bookingId}`;
    const id = await record(bookingId);
    expect(await states(productId)).toMatchObject({ status: 'available', booking: 'released' });
    const [row] = await database.sql`select state from payments where id = ${id}`;
    expect(row?.state).toBe('refund-due');
  });

  it('of another amount than the booking’s owes it back', async () => {
    const { productId, bookingId } = await bookedProduct();
    await record(bookingId, { amountCents: 1 });
    expect(await states(productId)).toMatchObject({ status: 'available', booking: 'held' });
  });
});
