import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signatureHeader, signWebhook } from '../../providers/cards/sandbox/webhook-signature.ts';
import { addPaymentIntent } from '../../testing/builders.ts';
import { faultyCards } from '../../testing/faulty-cards.ts';
import { manualClock, paymentSteps } from '../../testing/payment-steps.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';

let shop: TestShop;
const clock = manualClock();
const cards = faultyCards(() => shop, clock);
const { addBooking, sendWebhook, addBookingWithIntent, recordPayment } = paymentSteps(
  () => shop,
  cards,
  clock,
);
const url = '/api/webhooks/cards';

beforeAll(async () => {
  shop = await createTestShop({ cards, clock, sandboxOptions: { deliver: async () => 200 } });
});
afterAll(() => shop.close());

const eventsOf = (intentId: string) => shop.database.sql`
  select settled_at is not null as settled, attempts, last_fault as fault, payload
  from payment_events where provider_intent_id = ${intentId} order by id`;
const stateOf = async (bookingId: string) => {
  const [row] = await shop.database.sql`select state from bookings where id = ${bookingId}`;
  return row?.state;
};

describe('a webhook event', () => {
  it('a webhook event records the payment of a browser that never came back', async () => {
    const { bookingId, productId, transactionId } = await addBookingWithIntent();
    await cards.charge(transactionId);
    expect(await sendWebhook(transactionId)).toBe(200);
    expect(await stateOf(bookingId)).toBe('paid');
    const page = await shop.app.inject({ url: `/api/products/${productId}` });
    expect(page.json()).toMatchObject({ status: 'sold' });
  });

  it('a webhook event is not trusted: the provider is asked for the state of the intent', async () => {
    const { bookingId, transactionId } = await addBookingWithIntent();
    // The event says that the intent has succeeded.
    expect(await sendWebhook(transactionId)).toBe(200);
    expect(await stateOf(bookingId)).toBe('held');
    expect(await eventsOf(transactionId)).toMatchObject([{ settled: true }]);
  });

  it('a webhook event is stored and recorded once, however often and in whatever order it arrives', async () => {
    const { buyer, bookingId, transactionId } = await addBookingWithIntent();
    await cards.charge(transactionId);
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    const order = [...ids, ...ids.toReversed(), ...ids].sort(() => Math.random() - 0.5);
    const browser = recordPayment(buyer, { bookingId, transactionId });
    const statuses = await Promise.all(order.map((id) => sendWebhook(transactionId, id)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await browser).status).toBe(201);
    expect(await eventsOf(transactionId)).toHaveLength(3);
    const paid = await shop.database
      .sql`select state from payments where booking_id = ${bookingId}`;
    expect([...paid]).toEqual([{ state: 'recorded' }]);
  });

  it('an event about a cancelled intent marks the intent cancelled', async () => {
    const { bookingId, transactionId } = await addBookingWithIntent();
    await cards.update(transactionId, { state: 'canceled' });
    expect(await sendWebhook(transactionId)).toBe(200);
    const [intent] = await shop.database.sql`
      select state from payment_intents where booking_id = ${bookingId}`;
    expect(intent?.state).toBe('cancelled');
  });

  it('a cancellation event does not undo a recorded charge', async () => {
    const { buyer, bookingId, transactionId } = await addBookingWithIntent();
    await cards.charge(transactionId);
    await recordPayment(buyer, { bookingId, transactionId });
    await cards.update(transactionId, { state: 'canceled' });
    expect(await sendWebhook(transactionId)).toBe(200);
    expect(await stateOf(bookingId)).toBe('paid');
  });

  it('a webhook event gets 503 while the provider does not answer, and is processed when it is sent again', async () => {
    const { bookingId, transactionId } = await addBookingWithIntent();
    await cards.charge(transactionId);
    cards.failNext('findIntent', 'before');
    const id = randomUUID();
    expect(await sendWebhook(transactionId, id)).toBe(503);
    expect(await eventsOf(transactionId)).toMatchObject([
      {
        settled: false,
        attempts: 1,
        fault: expect.stringContaining('The card provider does not answer'),
      },
    ]);
    expect(await sendWebhook(transactionId, id)).toBe(200);
    expect(await stateOf(bookingId)).toBe('paid');
    expect(await eventsOf(transactionId)).toMatchObject([{ settled: true, fault: null }]);
  });

  it('an event about an unknown intent or none is stored and marked processed', async () => {
    const asked = await cards.createIntent({
      bookingId: randomUUID(),
      amountCents: 100,
      idempotencyKey: randomUUID(),
      description: 'Of another shop',
      buyerEmail: 'x@reprise.test',
    });
    await cards.charge(asked.id);
    const foreign = await cards.createIntent({
      ...asked,
      idempotencyKey: randomUUID(),
      description: '',
      buyerEmail: '',
      bookingId: 'order 7',
    });
    await cards.charge(foreign.id);
    const unlabelled = await cards.createIntent({
      ...asked,
      idempotencyKey: randomUUID(),
      description: '',
      buyerEmail: '',
      bookingId: 'order 8',
    });
    await cards.charge(unlabelled.id);
    cards.override(unlabelled.id, { bookingId: undefined });
    for (const intentId of [asked.id, foreign.id, unlabelled.id, 'pi_unknown', undefined]) {
      expect(await sendWebhook(intentId)).toBe(200);
    }
    const stored = await shop.database.sql`
      select from payment_events where settled_at is not null
        and (provider_intent_id = any(${[asked.id, foreign.id, unlabelled.id, 'pi_unknown']}) or provider_intent_id is null)`;
    expect(stored).toHaveLength(5);
  });

  it('an event stays unprocessed while the provider does not know our intent', async () => {
    const { bookingId } = await addBooking();
    await addPaymentIntent(shop.database, {
      bookingId,
      provider: 'sandbox',
      providerIntentId: 'pi_of_other_keys',
    });
    expect(await sendWebhook('pi_of_other_keys')).toBe(503);
    expect(await eventsOf('pi_of_other_keys')).toMatchObject([{ settled: false }]);
  });

  it('a charge without a stored intent is recorded by the booking id at the provider', async () => {
    const { bookingId } = await addBooking();
    const lost = await cards.createIntent({
      bookingId,
      amountCents: 7_500,
      idempotencyKey: randomUUID(),
      description: 'Lost with the last hour of a backup',
      buyerEmail: '',
    });
    await cards.charge(lost.id);
    expect(await sendWebhook(lost.id)).toBe(200);
    expect(await stateOf(bookingId)).toBe('paid');
  });
});

