import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPaymentIntent } from '../testing/builders.ts';
import { fakeCards } from '../testing/fake-cards.ts';
import { movableClock, paying } from '../testing/paying.ts';
import { createTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
const cards = fakeCards();
const clock = movableClock();
const { booked, hear, opened, record } = paying(() => shop, cards, clock);
const url = '/api/webhooks/cards';

beforeAll(async () => {
  shop = await createTestShop({ cards, clock });
});
afterAll(() => shop.close());

const eventsOf = (intentId: string) => shop.database.sql`
  select settled_at is not null as settled, attempts, last_fault as fault, payload
  from payment_events where provider_intent_id = ${intentId} order by id`;
const stateOf = async (bookingId: string) => {
  const [row] = await shop.database.sql`select state from bookings where id = ${bookingId}`;
  return row?.state;
};

describe('an event of the card provider', () => {
  it('records the payment of a browser that never came back', async () => {
    const { bookingId, productId, transactionId } = await opened();
    cards.charge(transactionId);
    expect(await hear(transactionId)).toBe(200);
    expect(await stateOf(bookingId)).toBe('paid');
    const page = await shop.app.inject({ url: `/api/products/${productId}` });
    expect(page.json()).toMatchObject({ status: 'sold' });
  });

  it('is believed in nothing: the provider is asked', async () => {
    const { bookingId, transactionId } = await opened();
    const sent = cards.webhook(transactionId);
    const payload = JSON.stringify({
      ...JSON.parse(sent.payload),
      type: 'payment_intent.succeeded',
    });
    const reply = await shop.app.inject({ method: 'POST', url, ...sent, payload });
    expect(reply.statusCode).toBe(200);
    expect(await stateOf(bookingId)).toBe('held');
    expect(await eventsOf(transactionId)).toMatchObject([{ settled: true }]);
  });

  it('is kept once and paid for once, however often and in whatever order it comes', async () => {
    const { buyer, bookingId, transactionId } = await opened();
    cards.charge(transactionId);
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    const order = [...ids, ...ids.toReversed(), ...ids].sort(() => Math.random() - 0.5);
    const browser = record(buyer, { bookingId, transactionId });
    const answers = await Promise.all(order.map((id) => hear(transactionId, id)));
    expect(new Set(answers)).toEqual(new Set([200]));
    expect((await browser).status).toBe(201);
    expect(await eventsOf(transactionId)).toHaveLength(3);
    const paid = await shop.database
      .sql`select state from payments where booking_id = ${bookingId}`;
    expect([...paid]).toEqual([{ state: 'recorded' }]);
  });

  it('about a cancelled intent lets the booking have another', async () => {
    const { bookingId, transactionId } = await opened();
    cards.change(transactionId, { state: 'cancelled' });
    expect(await hear(transactionId)).toBe(200);
    const [intent] = await shop.database.sql`
      select state from payment_intents where booking_id = ${bookingId}`;
    expect(intent?.state).toBe('cancelled');
  });

  it('that came late does not take a recorded charge back', async () => {
    const { buyer, bookingId, transactionId } = await opened();
    cards.charge(transactionId);
    await record(buyer, { bookingId, transactionId });
    cards.change(transactionId, { state: 'cancelled' });
    expect(await hear(transactionId)).toBe(200);
    expect(await stateOf(bookingId)).toBe('paid');
  });

  it('is sent again when the provider cannot be asked, and then settled', async () => {
    const { bookingId, transactionId } = await opened();
    cards.charge(transactionId);
    cards.lose('findIntent', 'before');
    const id = randomUUID();
    expect(await hear(transactionId, id)).toBe(503);
    expect(await eventsOf(transactionId)).toMatchObject([
      { settled: false, attempts: 1, fault: 'unavailable' },
    ]);
    expect(await hear(transactionId, id)).toBe(200);
    expect(await stateOf(bookingId)).toBe('paid');
    expect(await eventsOf(transactionId)).toMatchObject([{ settled: true, fault: null }]);
  });

  it('about somebody else’s intent, or about none, is kept and answered', async () => {
    const asked = await cards.createIntent({
      ...{ bookingId: randomUUID(), amountCents: 100, idempotencyKey: randomUUID() },
      ...{ description: 'Of another shop', buyerEmail: 'x@reprise.test' },
    });
    cards.charge(asked.id);
    const foreign = await cards.createIntent({
      ...asked,
      idempotencyKey: randomUUID(),
      description: '',
      buyerEmail: '',
      bookingId: 'order 7',
    });
    cards.change(foreign.id, { state: 'succeeded', bookingId: undefined });
    for (const intentId of [asked.id, foreign.id, 'pi_unknown', undefined]) {
      expect(await hear(intentId)).toBe(200);
    }
    const kept = await shop.database.sql`
      select from payment_events where settled_at is not null
        and (provider_intent_id = any(${[asked.id, foreign.id, 'pi_unknown']}) or provider_intent_id is null)`;
    expect(kept).toHaveLength(4);
  });

  it('about an intent of ours that the provider does not know is not taken for settled', async () => {
    const { bookingId } = await booked();
    await addPaymentIntent(shop.database, {
      ...{ bookingId, provider: 'stripe', providerIntentId: 'pi_of_other_keys' },
    });
    expect(await hear('pi_of_other_keys')).toBe(503);
    expect(await eventsOf('pi_of_other_keys')).toMatchObject([{ settled: false }]);
  });

  it('about a charge whose intent our records have lost is recorded by its booking', async () => {
    const { bookingId } = await booked();
    const lost = await cards.createIntent({
      ...{ bookingId, amountCents: 7_500, idempotencyKey: randomUUID() },
      ...{ description: 'Lost with the last hour of a backup', buyerEmail: '' },
    });
    cards.charge(lost.id);
    expect(await hear(lost.id)).toBe(200);
    expect(await stateOf(bookingId)).toBe('paid');
  });
});

describe('the address for events', () => {
  const post = (options: object) => shop.app.inject({ method: 'POST', url, ...options });

  it.each([
    ['no signature', {}],
    ['a wrong signature', { 'x-fake': 'forged' }],
  ])('refuses what has %s, and keeps nothing of it', async (_what, headers) => {
    const { payload } = cards.webhook('pi_forged');
    const reply = await post({ payload, headers });
    expect(reply.statusCode).toBe(400);
    expect(reply.headers['content-type']).toContain('application/problem+json');
    expect(await eventsOf('pi_forged')).toHaveLength(0);
  });

  it('refuses what has no body', async () => {
    expect((await post({})).statusCode).toBe(400);
  });

  it.each([
    ['application/json', 200],
    ['application/json; charset=utf-8', 200],
    ['text/plain', 200],
  ])('reads the bytes as they are, sent as %s', async (type, status) => {
    const { payload, headers } = cards.webhook(undefined);
    const spaced = payload.replaceAll(',', ' ,\n');
    const reply = await post({ payload: spaced, headers: { ...headers, 'content-type': type } });
    expect(reply.statusCode).toBe(status);
    expect(reply.json()).toEqual({ received: true });
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  it('reads no more than any event is long', async () => {
    const { headers } = cards.webhook(undefined);
    const reply = await post({ payload: 'x'.repeat(300 * 1024), headers });
    expect(reply.statusCode).toBe(413);
  });
});
