import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeCards } from '../testing/fake-cards.ts';
import { movableClock, paying } from '../testing/paying.ts';
import { createTestShop, type TestShop } from '../testing/test-shop.ts';

let shop: TestShop;
const cards = fakeCards();
const clock = movableClock();
const { book, booked, open, opened, record } = paying(() => shop, cards, clock);

beforeAll(async () => {
  shop = await createTestShop({ cards, clock });
});
afterAll(() => shop.close());

/** Booked, opened and charged. */
async function charged(changes: Parameters<typeof opened>[0] = {}) {
  const sale = await opened(changes);
  cards.charge(sale.transactionId);
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

describe('recording what was paid', () => {
  it('sells the product and answers with the payment', async () => {
    const { buyer, bookingId, productId, transactionId } = await charged();
    const claim = { transactionId, bookingId, productId, buyerEmail: buyer.email, price: '75' };
    const { status, body } = await record(buyer, claim);
    expect(status).toBe(201);
    const [payment] = await paymentsOf(bookingId);
    expect(body).toEqual({ acknowledged: true, insertedId: payment?.id });
    expect(await stateOf(bookingId)).toEqual({ state: 'paid', status: 'sold' });
  });

  it('again, and at once, answers with the same payment', async () => {
    const { buyer, bookingId, transactionId } = await charged();
    const claim = { bookingId, transactionId };
    const replies = await Promise.all(Array.from({ length: 6 }, () => record(buyer, claim)));
    replies.push(await record(buyer, claim));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
    expect(new Set(replies.map(({ body }) => body.insertedId)).size).toBe(1);
    expect(await paymentsOf(bookingId)).toHaveLength(1);
  });

  it('again needs no word from the provider', async () => {
    const { buyer, bookingId, transactionId } = await charged();
    await record(buyer, { bookingId, transactionId });
    const asked = cards.calls('findIntent');
    expect((await record(buyer, { bookingId, transactionId })).status).toBe(201);
    expect(cards.calls('findIntent')).toBe(asked);
  });

  it('leaves all as it is when the provider does not answer, and works the next time', async () => {
    const { buyer, bookingId, transactionId } = await charged();
    cards.lose('findIntent', 'before');
    const lost = await record(buyer, { bookingId, transactionId });
    expect(lost).toMatchObject({ status: 503, body: { acknowledged: false, insertedId: null } });
    expect(await paymentsOf(bookingId)).toHaveLength(0);
    expect((await record(buyer, { bookingId, transactionId })).status).toBe(201);
  });

  it('after the hold ran out is a sale while nobody else has the product', async () => {
    const { buyer, bookingId, transactionId } = await charged({ holdHours: 1 });
    clock.forward(120);
    expect((await record(buyer, { bookingId, transactionId })).status).toBe(201);
    expect(await stateOf(bookingId)).toEqual({ state: 'paid', status: 'sold' });
  });

  it('after somebody else took the product sends the money back at once', async () => {
    const { buyer, bookingId, productId, transactionId } = await charged({ holdHours: 1 });
    clock.forward(120);
    const other = await shop.make.user();
    const theirs = await book(other, productId);
    const reply = await record(buyer, { bookingId, transactionId });
    expect(reply).toMatchObject({ status: 409, body: { code: 'refunded', insertedId: null } });
    expect(await paymentsOf(bookingId)).toMatchObject([{ state: 'refunded' }]);
    expect(cards.refunds.get(transactionId)).toBe(1);
    expect(await stateOf(theirs)).toEqual({ state: 'held', status: 'available' });
    const told = await shop.database.sql`
      select reader from mails where booking_id = ${bookingId} and kind = 'refunded' order by reader`;
    expect([...told]).toEqual([{ reader: 'buyer' }, { reader: 'seller' }]);
    expect((await record(buyer, { bookingId, transactionId })).status).toBe(409);
    expect(cards.refunds.get(transactionId)).toBe(1);
  });
});

describe('a client that lies', () => {
  it.each([
    ['price', 409, { price: 1 }],
    ['productId', 409, { productId: '00000000-0000-7000-8000-000000000000' }],
    ['buyerEmail', 403, { buyerEmail: 'somebody@reprise.test' }],
    ['transactionId', 422, { transactionId: 'pi_invented' }],
  ])('about the %s is refused with %i', async (field, status, lie) => {
    const { buyer, bookingId, transactionId } = await charged();
    const reply = await record(buyer, { bookingId, transactionId, ...lie });
    expect(reply.status).toBe(status);
    expect(reply.body).toMatchObject({
      acknowledged: false,
      insertedId: null,
      errors: [{ field }],
    });
    expect(await paymentsOf(bookingId)).toHaveLength(0);
    expect(await stateOf(bookingId)).toEqual({ state: 'held', status: 'available' });
  });

  it('about whose booking it is hears that there is none', async () => {
    const { seller, bookingId, transactionId } = await charged();
    const stranger = await shop.make.user();
    for (const who of [stranger, seller]) {
      expect((await record(who, { bookingId, transactionId })).status).toBe(404);
    }
    expect(await paymentsOf(bookingId)).toHaveLength(0);
  });

  it('pays nothing with somebody else’s intent, and learns nothing of it', async () => {
    const [own, other] = [await opened(), await charged()];
    const asked = cards.calls('findIntent');
    const claim = { bookingId: own.bookingId, transactionId: other.transactionId };
    const foreign = await record(own.buyer, claim);
    const invented = await record(own.buyer, { ...claim, transactionId: 'pi_invented' });
    expect([foreign.status, invented.status]).toEqual([422, 422]);
    expect(foreign.body.detail).toBe(invented.body.detail);
    expect(cards.calls('findIntent')).toBe(asked);
  });

  it('pays two bookings with one transaction no more than once', async () => {
    const first = await charged();
    const second = await opened({ buyer: first.buyer });
    const { buyer, transactionId } = first;
    await record(buyer, { bookingId: first.bookingId, transactionId });
    const reply = await record(buyer, { bookingId: second.bookingId, transactionId });
    expect(reply.status).toBe(422);
    expect(await stateOf(second.bookingId)).toEqual({ state: 'held', status: 'available' });
  });

  it.each([
    ['open', 422],
    ['cancelled', 422],
    ['processing', 409],
  ] as const)('about an intent that is %s is refused with %i', async (state, status) => {
    const { buyer, bookingId, transactionId } = await opened();
    cards.change(transactionId, { state });
    expect((await record(buyer, { bookingId, transactionId })).status).toBe(status);
    expect(await paymentsOf(bookingId)).toHaveLength(0);
  });

  it('cannot have paid another amount: what was charged goes back', async () => {
    const { buyer, bookingId, transactionId } = await opened();
    cards.change(transactionId, { amountCents: 100, state: 'succeeded' });
    expect((await record(buyer, { bookingId, transactionId })).status).toBe(409);
    expect(await paymentsOf(bookingId)).toMatchObject([{ state: 'refunded' }]);
    expect(await stateOf(bookingId)).toEqual({ state: 'held', status: 'available' });
    // The booking can still be paid, by an intent of its own.
    const again = await open(buyer, bookingId);
    expect(again.status).toBe(200);
    expect(again.body.transactionId).not.toBe(transactionId);
  });

  it('about the provider’s own word for the booking finds the server at fault', async () => {
    const [one, other] = [await charged(), await booked()];
    cards.change(one.transactionId, { bookingId: other.bookingId });
    const { buyer, bookingId, transactionId } = one;
    expect((await record(buyer, { bookingId, transactionId })).status).toBe(500);
    expect(await paymentsOf(bookingId)).toHaveLength(0);
    expect(await paymentsOf(other.bookingId)).toHaveLength(0);
  });

  it('may set no further field', async () => {
    const { buyer, bookingId, transactionId } = await charged();
    const reply = await record(buyer, { bookingId, transactionId, paid: true });
    expect(reply.status).toBe(400);
  });
});
