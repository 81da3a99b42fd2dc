import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Booking } from '#contract/bookings/bookings.ts';
import { everywhere } from '#contract/delivery/shop-zones.ts';
import type { Offer } from '#contract/offers/offers.ts';
import type { SingleProduct } from '#contract/products/products.ts';
import { defaultLoadedShop } from '../../core/loaded-shop.ts';
import { apiClient } from '../../testing/api-client.ts';
import { manualClock } from '../../testing/payment-steps.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';
import { declineDueOffers } from './delayed-decline.ts';
import { expireOffers } from './expire-offers.ts';

let shop: TestShop;
let people: ReturnType<typeof createPeople>;
let seller: KnownUser;
const clock = manualClock();
const call = apiClient(() => shop);

beforeAll(async () => {
  shop = await createTestShop({ clock });
  people = createPeople(shop.database);
  seller = await people.seller();
});
afterAll(() => shop.close());

const form = { amount: 100, phone: '555-0199', location: 'Under the clock' };
const priceOf = 120.5;

interface Made {
  insertedId: string;
  state: string;
  detail: string;
  code: string;
  errors: { field: string }[];
}

const offer = (buyer: KnownUser, productId: string, changes: object = {}) =>
  call<Made>(buyer, '/offers', { method: 'POST', payload: { ...form, productId, ...changes } });
const answer = (who: KnownUser, id: string, payload: object) =>
  call<{ modifiedCount: number; bookingId?: string; detail: string; code?: string }>(
    who,
    `/offers/${id}`,
    { method: 'PUT', payload },
  );
const list = async (who: KnownUser, query = '') =>
  (await call<Offer[]>(who, `/offers?email=${who.email}${query}`)).body;
const received = async (productId: string) =>
  (await list(seller, `&as=seller&productId=${productId}`))[0];

async function offered(changes: object = {}, listing: object = {}) {
  const buyer = await people.buyer();
  const productId = await shop.make.product(seller.id, listing);
  const made = await offer(buyer, productId, changes);
  return { buyer, productId, made, id: made.body.insertedId };
}

/** Makes an account old enough to be trusted. */
const age = (user: KnownUser) => shop.database.sql`
  update users set created_at = now() - interval '30 days' where id = ${user.id}`;

async function mailsAbout(offerId: string) {
  const mails = await shop.database.sql<{ mail: string }[]>`
    select kind || ' to ' || reader as mail from queued_mails where subject_id = ${offerId}`;
  return mails.map(({ mail }) => mail);
}

