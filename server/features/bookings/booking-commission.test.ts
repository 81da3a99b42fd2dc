import { afterAll, expect, it } from 'vitest';
import type { Booking } from '#contract/bookings/bookings.ts';
import type { Earnings } from '#contract/payouts/earnings.ts';
import { apiClient } from '../../testing/api-client.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';

const commission = {
  percent: 10,
  fixed: 0.3,
  minimum: 2,
  maximum: 9,
  categories: { Brass: { percent: 5, fixed: 0, minimum: 0 } },
};
const shop: TestShop = await createTestShop({ commission });
afterAll(() => shop.close());
const people = createPeople(shop.database);
const call = apiClient(() => shop);

const entriesOf = (bookingId: string) => shop.database.sql`
  select debit like 'pending:%' as "fromSeller", credit, amount_cents as cents from ledger_entries
  where booking_id = ${bookingId} and kind = 'commission'`;

it.each([
  { category: 'Brass', price: 10, cents: 50 },
  { category: 'Brass', price: 500, cents: 900 },
  { category: 'String', price: 10, cents: 200 },
  { category: 'String', price: 50, cents: 530 },
  { category: 'String', price: 500, cents: 900 },
  { category: 'String', price: 1.5, cents: 150 },
] as const)('a sale of $category for $price has a commission of $cents cents', async (sale) => {
  const { category, price, cents } = sale;
  const [seller, buyer] = [await people.seller(), await people.buyer()];
  const productId = await people.make.product(seller.id, { category, price });
  const payload = { buyerEmail: buyer.email, buyerName: 'Bea', name: 'x', image: 'x', productId };
  const place = { price, phone: '555-0199', location: 'The old pier' };
  const booked = await call<{ insertedId: string }>(buyer, '/bookings', {
    method: 'POST',
    payload: { ...payload, ...place },
  });
  const { body: list } = await call<Booking[]>(buyer, `/bookings?email=${buyer.email}`);
  const bookingId = list[0]?._id ?? '';
  expect(booked.status, JSON.stringify(booked.body)).toBe(201);
  await people.pay(bookingId, new Date(), price * 100);
  expect(await entriesOf(bookingId)).toEqual([{ fromSeller: true, credit: 'commission', cents }]);
  const { body } = await call<Booking>(seller, `/bookings/${bookingId}`);
  expect(body.earnings).toMatchObject({
    commission: cents / 100,
    amount: (price * 100 - cents) / 100,
  });
});

it('a booking keeps the commission of the time when it was made, and one of the version before its percentage', async () => {
  const [seller, buyer] = [await people.seller(), await people.buyer()];
  const productId = await people.make.product(seller.id, { category: 'String' });
  const bookingId = await people.book(buyer, productId);
  const { sql } = shop.database;
  await sql`
    update bookings set commission_basis_points = 750, commission_cents = null where id = ${bookingId}`;
  await people.pay(bookingId);
  expect(await entriesOf(bookingId)).toMatchObject([{ cents: 904 }]);
});

it('a seller reads the terms of all categories with the earnings, and everybody before registering', async () => {
  const seller = await people.seller();
  const { body } = await call<Earnings>(seller, `/earnings?email=${seller.email}`);
  expect(body).toMatchObject({ commissionPercent: 10, commission });
  expect((await call(await people.buyer(), '/selling')).body).toMatchObject({
    commissionPercent: 10,
    commission,
  });
});
