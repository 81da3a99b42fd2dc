import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Booking } from '#contract/bookings/bookings.ts';
import { everywhere, setShopCarriers, setShopZones } from '#contract/delivery/shop-zones.ts';
import type { Offer } from '#contract/offers/offers.ts';
import { setFirstLanguage } from '#contract/shop/owned-text.ts';
import { apiClient } from '../../testing/api-client.ts';
import { receiveSale, sendSale } from '../../testing/builders.ts';
import { manualClock } from '../../testing/payment-steps.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';

let shop: TestShop;
let people: ReturnType<typeof createPeople>;
let seller: KnownUser;
let admin: KnownUser;
const clock = manualClock();
const call = apiClient(() => shop);

beforeAll(async () => {
  shop = await createTestShop({ clock });
  people = createPeople(shop.database);
  [seller, admin] = await Promise.all([people.seller(), people.admin()]);
});
afterAll(() => shop.close());

const zones = [
  { id: 'home', name: { de: 'Inland', en: 'Inland (en)' } },
  { id: 'eu', name: 'European Union' },
];
beforeEach(() => {
  setFirstLanguage('de');
  setShopZones(zones);
});
afterEach(() => {
  setFirstLanguage('en');
  setShopZones([everywhere]);
});

const form = { phone: '555-0199', location: 'Under the clock', price: 120.5 };
const address = {
  name: 'Bea Reed',
  lines: ['1 Mill Street', 'Rear building'],
  postcode: 'BA1 1AA',
  city: 'Bath',
  country: 'GB',
};
/** Fetched, sent free inland, and for 12.50 to the rest of the Union. */
const offered = { pickup: true, shipping: { home: 0, eu: 12.5 } };

const listed = (delivery = offered as { pickup: boolean; shipping?: Record<string, number> }) =>
  shop.make.product(seller.id, { delivery });

const book = (buyer: KnownUser, productId: string, more: object = {}) =>
  call<{ insertedId: string; errors: { field: string; message: string }[] }>(buyer, '/bookings', {
    method: 'POST',
    payload: { ...form, productId, ...more },
  });
const read = async (as: KnownUser, id: string) => (await call<Booking>(as, `/bookings/${id}`)).body;

async function booked(delivery: object = { zone: 'eu', address }) {
  const buyer = await people.buyer();
  const productId = await listed();
  const { body } = await book(buyer, productId, { delivery });
  return { buyer, productId, id: body.insertedId };
}

const intent = (buyer: KnownUser, price: number, bookingId?: string) =>
  call<{ reason?: string; errors?: { field: string }[] }>(buyer, '/create-payment-intent', {
    method: 'POST',
    payload: bookingId ? { price, bookingId } : { price },
  });

async function paid() {
  const sale = await booked();
  await people.pay(sale.id, clock.now(), 13_300);
  return sale;
}