describe('the webhook route', () => {
  const post = (options: object) => shop.app.inject({ method: 'POST', url, ...options });

  it.each([
    ['no signature', {}],
    ['a wrong signature', { 'sandbox-signature': 't=1,v1=forged' }],
  ])('the webhook route refuses an event with %s and does not store it', async (_what, headers) => {
    const { payload } = cards.webhook('pi_forged');
    const reply = await post({ payload, headers });
    expect(reply.statusCode).toBe(400);
    expect(reply.headers['content-type']).toContain('application/problem+json');
    expect(await eventsOf('pi_forged')).toHaveLength(0);
  });

  it('the webhook route refuses a request without a body', async () => {
    expect((await post({})).statusCode).toBe(400);
  });

  it.each([
    ['application/json', 200],
    ['application/json; charset=utf-8', 200],
    ['text/plain', 200],
  ])('the webhook route checks the signature of the bytes as sent, as %s', async (type, status) => {
    // Neither order nor spaces are what JSON.stringify would make of the parsed body.
    const payload =
      '{ "type": "payment_intent.changed",\n "id": "evt_spaced", "data": {"object": { }} }';
    const signature = signWebhook(Buffer.from(payload), shop.secret, clock.now());
    const headers = { [signatureHeader]: signature };
    const reply = await post({ payload, headers: { ...headers, 'content-type': type } });
    expect(reply.statusCode).toBe(status);
    expect(reply.json()).toEqual({ received: true });
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  it('the webhook route refuses a body larger than any event', async () => {
    const { headers } = cards.webhook(undefined);
    const reply = await post({ payload: 'x'.repeat(300 * 1024), headers });
    expect(reply.statusCode).toBe(413);
  });
});
