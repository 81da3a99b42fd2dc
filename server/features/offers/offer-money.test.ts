import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Booking } from '#contract/bookings/bookings.ts';
import { transaction } from '../../database/transaction.ts';
import { apiClient } from '../../testing/api-client.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { makeRefundDue } from '../payments/make-refund-due.ts';
import { refundReasons } from '../payments/payments.ts';
import { recordCharge } from '../payments/record-charge.ts';
import type { KnownUser } from '../users/find-user.ts';

let shop: TestShop;
let people: ReturnType<typeof createPeople>;
let seller: KnownUser;
const call = apiClient(() => shop);

beforeAll(async () => {
  shop = await createTestShop({ commission: { percent: 10 } });
  people = createPeople(shop.database);
  seller = await people.seller();
});
afterAll(() => shop.close());

/** Agrees on 100 for a product at 120.50. */
async function agreed(at = new Date()) {
  const buyer = await people.buyer();
  const productId = await people.make.product(seller.id, { name: 'Baritone saxophone' });
  const id = await people.offer(buyer, productId, 100, at);
  // By the API, which knows the commission.
  const payload = { state: 'accepted', amount: 100 };
  const { body } = await call<{ bookingId: string }>(seller, `/offers/${id}`, {
    method: 'PUT',
    payload,
  });
  return { buyer, productId, bookingId: body.bookingId };
}

const charge = (bookingId: string, amountCents: number, key = '1') =>
  transaction(shop.database, (tx) =>
    recordCharge(
      tx,
      { bookingId, amountCents, provider: 'sandbox', transactionId: `tx_${bookingId}_${key}` },
      new Date(),
    ),
  );
const entries = (bookingId: string) => shop.database.sql`
  select kind, amount_cents as cents from ledger_entries where booking_id = ${bookingId}
  order by kind, amount_cents`;

describe('a booking at an agreed amount', () => {
  it('a booking at an agreed amount opens an intent of that amount, and refuses the price of the instrument', async () => {
    const { buyer, bookingId } = await agreed();
    const intent = (price: number) =>
      call(buyer, '/create-payment-intent', { method: 'POST', payload: { price, bookingId } });
    expect(await intent(120.5)).toMatchObject({ status: 409 });
    expect(await intent(100)).toMatchObject({ status: 200 });
    const [row] = await shop.database.sql`
      select amount_cents as cents from payment_intents where booking_id = ${bookingId}`;
    expect(row).toEqual({ cents: 10_000 });
  });

  it('a booking at an agreed amount is charged, refunded and shared by that amount, in the ledger and in the reply', async () => {
    const { buyer, bookingId } = await agreed();
    expect(await charge(bookingId, 12_050)).toMatchObject({
      refundReason: refundReasons.wrongAmount,
    });
    expect(await charge(bookingId, 10_000, '2')).toMatchObject({ state: 'recorded' });
    expect(await entries(bookingId)).toEqual(
      expect.arrayContaining([
        { kind: 'charge', cents: 10_000 },
        { kind: 'commission', cents: 1_000 },
      ]),
    );
    const sale = await call<Booking>(seller, `/bookings/${bookingId}`);
    expect(sale.body).toMatchObject({ price: 100, paid: true, earnings: { amount: 90 } });
    const refund = await transaction(shop.database, (tx) =>
      makeRefundDue(tx, { bookingId, refundReason: refundReasons.saleCancelled }),
    );
    expect(refund.amountCents).toBe(10_000);
    expect((await call<Booking>(buyer, `/bookings/${bookingId}`)).body.refund).toMatchObject({
      amount: 100,
    });
  });

  it('the agreed amount stands in the exports of sales and among sold prices', async () => {
    const { productId, bookingId } = await agreed();
    await charge(bookingId, 10_000);
    const headers = await shop.as(await people.admin());
    const csv = await shop.app.inject({ url: '/api/exports/bookings', headers });
    const row = csv.body.split('\r\n').find((line) => line.includes(bookingId));
    expect(row).toContain('100.00');
    expect(row).not.toContain('120.50');
    const [sold] = await shop.database.sql`
      select b.price_cents as cents from products p join bookings b on b.id = p.sold_booking_id
      where p.id = ${productId}`;
    expect(sold).toEqual({ cents: 10_000 });
  });

  it('the agreed amount stays when the seller raises or lowers the price of the instrument', async () => {
    const { buyer, productId, bookingId } = await agreed();
    for (const price of [90, 150]) {
      await call(seller, `/products/${productId}`, { method: 'PATCH', payload: { price } });
      expect((await call<Booking>(buyer, `/bookings/${bookingId}`)).body.price).toBe(100);
    }
    expect(await charge(bookingId, 10_000)).toMatchObject({ state: 'recorded' });
  });
});

describe('a late charge of an agreed amount', () => {
  async function expired() {
    const sale = await agreed();
    await shop.database.sql`
      update bookings set state = 'released', released_at = now(), release_reason = 'expired'
      where id = ${sale.bookingId}`;
    return sale;
  }

  it('a late charge buys the instrument while it is free at the same price', async () => {
    const { productId, bookingId } = await expired();
    expect(await charge(bookingId, 10_000)).toMatchObject({ state: 'recorded' });
    const [product] = await shop.database.sql`select status from products where id = ${productId}`;
    expect(product).toEqual({ status: 'sold' });
  });

  it('a late charge is refunded when the price has changed, or when another user holds the instrument', async () => {
    const repriced = await expired();
    const payload = { price: 130 };
    await call(seller, `/products/${repriced.productId}`, { method: 'PATCH', payload });
    const taken = await expired();
    await people.book(await people.buyer(), taken.productId);
    for (const { bookingId } of [repriced, taken]) {
      expect(await charge(bookingId, 10_000)).toMatchObject({
        state: 'refund-due',
        refundReason: refundReasons.bookingEnded,
      });
    }
  });
});

it('an offer stays accepted when its hold runs out, and others book at the price', async () => {
  const { buyer, productId, bookingId } = await agreed();
  await call(buyer, `/bookings/${bookingId}`, { method: 'DELETE' });
  const { body } = await call<{ state: string }[]>(buyer, `/offers?email=${buyer.email}`);
  expect(body).toMatchObject([{ state: 'accepted', bookingId }]);
  const rival = await people.buyer();
  const made = await people.book(rival, productId);
  expect((await call<Booking>(rival, `/bookings/${made}`)).body.price).toBe(120.5);
});