describe('a booking with a zone', () => {
  it('a booking with a zone costs price and shipping, which its intent charges', async () => {
    const { buyer, id } = await booked();
    expect(await read(buyer, id)).toMatchObject({
      price: 120.5,
      shipping: 12.5,
      total: 133,
      delivery: { method: 'shipping', zone: 'eu', zoneName: 'European Union' },
      address,
    });
    expect(await intent(buyer, 120.5, id)).toMatchObject({ status: 409 });
    expect(await intent(buyer, 120.5)).toMatchObject({ status: 422 });
    expect(await intent(buyer, 133)).toMatchObject({ status: 200 });
    const [row] = await shop.database.sql`
      select amount_cents as cents from payment_intents where booking_id = ${id}`;
    expect(row).toEqual({ cents: 13_300 });
  });

  it('a booking with free shipping has the name of the zone in the first language', async () => {
    const { buyer, id } = await booked({ zone: 'home', shipping: 0, address });
    expect(await read(buyer, id)).toMatchObject({
      shipping: 0,
      total: 120.5,
      delivery: { method: 'shipping', zone: 'home', zoneName: 'Inland' },
    });
  });

  it('a booking keeps its zone and price when seller and owner change theirs', async () => {
    const { buyer, productId, id } = await booked();
    await call(seller, `/products/${productId}`, {
      method: 'PATCH',
      payload: { delivery: { pickup: true, shipping: { eu: 99 } } },
    });
    setShopZones([]);
    expect(await intent(buyer, 133, id)).toMatchObject({ status: 200 });
    expect(await read(buyer, id)).toMatchObject({
      total: 133,
      delivery: { zoneName: 'European Union' },
    });
  });

  it.each([
    [{ zone: 'moon' }, 400, 'delivery.zone'],
    [{}, 400, 'delivery.zone'],
    [{ zone: 'eu', pickup: true }, 400, 'delivery.zone'],
    [{ pickup: true, address }, 400, 'delivery.address'],
    [{ zone: 'eu', shipping: 12 }, 409, 'delivery.shipping'],
    [{ zone: 'eu' }, 400, 'delivery.address'],
    [{ zone: 'eu', address: { ...address, city: ' ' } }, 400, 'delivery.address.city'],
    [{ zone: 'eu', address: { ...address, lines: [] } }, 400, 'delivery.address.lines'],
    [{ zone: 'eu', address: { ...address, country: 'XX' } }, 400, 'delivery.address.country'],
    [{ zone: 'eu', address: { ...address, name: 'a\nb' } }, 400, 'delivery.address.name'],
  ])(
    'a booking with the zone %j is refused with %i, with the field',
    async (delivery, status, field) => {
      const reply = await book(await people.buyer(), await listed(), { delivery });
      expect([reply.status, reply.body.errors.map((error) => error.field)]).toEqual([
        status,
        [field],
      ]);
    },
  );

  it('a booking is refused where the seller does not ship, and for pickup where there is none', async () => {
    const productId = await listed({ pickup: false, shipping: { home: 5 } });
    const buyer = await people.buyer();
    const fields = async (delivery: object) => {
      const { status, body } = await book(buyer, productId, { delivery });
      return [status, body.errors[0]?.field];
    };
    expect(await fields({ zone: 'eu', address })).toEqual([409, 'delivery.zone']);
    expect(await fields({ pickup: true })).toEqual([409, 'delivery.pickup']);
  });

  it('no one can book or offer for an instrument that is only shipped without paying for shipping', async () => {
    const productId = await listed({ pickup: false, shipping: { home: 5 } });
    const buyer = await people.buyer();
    const booking = await book(buyer, productId);
    const offer = await call<{ errors: { field: string }[] }>(buyer, '/offers', {
      method: 'POST',
      payload: { ...form, price: undefined, productId, amount: 100 },
    });
    for (const { status, body } of [booking, offer]) {
      expect([status, body.errors[0]?.field]).toEqual([400, 'delivery.zone']);
    }
    const free = await listed({ pickup: false, shipping: { home: 0 } });
    expect((await book(buyer, free)).status).toBe(400);
    const zone = { zone: 'home', address };
    expect((await book(buyer, free, { delivery: zone })).status).toBe(201);
  });

  it('the database refuses a shipping price without a zone, or below zero', async () => {
    const { id } = await booked({ pickup: true });
    const { sql } = shop.database;
    await expect(sql`update bookings set shipping_cents = 5 where id = ${id}`).rejects.toThrow(
      'bookings_shipping_price',
    );
    await expect(
      sql`update bookings set delivery_method = 'shipping' where id = ${id}`,
    ).rejects.toThrow('bookings_shipping_has_a_zone');
    const { id: sent } = await booked();
    await expect(sql`update bookings set shipping_cents = -1 where id = ${sent}`).rejects.toThrow(
      'bookings_shipping_price',
    );
  });
});

