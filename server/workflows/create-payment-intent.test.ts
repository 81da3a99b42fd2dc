import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fakeCards } from '../testing/fake-cards.ts';
import { movableClock, paying } from '../testing/paying.ts';
import { createTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
const cards = fakeCards();
const clock = movableClock();
const { booked, open, opened } = paying(() => shop, cards, clock);

beforeAll(async () => {
  shop = await createTestShop({ cards, clock });
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

describe('asking for the means to pay', () => {
  it('gives the secret, the key, the transaction and the time', async () => {
    const { buyer, bookingId } = await booked();
    const { status, body } = await open(buyer, bookingId);
    expect(status).toBe(200);
    const [intent] = await intentsOf(bookingId);
    expect(body).toEqual({
      ...{ provider: 'stripe', publishableKey: 'pk_fake', transactionId: intent?.id },
      clientSecret: `${intent?.id}_secret`,
      expiresAt: (await holdOf(bookingId)).toISOString(),
    });
    expect(cards.intents.get(String(intent?.id))).toMatchObject({ amountCents: 7_500, bookingId });
  });

  it('again, by number or text, one after the other or at once, gives the same', async () => {
    const { buyer, bookingId } = await booked();
    const first = await open(buyer, bookingId, '75.00');
    const more = await Promise.all(Array.from({ length: 6 }, () => open(buyer, bookingId)));
    for (const { status, body } of more) {
      expect(status).toBe(200);
      expect(body.clientSecret).toBe(first.body.clientSecret);
    }
    expect(await intentsOf(bookingId)).toHaveLength(1);
  });

  it('at once for the first time gives one intent', async () => {
    const { buyer, bookingId } = await booked();
    const replies = await Promise.all(Array.from({ length: 8 }, () => open(buyer, bookingId)));
    expect(new Set(replies.map(({ body }) => body.transactionId)).size).toBe(1);
    expect(await intentsOf(bookingId)).toHaveLength(1);
  });

  it.each(['before', 'after'] as const)(
    'is mended by asking again when the provider was lost %s it acted',
    async (when) => {
      const { buyer, bookingId } = await booked();
      const known = cards.intents.size;
      cards.lose('createIntent', when);
      const lost = await open(buyer, bookingId);
      expect(lost.status).toBe(503);
      expect(await intentsOf(bookingId)).toHaveLength(0);
      const { status, body } = await open(buyer, bookingId);
      expect(status).toBe(200);
      expect(cards.intents.size).toBe(known + 1);
      expect(await intentsOf(bookingId)).toMatchObject([{ id: body.transactionId, state: 'open' }]);
    },
  );

  it('gives another intent when the first was cancelled, and the same from then on', async () => {
    const { buyer, bookingId, transactionId } = await opened();
    cards.change(transactionId, { state: 'cancelled' });
    const second = await open(buyer, bookingId);
    expect(second.status).toBe(200);
    expect(second.body.transactionId).not.toBe(transactionId);
    expect((await open(buyer, bookingId)).body.transactionId).toBe(second.body.transactionId);
    const states = (await intentsOf(bookingId)).map(({ state }) => state);
    expect(states.sort()).toEqual(['cancelled', 'open']);
  });

  it('keeps the intent while the card is being asked', async () => {
    const { buyer, bookingId, transactionId } = await opened();
    cards.change(transactionId, { state: 'processing' });
    expect((await open(buyer, bookingId)).body.transactionId).toBe(transactionId);
  });

  it('of what was charged already records it and says that it is paid', async () => {
    const { buyer, bookingId, transactionId } = await opened();
    cards.charge(transactionId);
    const { status, body } = await open(buyer, bookingId);
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'paid', detail: 'This booking is paid already' });
    const [row] = await shop.database.sql`select state from bookings where id = ${bookingId}`;
    expect(row?.state).toBe('paid');
  });

  it('says that it cannot be paid now when the provider does not know the intent', async () => {
    const { buyer, bookingId } = await booked();
    await shop.database.sql`
      insert into payment_intents (id, booking_id, provider, provider_intent_id, amount_cents, state, created_at)
      values (gen_random_uuid(), ${bookingId}, 'stripe', 'pi_of_another_account', 7500, 'open', now())`;
    expect((await open(buyer, bookingId)).status).toBe(503);
    expect(await intentsOf(bookingId)).toMatchObject([{ state: 'open' }]);
  });

  it('keeps no secret, neither in the database nor in the log', async () => {
    const { bookingId } = await opened();
    const rows = await shop.database
      .sql`select * from payment_intents where booking_id = ${bookingId}`;
    expect(JSON.stringify(rows)).not.toContain('secret');
    expect(JSON.stringify(shop.logged)).not.toContain('_secret');
  });
});

describe('with the price alone', () => {
  it('the only unpaid booking at that price is meant', async () => {
    const { buyer, bookingId } = await booked();
    const dearer = await booked({ buyer, price: 80 });
    const { status, body } = await open(buyer, undefined);
    expect(status).toBe(200);
    expect(cards.intents.get(body.transactionId ?? '')?.bookingId).toBe(bookingId);
    expect(dearer.bookingId).not.toBe(bookingId);
  });

  it('no booking, and more than one, is not enough to go by', async () => {
    const { buyer } = await booked();
    expect((await open(buyer, undefined, 74)).status).toBe(422);
    await booked({ buyer });
    const { status, body } = await open(buyer, undefined);
    expect(status).toBe(422);
    expect(body.errors?.[0]?.field).toBe('bookingId');
  });

  it('bookings that are over do not count', async () => {
    const { buyer } = await booked({ holdHours: 1 });
    clock.forward(61);
    const { bookingId } = await booked({ buyer });
    const { body } = await open(buyer, undefined);
    expect(cards.intents.get(body.transactionId ?? '')?.bookingId).toBe(bookingId);
  });
});