describe('POST /offers', () => {
  it('an offer is listed for both sides, and reserves nothing', async () => {
    const { buyer, productId, made, id } = await offered({ message: 'With the case?' });
    expect(made).toMatchObject({ status: 201, body: { acknowledged: true, state: 'open' } });
    const shared = { _id: id, state: 'open', turn: 'seller', amounts: [100], price: priceOf };
    const [own] = await list(buyer);
    expect(own).toMatchObject({ ...shared, side: 'buyer', phone: form.phone });
    const seen = await received(productId);
    expect(seen).toMatchObject({ ...shared, message: 'With the case?', least: 100, most: priceOf });
    expect(seen).not.toHaveProperty('phone');
    expect(seen).not.toHaveProperty('location');
    await people.book(await people.buyer(), productId);
  });

  it('an offer is refused with the field when the amount is invalid or not below the price, or the message too long', async () => {
    const { buyer, productId } = await offered();
    for (const [changes, field] of [
      [{ amount: 0 }, 'amount'],
      [{ amount: -5 }, 'amount'],
      [{ amount: 'much' }, 'amount'],
      [{ amount: priceOf }, 'amount'],
      [{ amount: 500 }, 'amount'],
      [{ message: 'x'.repeat(501) }, 'message'],
      [{ phone: '12' }, 'phone'],
      [{ location: '\u202e\u200b' }, 'location'],
    ] as const) {
      const refused = await offer(buyer, productId, changes);
      expect(refused).toMatchObject({ status: 400, body: { errors: [{ field }] } });
    }
  });

  it('an offer below the lowest one is declined immediately for an older account, in the usual words, without asking the seller', async () => {
    const buyer = await people.buyer();
    await age(buyer);
    const productId = await shop.make.product(seller.id, { leastOffer: 110 });
    const made = await offer(buyer, productId);
    expect(made).toMatchObject({ status: 201, body: { state: 'declined' } });
    const [own] = await list(buyer);
    expect(own).toMatchObject({ state: 'declined' });
    expect(JSON.stringify(own)).not.toMatch(/110|belowLeast/);
    expect(await received(productId)).toMatchObject({ state: 'declined', belowLeast: true });
    expect(await mailsAbout(made.body.insertedId)).toEqual(['offer-declined to buyer']);
    expect(await offer(buyer, productId, { amount: 110 })).toMatchObject({
      body: { state: 'open' },
    });
  });

  it('an offer below the lowest one is declined hours later for a young account, and hidden from the seller', async () => {
    const { buyer, productId, made, id } = await offered({}, { leastOffer: 110 });
    expect(made.body.state).toBe('open');
    const above = await offered({ amount: 115 }, { leastOffer: 110 });
    const same = { state: 'open', turn: 'seller' };
    expect((await list(buyer))[0]).toMatchObject(same);
    expect((await list(above.buyer))[0]).toMatchObject(same);
    expect(await received(productId)).toBeUndefined();
    expect((await answer(seller, id, { state: 'accepted', amount: 100 })).status).toBe(404);
    const at = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000);
    await declineDueOffers(shop.database, at(0.49));
    expect((await list(buyer))[0]?.state).toBe('open');
    await declineDueOffers(shop.database, at(12));
    expect((await list(buyer))[0]).toMatchObject({ state: 'declined' });
    expect((await list(above.buyer))[0]?.state).toBe('open');
    expect(await received(productId)).toMatchObject({ state: 'declined', belowLeast: true });
    expect(await mailsAbout(id)).toEqual(['offer-declined to buyer']);
  });

  it('the fourth offer of young accounts below the lowest one expires without an answer', async () => {
    const productId = await shop.make.product(seller.id, { leastOffer: 110 });
    const makers = await Promise.all(Array.from({ length: 4 }, () => people.buyer()));
    for (const maker of makers) await offer(maker, productId);
    const hoursLater = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000);
    await declineDueOffers(shop.database, hoursLater(47));
    const states = async () =>
      Promise.all(makers.map(async (maker) => (await list(maker))[0]?.state));
    expect(await states()).toEqual(['declined', 'declined', 'declined', 'open']);
    await expireOffers(shop.database, hoursLater(48));
    expect(await states()).toEqual(['declined', 'declined', 'declined', 'expired']);
    const mails = await shop.database.sql`
      select from queued_mails m join offers o on o.id = m.subject_id
      where o.product_id = ${productId} and m.reader = 'seller'`;
    expect(mails).toEqual([]);
  });

  it('only the seller sees the lowest offer, and not even an admin', async () => {
    const { buyer, productId } = await offered({}, { leastOffer: 110 });
    const read = async (who: KnownUser) =>
      (await call<SingleProduct>(who, `/products/${productId}`)).body;
    expect(await read(seller)).toMatchObject({ takesOffers: true, leastOffer: 110 });
    for (const who of [buyer, await people.admin(), await people.seller()]) {
      expect(await read(who)).not.toHaveProperty('leastOffer');
    }
    const headers = await shop.as(await people.admin());
    const exported = await shop.app.inject({ url: '/api/exports/listings', headers });
    expect(exported.body).toContain('takes_offers');
    expect(exported.body).not.toMatch(/least/);
  });

  it('an offer between users of whom one has blocked the other is declined hours later, and the seller never sees it', async () => {
    const buyer = await people.buyer();
    await age(buyer);
    const productId = await shop.make.product(seller.id);
    await people.block(seller, buyer);
    const made = await offer(buyer, productId);
    expect(made).toMatchObject({ status: 201, body: { state: 'open' } });
    const { insertedId } = made.body;
    await declineDueOffers(shop.database, new Date(clock.now().getTime() + 12 * 3_600_000));
    expect((await list(buyer))[0]).toMatchObject({ state: 'declined' });
    expect(await received(productId)).toBeUndefined();
    expect(await answer(seller, insertedId, { state: 'declined' })).toMatchObject({ status: 404 });
    expect(await mailsAbout(insertedId)).toEqual(['offer-declined to buyer']);
  });

  it('an offer is refused for one’s own, a sold and a withdrawn instrument, and where the seller takes none', async () => {
    const buyer = await people.buyer();
    const { productId: sold } = await people.sell(seller);
    const closed = await shop.make.product(seller.id, { takesOffers: false });
    const gone = await shop.make.product(seller.id);
    await call(seller, `/products/${gone}`, { method: 'DELETE' });
    expect(await offer(seller, closed)).toMatchObject({ status: 403 });
    expect(await offer(buyer, sold)).toMatchObject({ status: 409 });
    expect(await offer(buyer, closed)).toMatchObject({ status: 409, body: { code: 'no-offers' } });
    expect(await offer(buyer, gone)).toMatchObject({ status: 404 });
  });

  it('a buyer can make one offer at a time and three in total for one instrument', async () => {
    const { buyer, productId, id } = await offered();
    expect(await offer(buyer, productId)).toMatchObject({ status: 409, body: { code: 'live' } });
    await answer(buyer, id, { state: 'withdrawn' });
    for (const amount of [101, 102]) {
      const { body } = await offer(buyer, productId, { amount });
      await answer(seller, body.insertedId, { state: 'declined' });
    }
    const refused = await offer(buyer, productId);
    expect(refused).toMatchObject({ status: 409, body: { code: 'used-up' } });
  });

  it('a buyer can have three open offers, and an expired one does not count', async () => {
    const { buyer } = await offered();
    const others = await Promise.all([1, 2, 3].map(() => shop.make.product(seller.id)));
    const [second = '', third = '', fourth = ''] = others;
    await offer(buyer, second);
    await offer(buyer, third);
    expect(await offer(buyer, fourth)).toMatchObject({ body: { code: 'too-many' } });
    clock.forward(48 * 60);
    expect(await offer(buyer, fourth)).toMatchObject({ status: 201 });
    expect(await offer(buyer, second)).toMatchObject({ status: 201 });
  });

  it('concurrent requests with one idempotency key make the same offer', async () => {
    const buyer = await people.buyer();
    const productId = await shop.make.product(seller.id);
    const send = async () => {
      const reply = await shop.app.inject({
        method: 'POST',
        url: '/api/offers',
        headers: { ...(await shop.as(buyer)), 'idempotency-key': 'one' },
        payload: { ...form, productId, amount: 100 },
      });
      return { status: reply.statusCode, body: reply.json() };
    };
    const [first, again] = await Promise.all([send(), send()]);
    expect(again).toEqual(first);
    expect(first).toMatchObject({ status: 201, body: { state: 'open' } });
  });
});

