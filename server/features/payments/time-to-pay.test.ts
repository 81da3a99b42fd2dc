import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { faultyCards } from '../../testing/faulty-cards.ts';
import { manualClock, paymentSteps } from '../../testing/payment-steps.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';

let shop: TestShop;
const clock = manualClock();
const cards = faultyCards(() => shop, clock);
const { book, addBooking, createIntent } = paymentSteps(() => shop, cards, clock);

beforeAll(async () => {
  shop = await createTestShop({ cards, clock, sandboxOptions: { deliver: async () => 200 } });
});
afterAll(() => shop.close());
beforeEach(() => clock.forward(1));

const intentsOf = (bookingId: string) => shop.database.sql`
  select provider_intent_id as id, state from payment_intents
  where booking_id = ${bookingId} order by id`;
const holdOf = async (bookingId: string) => {
  const [row] = await shop.database.sql<{ until: Date }[]>`
    select hold_expires_at as until from bookings where id = ${bookingId}`;
  return row?.until ?? new Date(0);
};
const minutesLeft = async (bookingId: string) =>
  Math.round(((await holdOf(bookingId)).getTime() - clock.now().getTime()) / 60_000);

describe('a refused payment intent', () => {
  it('an intent for another person’s booking is refused like one for an unknown booking', async () => {
    const { seller, bookingId } = await addBooking();
    const stranger = await shop.make.user();
    const admin = await shop.make.user({ role: 'admin' });
    const unknown = await createIntent(stranger, '00000000-0000-7000-8000-000000000000');
    for (const who of [stranger, seller, admin]) {
      const refusal = await createIntent(who, bookingId);
      expect(refusal.status).toBe(404);
      expect(refusal.body.detail).toBe(unknown.body.detail);
    }
    expect(await intentsOf(bookingId)).toHaveLength(0);
  });

  it('an intent for another price is refused', async () => {
    const { buyer, bookingId } = await addBooking();
    const { status, body } = await createIntent(buyer, bookingId, 0.01);
    expect(status).toBe(409);
    expect(body.errors?.[0]?.field).toBe('price');
  });

  it('an intent is refused after the hold has expired, released or not', async () => {
    const { buyer, bookingId } = await addBooking({ holdHours: 1 });
    clock.forward(60);
    expect(await createIntent(buyer, bookingId)).toMatchObject({
      status: 409,
      body: { code: 'expired' },
    });
    await shop.database.sql`update bookings
      set state = 'released', released_at = now(), release_reason = 'expired' where id = ${bookingId}`;
    expect(await createIntent(buyer, bookingId)).toMatchObject({
      status: 409,
      body: { code: 'expired' },
    });
    expect(await intentsOf(bookingId)).toHaveLength(0);
  });

  it('an intent is refused after the booking was released', async () => {
    const { buyer, bookingId } = await addBooking();
    await shop.database.sql`update bookings
      set state = 'released', released_at = now(), release_reason = 'cancelled' where id = ${bookingId}`;
    expect(await createIntent(buyer, bookingId)).toMatchObject({
      status: 409,
      body: { code: 'released' },
    });
  });
});

describe('the time to pay', () => {
  it('the time to pay is extended to 15 minutes once, when the payment page opens', async () => {
    const { buyer, bookingId } = await addBooking({ holdHours: 1 });
    clock.forward(55);
    await createIntent(buyer, bookingId);
    expect(await minutesLeft(bookingId)).toBe(15);
    clock.forward(14);
    expect((await createIntent(buyer, bookingId)).status).toBe(200);
    expect(await minutesLeft(bookingId)).toBe(1);
  });

  it('the time to pay can still be extended after the payment page was opened early', async () => {
    const { buyer, bookingId } = await addBooking({ holdHours: 1 });
    await createIntent(buyer, bookingId);
    expect(await minutesLeft(bookingId)).toBe(60);
    clock.forward(50);
    await createIntent(buyer, bookingId);
    expect(await minutesLeft(bookingId)).toBe(15);
  });

  it('the time to pay is not extended when another buyer has booked the product', async () => {
    const { buyer, productId, bookingId } = await addBooking({ holdHours: 1 });
    clock.forward(60);
    const other = await shop.make.user();
    await book(other, productId);
    expect((await createIntent(buyer, bookingId)).status).toBe(409);
    const live = await shop.database.sql`
      select buyer_id as id from bookings where product_id = ${productId} and state = 'held'`;
    expect([...live]).toEqual([{ id: other.id }]);
  });
});