it('a client that knows only the specification books and pays the price of what can be sent', async () => {
  const buyer = await people.buyer();
  const productId = await listed({ pickup: true, shipping: { home: 5, eu: 12.5 } });
  const { status, body } = await book(buyer, productId, { buyerEmail: buyer.email });
  expect(status).toBe(201);
  // It sends neither the booking nor anything that it does not know.
  const opened = await call<{ transactionId: string; clientSecret: string }>(
    buyer,
    '/create-payment-intent',
    { method: 'POST', payload: { price: 120.5 } },
  );
  expect(opened.status).toBe(200);
  const { transactionId, clientSecret } = opened.body;
  const card = { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' };
  const billing = { name: buyer.name, email: buyer.email };
  const url = `/sandbox-cards/intents/${transactionId}/confirm`;
  await call(buyer, url, { method: 'POST', payload: { clientSecret, card, billing } });
  const paid = await call(buyer, '/payments', {
    method: 'POST',
    payload: { price: 120.5, transactionId, buyerEmail: buyer.email, bookingId: body.insertedId },
  });
  expect(paid.status).toBe(201);
  const booking = await read(buyer, body.insertedId);
  expect(booking).toMatchObject({ paid: true, price: 120.5, shipping: 0, total: 120.5 });
  expect(booking).not.toHaveProperty('delivery');
});

describe('the address of a buyer', () => {
  it('a booking remembers the address for the next one, and keeps its own when that changes', async () => {
    const { buyer, id } = await booked();
    const remembered = () => call(buyer, `/users/${buyer.id}/address`);
    expect((await remembered()).body).toMatchObject({ address });
    const moved = { ...address, city: 'Bristol', region: 'Avon' };
    const change = () =>
      call(buyer, `/users/${buyer.id}/address`, { method: 'PUT', payload: moved });
    expect((await change()).body).toEqual({ acknowledged: true, modifiedCount: 1 });
    expect((await change()).body).toEqual({ acknowledged: true, modifiedCount: 0 });
    const next = await book(buyer, await listed(), { delivery: { zone: 'eu' } });
    expect((await read(buyer, next.body.insertedId)).address).toEqual(moved);
    expect((await read(buyer, id)).address).toEqual(address);
    const forget = () => call(buyer, `/users/${buyer.id}/address`, { method: 'DELETE' });
    expect((await forget()).body).toEqual({ acknowledged: true, deletedCount: 1 });
    expect((await forget()).body).toEqual({ acknowledged: true, deletedCount: 0 });
    expect((await remembered()).body).toEqual({});
    expect((await read(buyer, id)).address).toEqual(address);
  });

  it('only the buyer can change the address of a booking, until it is paid', async () => {
    const { buyer, id } = await booked();
    const change = (user: KnownUser, city: string) =>
      call(user, `/bookings/${id}/address`, { method: 'PUT', payload: { ...address, city } });
    expect((await change(buyer, 'Wells')).status).toBe(200);
    expect((await read(buyer, id)).address?.city).toBe('Wells');
    for (const other of [seller, admin]) expect((await change(other, 'X')).status).toBe(404);
    await people.pay(id, clock.now(), 13_300);
    expect((await change(buyer, 'Frome')).status).toBe(409);
    const { buyer: fetching, id: fetched } = await booked({ pickup: true });
    const refused = await call(fetching, `/bookings/${fetched}/address`, {
      method: 'PUT',
      payload: address,
    });
    expect(refused.status).toBe(409);
  });

  it('the seller reads only the city of the address, which follows its changes', async () => {
    const { buyer, id } = await booked();
    const place = async () => (await read(seller, id)).location;
    const move = (city: string) =>
      call(buyer, `/bookings/${id}/address`, { method: 'PUT', payload: { ...address, city } });
    const said = await place();
    await move('Wells');
    expect(await place()).toBe(said);
    await shop.database.sql`update bookings set location = 'Wells' where id = ${id}`;
    await move('Bristol');
    expect(await place()).toBe('Bristol');
  });

  it('the address of a buyer is read by its seller from the payment to the end of the sale', async () => {
    const { buyer, id } = await booked();
    const stranger = await people.buyer();
    const seenBy = async (user: KnownUser) => (await read(user, id)).address;
    expect(await seenBy(seller)).toBeUndefined();
    await people.pay(id, clock.now(), 13_300);
    expect(await seenBy(seller)).toEqual(address);
    expect(await seenBy(admin)).toBeUndefined();
    expect((await call(stranger, `/bookings/${id}`)).status).toBe(404);
    await sendSale(shop.database, id, clock.now());
    expect(await seenBy(seller)).toEqual(address);
    await shop.database.sql`
      update fulfilments set state = 'completed', received_at = now(), return_until = now(),
        completed_at = now()
      where booking_id = ${id}`;
    expect(await seenBy(seller)).toBeUndefined();
    expect(await seenBy(buyer)).toEqual(address);
  });

  it('the seller of a cancelled or returned sale can no longer read the address', async () => {
    const cancelled = await paid();
    await call(seller, `/bookings/${cancelled.id}/cancel`, {
      method: 'POST',
      payload: { reason: 'It fell down' },
    });
    expect((await read(seller, cancelled.id)).address).toBeUndefined();
    const returned = await paid();
    await receiveSale(shop.database, returned.id);
    await shop.database.sql`
      update bookings set state = 'returned', returned_at = now() where id = ${returned.id}`;
    expect((await read(seller, returned.id)).address).toBeUndefined();
  });

  it('admins read the address during a dispute', async () => {
    const { buyer, id } = await paid();
    await sendSale(shop.database, id, clock.now());
    await people.openDispute(buyer, id, clock.now());
    expect((await read(admin, id)).address).toEqual(address);
    await people.decideDispute(admin, id, { refundCents: 0 }, clock.now());
    expect((await read(admin, id)).address).toBeUndefined();
  });

  it('the address is in no list', async () => {
    const { buyer, id } = await paid();
    const lists = [
      [buyer, `/bookings?email=${buyer.email}`],
      [seller, `/bookings?email=${seller.email}&as=seller`],
      [seller, `/bookings?email=${seller.email}&as=seller&order=needs-you`],
      [admin, '/bookings/all'],
    ] as const;
    for (const [user, path] of lists) {
      const reply = await call<Booking[]>(user, path);
      const found = reply.body.find(({ _id }) => _id === id);
      expect(found).toMatchObject({ total: 133, shipping: 12.5 });
      expect(found).not.toHaveProperty('address');
    }
  });
});

describe('an offer with a zone', () => {
  async function offer(delivery: object | undefined = { zone: 'eu', address }) {
    const buyer = await people.buyer();
    const productId = await listed();
    const reply = await call<{ insertedId: string }>(buyer, '/offers', {
      method: 'POST',
      payload: { ...form, price: undefined, productId, amount: 100, delivery },
    });
    return { buyer, productId, id: reply.body.insertedId, status: reply.status };
  }
  const accept = (id: string) =>
    call<{ bookingId: string }>(seller, `/offers/${id}`, {
      method: 'PUT',
      payload: { state: 'accepted', amount: 100 },
    });

  it('an accepted offer books with the shipping price of the time it was made', async () => {
    const { buyer, productId, id } = await offer();
    const own = await call<Offer[]>(buyer, `/offers?email=${buyer.email}`);
    expect(own.body).toMatchObject([
      { amount: 100, shipping: 12.5, total: 112.5, delivery: { zone: 'eu' } },
    ]);
    await call(seller, `/products/${productId}`, {
      method: 'PATCH',
      payload: { delivery: { pickup: true } },
    });
    const { body } = await accept(id);
    expect(await read(buyer, body.bookingId)).toMatchObject({
      price: 100,
      shipping: 12.5,
      total: 112.5,
      address,
    });
    expect((await intent(buyer, 112.5, body.bookingId)).status).toBe(200);
  });

  it('an offer whose address was deleted can be paid only with a new one', async () => {
    const { buyer, id } = await offer();
    await call(buyer, `/users/${buyer.id}/address`, { method: 'DELETE' });
    const { bookingId } = (await accept(id)).body;
    expect(await read(buyer, bookingId)).toMatchObject({ needsAddress: true });
    expect(await intent(buyer, 112.5, bookingId)).toMatchObject({
      status: 422,
      body: { code: 'no-address', errors: [{ field: 'address' }] },
    });
    await call(buyer, `/bookings/${bookingId}/address`, { method: 'PUT', payload: address });
    expect((await intent(buyer, 112.5, bookingId)).status).toBe(200);
    expect(await read(buyer, bookingId)).not.toHaveProperty('needsAddress');
  });

  it('an offer with a zone is refused like a booking', async () => {
    expect((await offer({ zone: 'moon', address })).status).toBe(400);
    expect((await offer({ zone: 'eu', shipping: 1, address })).status).toBe(409);
    // The address of an offer is asked for once it is accepted.
    expect((await offer({ zone: 'eu' })).status).toBe(201);
  });
});

describe('the tracking of what was sent', () => {
  afterEach(() => setShopCarriers(undefined));

  it.each([
    ['DHL', '00 34', 'https://track.test/?id=00%2034&lang=en'],
    [' dhl ', 'A/1', 'https://track.test/?id=A%2F1&lang=en'],
    ['Post', '0034', undefined],
    ['DHL', undefined, undefined],
    ['DHL', 'https://dhl.test/0034', undefined],
  ])('a parcel by %s with the number %s is tracked at %s', async (carrier, tracking, url) => {
    setShopCarriers([{ name: 'DHL', trackingUrl: 'https://track.test/?id={number}&lang=en' }]);
    const { buyer, id } = await paid();
    const sent = await call(seller, `/bookings/${id}/sent`, {
      method: 'POST',
      payload: { carrier, ...(tracking && { tracking }) },
    });
    expect(sent.status).toBe(200);
    expect((await read(buyer, id)).fulfilment?.trackingUrl).toBe(url);
  });
});