describe('PUT /offers/{id}', () => {
  it('an accepted offer books at its amount, and leaves the public price unchanged', async () => {
    const { buyer, productId, id } = await offered();
    const accepted = await answer(seller, id, { state: 'accepted', amount: 100 });
    expect(accepted).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    const { bookingId } = accepted.body;
    const booking = await call(buyer, `/bookings/${bookingId}`);
    expect(booking.body).toMatchObject({
      state: 'held',
      price: 100,
      phone: form.phone,
      location: form.location,
      buyerEmail: buyer.email,
      offer: { listedPrice: priceOf, amounts: [100] },
    });
    const product = await call<SingleProduct>(buyer, `/products/${productId}`);
    expect(product.body).toMatchObject({ price: priceOf, bookingId, bookedPrice: 100 });
    expect((await list(buyer))[0]).toMatchObject({ state: 'accepted', bookingId });
    const repeated = await answer(seller, id, { state: 'accepted', amount: 100 });
    expect(repeated).toMatchObject({ status: 200, body: { modifiedCount: 0, bookingId } });
    expect(await answer(buyer, id, { state: 'accepted', amount: 100 })).toMatchObject({
      status: 409,
    });
  });

  it('an offer of an amount alone reserves for the same hours, and asks for phone and address before the payment', async () => {
    const delivery = { pickup: true, shipping: { [everywhere.id]: 12.5 } };
    const productId = await shop.make.product(seller.id, { delivery });
    const buyer = await people.buyer();
    const payload = { productId, amount: 100, delivery: { zone: everywhere.id, shipping: 12.5 } };
    const made = await call<Made>(buyer, '/offers', { method: 'POST', payload });
    const accepted = await answer(seller, made.body.insertedId, { state: 'accepted', amount: 100 });
    const path = `/bookings/${accepted.body.bookingId}`;
    const read = async (who: KnownUser) => (await call<Booking>(who, path)).body;
    expect(await read(buyer)).toMatchObject({
      phone: '',
      location: 'Everywhere',
      needsPhone: true,
      needsAddress: true,
      expiresAt: new Date(clock.now().getTime() + 48 * 3_600_000).toISOString(),
    });
    expect(await read(seller)).not.toHaveProperty('needsPhone');
    const put = (who: KnownUser, what: string, said: object) =>
      call<{ code?: string }>(who, `${path}/${what}`, { method: 'PUT', payload: said });
    const pay = () =>
      call<{ code?: string }>(buyer, '/create-payment-intent', {
        method: 'POST',
        payload: { price: 112.5, bookingId: accepted.body.bookingId },
      });
    expect(await pay()).toMatchObject({ status: 422, body: { code: 'no-address' } });
    const address = { name: 'Bea', lines: ['4 Quayside'], city: 'Bath', country: 'GB' };
    expect((await put(buyer, 'address', address)).status).toBe(200);
    expect(await pay()).toMatchObject({ status: 422, body: { code: 'no-phone' } });
    expect((await put(buyer, 'phone', { phone: '12' })).status).toBe(400);
    expect((await put(seller, 'phone', { phone: '555 0123' })).status).toBe(404);
    expect((await put(buyer, 'phone', { phone: '555 0123' })).status).toBe(200);
    expect((await pay()).status).toBe(200);
    expect(await read(seller)).toMatchObject({ phone: '555 0123', location: 'Bath' });
  });

  it('an offer without a place is fetched where the instrument is', async () => {
    const { buyer, id } = await offered({ phone: undefined, location: undefined });
    const { body } = await answer(seller, id, { state: 'accepted', amount: 100 });
    const booking = await call<Booking>(buyer, `/bookings/${body.bookingId}`);
    expect(booking.body).toMatchObject({ location: 'Leith', needsPhone: true });
  });

  it('an answer with another amount than the last one is refused', async () => {
    const { buyer, id } = await offered();
    expect(await answer(seller, id, { state: 'accepted', amount: 101 })).toMatchObject({
      status: 409,
    });
    expect(await answer(seller, id, { state: 'accepted' })).toMatchObject({ status: 400 });
    await answer(seller, id, { state: 'countered', amount: 110 });
    expect(await answer(buyer, id, { state: 'accepted', amount: 100 })).toMatchObject({
      status: 409,
    });
    const accepted = await answer(buyer, id, { state: 'accepted', amount: 110 });
    expect(accepted).toMatchObject({ status: 200 });
    expect(await call(buyer, `/bookings/${accepted.body.bookingId}`)).toMatchObject({
      body: { price: 110, offer: { amounts: [100, 110] } },
    });
  });

  it('a counter-offer is strictly between the last two amounts, from whose turn it is, three of each side', async () => {
    const { buyer, productId, id } = await offered();
    const counter = (who: KnownUser, amount: number) =>
      answer(who, id, { state: 'countered', amount });
    expect(await counter(buyer, 105)).toMatchObject({ status: 409, body: { code: 'turn' } });
    for (const amount of [100, 99, priceOf, 300]) {
      expect((await counter(seller, amount)).status).toBe(409);
    }
    const steps = [
      [seller, 120, 100, 120.5],
      [buyer, 101, 100, 120],
      [seller, 119, 101, 120],
      [buyer, 102, 101, 119],
      [seller, 118, 102, 119],
    ] as const;
    for (const [who, amount, least, most] of steps) {
      expect(await received(productId)).toMatchObject({ least, most });
      expect((await counter(who, least)).status).toBe(409);
      expect((await counter(who, most)).status).toBe(409);
      expect((await counter(who, amount)).status).toBe(200);
    }
    const last = await received(productId);
    expect(last).toMatchObject({ turn: 'buyer', amounts: [100, 120, 101, 119, 102, 118] });
    expect(last).not.toHaveProperty('least');
    expect(await counter(buyer, 110)).toMatchObject({ body: { code: 'last-round' } });
    expect(await answer(buyer, id, { state: 'accepted', amount: 118 })).toMatchObject({
      status: 200,
    });
  });

  it('the side whose turn it is can decline, and the other side can withdraw', async () => {
    const one = await offered();
    const withdraw = (who: KnownUser, id: string) => answer(who, id, { state: 'withdrawn' });
    expect((await withdraw(seller, one.id)).status).toBe(409);
    expect((await answer(one.buyer, one.id, { state: 'declined' })).status).toBe(409);
    expect((await withdraw(one.buyer, one.id)).status).toBe(200);
    expect((await withdraw(one.buyer, one.id)).status).toBe(409);
    const other = await offered();
    await answer(seller, other.id, { state: 'countered', amount: 110 });
    expect((await withdraw(seller, other.id)).status).toBe(200);
    expect((await list(other.buyer))[0]).toMatchObject({ state: 'withdrawn' });
  });

  it('an answer after the time is refused, before the job has run', async () => {
    const { buyer, id } = await offered();
    clock.forward(48 * 60);
    const refused = await answer(seller, id, { state: 'accepted', amount: 100 });
    expect(refused).toMatchObject({ status: 409, body: { code: 'ended' } });
    const [seen] = await list(buyer);
    expect(seen).toMatchObject({ state: 'expired' });
    expect(seen).not.toHaveProperty('turn');
    expect(await list(buyer, '&live=true')).toEqual([]);
    expect(await list(buyer, '&live=false')).toHaveLength(1);
  });

  it('a refused booking leaves the offer open, and the seller is told why', async () => {
    const { buyer, productId, id } = await offered();
    const rival = await people.buyer();
    const bookingId = await people.book(rival, productId, clock.now());
    const accept = () => answer(seller, id, { state: 'accepted', amount: 100 });
    expect(await accept()).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('Another buyer has booked this instrument') },
    });
    expect((await list(buyer))[0]).toMatchObject({ state: 'open' });
    await call(rival, `/bookings/${bookingId}`, { method: 'DELETE' });
    const ten = await Promise.all(
      Array.from({ length: 10 }, async () =>
        people.book(buyer, await shop.make.product(seller.id), clock.now()),
      ),
    );
    expect(await accept()).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('This buyer cannot book the instrument now') },
    });
    expect((await list(buyer))[0]).toMatchObject({ state: 'open' });
    await call(buyer, `/bookings/${ten[0]}`, { method: 'DELETE' });
    expect(await accept()).toMatchObject({ status: 200 });
  });

  it('an offer is not found by anyone else', async () => {
    const { id } = await offered();
    for (const who of [await people.buyer(), await people.admin()]) {
      expect((await answer(who, id, { state: 'accepted', amount: 100 })).status).toBe(404);
    }
  });
});

