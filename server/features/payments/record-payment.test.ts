import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultyCards } from '../../testing/faulty-cards.ts';
import { manualClock, paymentSteps } from '../../testing/payment-steps.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';

let shop: TestShop;
const clock = manualClock();
const cards = faultyCards(() => shop, clock);
const { book, addBooking, createIntent, addBookingWithIntent, recordPayment } = paymentSteps(
  () => shop,
  cards,
  clock,
);

beforeAll(async () => {
  shop = await createTestShop({ cards, clock, sandboxOptions: { deliver: async () => 200 } });
});
afterAll(() => shop.close());

/** Booked, addBookingWithIntent and charged. */
async function addChargedBooking(changes: Parameters<typeof addBookingWithIntent>[0] = {}) {
  const sale = await addBookingWithIntent(changes);
  await cards.charge(sale.transactionId);
  return sale;
}

const paymentsOf = (bookingId: string) => shop.database.sql`
  select id, state, transaction_id as "transactionId" from payments where booking_id = ${bookingId}`;
const stateOf = async (bookingId: string) => {
  const [row] = await shop.database.sql`
    select b.state, p.status from bookings b join products p on p.id = b.product_id
    where b.id = ${bookingId}`;
  return row;
};

describe('recording a payment', () => {
  it('a reported payment marks the product sold and is returned', async () => {
    const { buyer, bookingId, productId, transactionId } = await addChargedBooking();
    const claim = { transactionId, bookingId, productId, buyerEmail: buyer.email, price: '75' };
    const { status, body } = await recordPayment(buyer, claim);
    expect(status).toBe(201);
    const [payment] = await paymentsOf(bookingId);
    expect(body).toEqual({ acknowledged: true, insertedId: payment?.id });
    expect(await stateOf(bookingId)).toEqual({ state: 'paid', status: 'sold' });
  });

  it('repeated and concurrent reports get the same payment', async () => {
    const { buyer, bookingId, transactionId } = await addChargedBooking();
    const claim = { bookingId, transactionId };
    const replies = await Promise.all(Array.from({ length: 6 }, () => recordPayment(buyer, claim)));
    replies.push(await recordPayment(buyer, claim));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
    expect(new Set(replies.map(({ body }) => body.insertedId)).size).toBe(1);
    expect(await paymentsOf(bookingId)).toHaveLength(1);
  });

  it('the provider is not asked again about a recorded payment', async () => {
    const { buyer, bookingId, transactionId } = await addChargedBooking();
    await recordPayment(buyer, { bookingId, transactionId });
    const asked = cards.calls('findIntent');
    expect((await recordPayment(buyer, { bookingId, transactionId })).status).toBe(201);
    expect(cards.calls('findIntent')).toBe(asked);
  });

  it('a report changes nothing while the provider does not answer, and succeeds the next time', async () => {
    const { buyer, bookingId, transactionId } = await addChargedBooking();
    cards.failNext('findIntent', 'before');
    const lost = await recordPayment(buyer, { bookingId, transactionId });
    expect(lost).toMatchObject({ status: 503, body: { acknowledged: false, insertedId: null } });
    expect(await paymentsOf(bookingId)).toHaveLength(0);
    expect((await recordPayment(buyer, { bookingId, transactionId })).status).toBe(201);
  });

  it('a payment after the hold expired is a sale while no other buyer has the product', async () => {
    const { buyer, bookingId, transactionId } = await addChargedBooking({ holdHours: 1 });
    clock.forward(120);
    expect((await recordPayment(buyer, { bookingId, transactionId })).status).toBe(201);
    expect(await stateOf(bookingId)).toEqual({ state: 'paid', status: 'sold' });
  });

  it('a payment after another buyer booked the product is refunded', async () => {
    const { buyer, bookingId, productId, transactionId } = await addChargedBooking({
      holdHours: 1,
    });
    clock.forward(120);
    const other = await shop.make.user();
    const otherBookingId = await book(other, productId);
    const reply = await recordPayment(buyer, { bookingId, transactionId });
    expect(reply).toMatchObject({ status: 409, body: { code: 'refunded', insertedId: null } });
    expect(await paymentsOf(bookingId)).toMatchObject([{ state: 'refunded' }]);
    expect(await cards.refundCount(transactionId)).toBe(1);
    expect(await stateOf(otherBookingId)).toEqual({ state: 'held', status: 'available' });
    const mails = await shop.database.sql`
      select reader from queued_mails where subject_id = ${bookingId} and kind = 'refunded' order by reader`;
    expect([...mails]).toEqual([{ reader: 'buyer' }, { reader: 'seller' }]);
    expect((await recordPayment(buyer, { bookingId, transactionId })).status).toBe(409);
    expect(await cards.refundCount(transactionId)).toBe(1);
  });
});

