import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { faultyCards } from '../../testing/faulty-cards.ts';
import { manualClock, paymentSteps } from '../../testing/payment-steps.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';

let shop: TestShop;
const clock = manualClock();
const cards = faultyCards(() => shop, clock);
const { addBooking, createIntent, addBookingWithIntent } = paymentSteps(() => shop, cards, clock);

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

describe('creating a payment intent', () => {
  it('a new payment intent has the client secret, the transaction and the end of the hold', async () => {
    const { buyer, bookingId } = await addBooking();
    const { status, body } = await createIntent(buyer, bookingId);
    expect(status).toBe(200);
    const [intent] = await intentsOf(bookingId);
    expect(body).toEqual({
      provider: 'sandbox',
      transactionId: intent?.id,
      clientSecret: expect.stringContaining(`${intent?.id}_secret_`),
      expiresAt: (await holdOf(bookingId)).toISOString(),
    });
    expect(await cards.findIntent(String(intent?.id))).toMatchObject({
      amountCents: 7_500,
      bookingId,
    });
  });

  it('repeated and concurrent requests get the same intent', async () => {
    const { buyer, bookingId } = await addBooking();
    const first = await createIntent(buyer, bookingId, '75.00');
    const more = await Promise.all(Array.from({ length: 6 }, () => createIntent(buyer, bookingId)));
    for (const { status, body } of more) {
      expect(status).toBe(200);
      expect(body.clientSecret).toBe(first.body.clientSecret);
    }
    expect(await intentsOf(bookingId)).toHaveLength(1);
  });

  it('concurrent first requests make one intent', async () => {
    const { buyer, bookingId } = await addBooking();
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => createIntent(buyer, bookingId)),
    );
    expect(new Set(replies.map(({ body }) => body.transactionId)).size).toBe(1);
    expect(await intentsOf(bookingId)).toHaveLength(1);
  });

  it.each(['before', 'after'] as const)(
    'one intent is made when the provider failed %s it acted and the request is repeated',
    async (when) => {
      const { buyer, bookingId } = await addBooking();
      cards.failNext('createIntent', when);
      const lost = await createIntent(buyer, bookingId);
      expect(lost.status).toBe(503);
      expect(await intentsOf(bookingId)).toHaveLength(0);
      const { status, body } = await createIntent(buyer, bookingId);
      expect(status).toBe(200);
      const made = await shop.database.sql`
        select from sandbox_intents where booking_id = ${bookingId}`;
      expect(made).toHaveLength(1);
      expect(await intentsOf(bookingId)).toMatchObject([{ id: body.transactionId, state: 'open' }]);
    },
  );

  it('a cancelled intent is replaced once', async () => {
    const { buyer, bookingId, transactionId } = await addBookingWithIntent();
    await cards.update(transactionId, { state: 'canceled' });
    const second = await createIntent(buyer, bookingId);
    expect(second.status).toBe(200);
    expect(second.body.transactionId).not.toBe(transactionId);
    expect((await createIntent(buyer, bookingId)).body.transactionId).toBe(
      second.body.transactionId,
    );
    const states = (await intentsOf(bookingId)).map(({ state }) => state);
    expect(states.sort()).toEqual(['cancelled', 'open']);
  });

  it('the intent stays the same while the provider is processing the card', async () => {
    const { buyer, bookingId, transactionId } = await addBookingWithIntent();
    cards.override(transactionId, { state: 'processing' });
    expect((await createIntent(buyer, bookingId)).body.transactionId).toBe(transactionId);
  });

  it('an intent that was charged already is recorded, and refused with the code paid', async () => {
    const { buyer, bookingId, transactionId } = await addBookingWithIntent();
    await cards.charge(transactionId);
    const { status, body } = await createIntent(buyer, bookingId);
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'paid', detail: 'This booking is paid already' });
    const [row] = await shop.database.sql`select state from bookings where id = ${bookingId}`;
    expect(row?.state).toBe('paid');
  });

  it('an intent that the provider does not know gets 503', async () => {
    const { buyer, bookingId } = await addBooking();
    await shop.database.sql`
      insert into payment_intents (id, booking_id, provider, provider_intent_id, amount_cents, state, created_at)
      values (gen_random_uuid(), ${bookingId}, 'sandbox', 'pi_of_another_account', 7500, 'open', now())`;
    expect((await createIntent(buyer, bookingId)).status).toBe(503);
    expect(await intentsOf(bookingId)).toMatchObject([{ state: 'open' }]);
  });

  it('no client secret is stored or logged', async () => {
    const { bookingId } = await addBookingWithIntent();
    const rows = await shop.database
      .sql`select * from payment_intents where booking_id = ${bookingId}`;
    expect(JSON.stringify(rows)).not.toContain('secret');
    expect(JSON.stringify(shop.logged)).not.toContain('_secret');
  });
});

describe('a request without a booking id', () => {
  it('a request without a booking id means the only unpaid booking at its price', async () => {
    const { buyer, bookingId } = await addBooking();
    const dearer = await addBooking({ buyer, price: 80 });
    const { status, body } = await createIntent(buyer, undefined);
    expect(status).toBe(200);
    expect(await cards.findIntent(body.transactionId ?? '')).toMatchObject({ bookingId });
    expect(dearer.bookingId).not.toBe(bookingId);
  });

  it('a request without a booking id is refused when no booking or several have its price', async () => {
    const { buyer } = await addBooking();
    expect((await createIntent(buyer, undefined, 74)).status).toBe(422);
    await addBooking({ buyer });
    const { status, body } = await createIntent(buyer, undefined);
    expect(status).toBe(422);
    expect(body.errors?.[0]?.field).toBe('bookingId');
  });

  it('a request without a booking id ignores bookings whose hold has expired', async () => {
    const { buyer } = await addBooking({ holdHours: 1 });
    clock.forward(61);
    const { bookingId } = await addBooking({ buyer });
    const { body } = await createIntent(buyer, undefined);
    expect(await cards.findIntent(body.transactionId ?? '')).toMatchObject({ bookingId });
  });
});