describe('a buyer who does not pay', () => {
  it('a buyer who does not pay cannot make offers for 30 days after the third accepted one in 90 days', async () => {
    const buyer = await people.buyer();
    for (let count = 0; count < 3; count += 1) {
      const productId = await shop.make.product(seller.id);
      const { body } = await offer(buyer, productId);
      await answer(seller, body.insertedId, { state: 'accepted', amount: 100 });
      clock.forward(49 * 60);
    }
    const productId = await shop.make.product(seller.id);
    expect(await offer(buyer, productId)).toMatchObject({ status: 409, body: { code: 'barred' } });
    clock.forward(29 * 24 * 60);
    expect(await offer(buyer, productId)).toMatchObject({ body: { code: 'barred' } });
    clock.forward(24 * 60);
    expect(await offer(buyer, productId)).toMatchObject({ status: 201 });
  });

  it('a buyer is not barred for bookings that the seller ended', async () => {
    const buyer = await people.buyer();
    for (let count = 0; count < 3; count += 1) {
      const productId = await shop.make.product(seller.id);
      const { body } = await offer(buyer, productId);
      const accepted = await answer(seller, body.insertedId, { state: 'accepted', amount: 100 });
      const payload = { reason: 'It fell down' };
      await call(seller, `/bookings/${accepted.body.bookingId}/decline`, {
        method: 'POST',
        payload,
      });
    }
    const productId = await shop.make.product(seller.id);
    expect(await offer(buyer, productId)).toMatchObject({ status: 201 });
  });
});