describe('a false request', () => {
  it.each([
    ['price', 409, { price: 1 }],
    ['productId', 409, { productId: '00000000-0000-7000-8000-000000000000' }],
    ['buyerEmail', 403, { buyerEmail: 'somebody@reprise.test' }],
    ['transactionId', 422, { transactionId: 'pi_invented' }],
  ])('a false report about the %s is refused with %i', async (field, status, lie) => {
    const { buyer, bookingId, transactionId } = await addChargedBooking();
    const reply = await recordPayment(buyer, { bookingId, transactionId, ...lie });
    expect(reply.status).toBe(status);
    expect(reply.body).toMatchObject({
      acknowledged: false,
      insertedId: null,
      errors: [{ field }],
    });
    expect(await paymentsOf(bookingId)).toHaveLength(0);
    expect(await stateOf(bookingId)).toEqual({ state: 'held', status: 'available' });
  });

  it('recording a payment for another buyer’s booking is answered with 404', async () => {
    const { seller, bookingId, transactionId } = await addChargedBooking();
    const stranger = await shop.make.user();
    for (const who of [stranger, seller]) {
      expect((await recordPayment(who, { bookingId, transactionId })).status).toBe(404);
    }
    expect(await paymentsOf(bookingId)).toHaveLength(0);
  });

  it('another buyer’s intent is refused like an unknown one', async () => {
    const [own, other] = [await addBookingWithIntent(), await addChargedBooking()];
    const asked = cards.calls('findIntent');
    const claim = { bookingId: own.bookingId, transactionId: other.transactionId };
    const foreign = await recordPayment(own.buyer, claim);
    const invented = await recordPayment(own.buyer, { ...claim, transactionId: 'pi_invented' });
    expect([foreign.status, invented.status]).toEqual([422, 422]);
    expect(foreign.body.detail).toBe(invented.body.detail);
    expect(cards.calls('findIntent')).toBe(asked);
  });

  it('one transaction cannot pay two bookings', async () => {
    const first = await addChargedBooking();
    const second = await addBookingWithIntent({ buyer: first.buyer });
    const { buyer, transactionId } = first;
    await recordPayment(buyer, { bookingId: first.bookingId, transactionId });
    const reply = await recordPayment(buyer, { bookingId: second.bookingId, transactionId });
    expect(reply.status).toBe(422);
    expect(await stateOf(second.bookingId)).toEqual({ state: 'held', status: 'available' });
  });

  it.each([
    ['open', 422],
    ['cancelled', 422],
    ['processing', 409],
  ] as const)('a report with an intent that is %s is refused with %i', async (state, status) => {
    const { buyer, bookingId, transactionId } = await addBookingWithIntent();
    if (state === 'cancelled') await cards.update(transactionId, { state: 'canceled' });
    else cards.override(transactionId, { state });
    expect((await recordPayment(buyer, { bookingId, transactionId })).status).toBe(status);
    expect(await paymentsOf(bookingId)).toHaveLength(0);
  });

  it('a charge of another amount is refused and refunded', async () => {
    const { buyer, bookingId, transactionId } = await addBookingWithIntent();
    await cards.update(transactionId, { amountCents: 100, state: 'succeeded' });
    expect((await recordPayment(buyer, { bookingId, transactionId })).status).toBe(409);
    expect(await paymentsOf(bookingId)).toMatchObject([{ state: 'refunded' }]);
    expect(await stateOf(bookingId)).toEqual({ state: 'held', status: 'available' });
    // The booking can still be paid with a new intent.
    const again = await createIntent(buyer, bookingId);
    expect(again.status).toBe(200);
    expect(again.body.transactionId).not.toBe(transactionId);
  });

  it('an intent that belongs to another booking at the provider is a server error', async () => {
    const [one, other] = [await addChargedBooking(), await addBooking()];
    await cards.update(one.transactionId, { bookingId: other.bookingId });
    const { buyer, bookingId, transactionId } = one;
    expect((await recordPayment(buyer, { bookingId, transactionId })).status).toBe(500);
    expect(await paymentsOf(bookingId)).toHaveLength(0);
    expect(await paymentsOf(other.bookingId)).toHaveLength(0);
  });

  it('a payment with an unknown field is refused', async () => {
    const { buyer, bookingId, transactionId } = await addChargedBooking();
    const reply = await recordPayment(buyer, { bookingId, transactionId, paid: true });
    expect(reply.status).toBe(400);
  });
});