describe('a void offer', () => {
  it('an offer becomes void when another user pays, and not during their hold', async () => {
    const { buyer, productId } = await offered();
    const bookingId = await people.book(await people.buyer(), productId, clock.now());
    expect((await list(buyer))[0]).toMatchObject({ state: 'open' });
    await people.pay(bookingId);
    expect((await list(buyer))[0]).toMatchObject({ state: 'void', voidReason: 'sold' });
  });

  it('an offer becomes void when the price is lowered to it or below, and not above', async () => {
    const { buyer, productId } = await offered();
    const reprice = (price: number) =>
      call(seller, `/products/${productId}`, { method: 'PATCH', payload: { price } });
    await reprice(100.01);
    expect((await list(buyer))[0]).toMatchObject({ state: 'open' });
    await reprice(100);
    expect((await list(buyer))[0]).toMatchObject({ state: 'void', voidReason: 'price' });
  });

  it('an offer becomes void when one side blocks the other, and neither is told', async () => {
    const { buyer, productId } = await offered();
    await people.block(buyer, seller);
    for (const seen of [(await list(buyer))[0], await received(productId)]) {
      expect(seen).toMatchObject({ state: 'void', voidReason: 'ended' });
      expect(JSON.stringify(seen)).not.toContain('block');
    }
  });

  it('an offer becomes void when the instrument is withdrawn or the buyer removed, and no further mail is sent', async () => {
    const { buyer, productId } = await offered();
    await call(seller, `/products/${productId}`, { method: 'DELETE' });
    expect((await list(buyer))[0]).toMatchObject({ state: 'void', voidReason: 'withdrawn' });
    const other = await offered({ message: 'Please' });
    await people.remove(await people.admin(), other.buyer);
    const seen = await received(other.productId);
    expect(seen).toMatchObject({ state: 'void', voidReason: 'ended' });
    expect(seen).not.toHaveProperty('message');
    const [row] = await shop.database
      .sql`select phone, location from offers where id = ${other.id}`;
    expect(row).toEqual({ phone: '[removed]', location: '[removed]' });
  });
});

it('a shop without offers serves no call of them, and does not say who takes some', async () => {
  const closed = await createTestShop({
    shop: {
      ...defaultLoadedShop,
      public: { ...defaultLoadedShop.public, switchedOff: ['offers'] },
    },
  });
  const buyer = await closed.make.user();
  const productId = await closed.make.product((await closed.make.user({ role: 'seller' })).id);
  const ask = apiClient(() => closed);
  const made = await ask(buyer, '/offers', { method: 'POST', payload: { ...form, productId } });
  expect(made.status).toBe(404);
  expect((await ask(buyer, `/products/${productId}`)).body).not.toHaveProperty('takesOffers');
  await closed.close();
});
