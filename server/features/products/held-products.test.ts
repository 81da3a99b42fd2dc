import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListedProduct, SingleProduct } from '#contract/products/products.ts';
import type { WishlistItem } from '#contract/wishlist/wishlist.ts';
import { apiClient } from '../../testing/api-client.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { listsTag, productTag } from './catalogue-tags.ts';

let shop: TestShop;
let people: ReturnType<typeof createPeople>;
const call = apiClient(() => shop);

beforeAll(async () => {
  shop = await createTestShop();
  people = createPeople(shop.database);
  await shop.catalogue.start();
});
afterAll(() => shop.close());

async function onSale() {
  const [seller, buyer] = [await people.seller(), await people.buyer()];
  const productId = await people.make.product(seller.id, { status: 'advertise' });
  // The first request of a guest caches the response.
  await heldUntilForGuests(productId);
  return { seller, buyer, productId };
}

async function book({
  buyer,
  productId,
}: Pick<Awaited<ReturnType<typeof onSale>>, 'buyer' | 'productId'>) {
  const payload = { productId, price: 120.5, phone: '555-0199', location: 'Under the clock' };
  const request = { method: 'POST', payload } as const;
  const { body } = await call<{ insertedId: string }>(buyer, '/bookings', request);
  return body.insertedId;
}

async function expiryOf(bookingId: string): Promise<string> {
  const [row] = await shop.database.sql<{ at: Date }[]>`
    select hold_expires_at as at from bookings where id = ${bookingId}`;
  return row?.at.toISOString() ?? '';
}

/** As guests see it on the product's page and in the list of the home page, which are cached. */
async function heldUntilForGuests(productId: string) {
  const read = async <Body>(url: string) => (await shop.app.inject({ url })).json<Body>();
  const single = await read<SingleProduct>(`/api/products/${productId}`);
  const list = await read<ListedProduct[]>('/api/products?status=advertise&limit=100');
  return [single.heldUntil, list.find(({ _id }) => _id === productId)?.heldUntil];
}

it('a product says for how many hours a booking would hold it, to guests, users and admins', async () => {
  const { productId, buyer } = await onSale();
  const { json } = await shop.app.inject({ url: `/api/products/${productId}` });
  expect(json()).toMatchObject({ holdHours: 48 });
  for (const who of [buyer, await people.admin()]) {
    const { body } = await call<SingleProduct>(who, `/products/${productId}`);
    expect(body.holdHours).toBe(48);
  }
});

describe('a held product', () => {
  it('a held product says until when to everyone, and never by whom', async () => {
    const sale = await onSale();
    const bookingId = await book(sale);
    const heldUntil = await expiryOf(bookingId);
    const [seller, other] = [sale.seller, await people.buyer()];
    for (const who of [seller, other]) {
      const { body } = await call<SingleProduct>(who, `/products/${sale.productId}`);
      expect(body.heldUntil).toBe(heldUntil);
      expect(body).not.toHaveProperty('bookingId');
      expect(JSON.stringify(body)).not.toContain(sale.buyer.email);
    }
    const lists = [
      [other, '/category/Brass?limit=100'],
      [seller, `/products?email=${seller.email}`],
    ] as const;
    for (const [who, path] of lists) {
      const { body } = await call<ListedProduct[]>(who, path);
      const listed = body.find(({ _id }) => _id === sale.productId);
      expect(listed?.heldUntil).toBe(heldUntil);
    }
  });

  it('a held product leads its holder to the booking, after ten minutes with the seller’s number', async () => {
    const sale = await onSale();
    const bookingId = await book(sale);
    const early = await call<SingleProduct>(sale.buyer, `/products/${sale.productId}`);
    expect(early.body).toMatchObject({ bookingId });
    expect(early.body).not.toHaveProperty('number');
    await shop.database.sql`
      update bookings set created_at = now() - interval '10 minutes' where id = ${bookingId}`;
    const { body } = await call<SingleProduct>(sale.buyer, `/products/${sale.productId}`);
    expect(body).toMatchObject({ bookingId, number: '555-0101' });
    const list = await call<ListedProduct[]>(sale.buyer, '/category/Brass?limit=100');
    const listed = list.body.find(({ _id }) => _id === sale.productId);
    expect(listed).toMatchObject({ bookingId, number: '555-0101' });
  });

  it('a held product looks held on the wishlist of others', async () => {
    const sale = await onSale();
    const wisher = await people.buyer();
    await people.wishProduct(wisher, sale.productId);
    const item = async () =>
      (await call<WishlistItem[]>(wisher, `/wishlist?email=${wisher.email}`)).body[0];
    expect(await item()).toMatchObject({ heldUntil: null });
    const bookingId = await book(sale);
    expect(await item()).toMatchObject({ heldUntil: await expiryOf(bookingId), sold: false });
    expect(await item()).not.toHaveProperty('bookingId');
  });

  it('a product is free when the hold has expired, before any job has run', async () => {
    const sale = await onSale();
    const bookingId = await book(sale);
    await shop.database.sql`update bookings set hold_expires_at = now() where id = ${bookingId}`;
    const { body } = await call<SingleProduct>(sale.buyer, `/products/${sale.productId}`);
    expect(body.heldUntil).toBeNull();
    expect(body).not.toHaveProperty('bookingId');
    expect(body).not.toHaveProperty('number');
  });

  it('a product is no longer held when it is paid; the booking leads to the receipt', async () => {
    const sale = await onSale();
    const bookingId = await book(sale);
    await people.pay(bookingId);
    const { body } = await call<SingleProduct>(sale.buyer, `/products/${sale.productId}`);
    expect(body).toMatchObject({ heldUntil: null, bookingId, status: 'sold' });
  });
});

describe('what guests are shown from the cache', () => {
  it('the cached page for guests changes with a booking and with its end', async () => {
    const sale = await onSale();
    const bookingId = await book(sale);
    const heldUntil = await expiryOf(bookingId);
    // The server that took the booking shows it immediately; others read the change within two seconds.
    expect(await heldUntilForGuests(sale.productId)).toEqual([heldUntil, heldUntil]);
    await call(sale.buyer, `/bookings/${bookingId}`, { method: 'DELETE' });
    expect(await heldUntilForGuests(sale.productId)).toEqual([null, null]);
  });

  it('the cached page for guests changes within two seconds when a hold expires by the clock, before any job has run', async () => {
    const sale = await onSale();
    const bookingId = await book(sale);
    await shop.database.sql`
      update bookings set hold_expires_at = now() + interval '2 seconds' where id = ${bookingId}`;
    shop.responseCache.forget([listsTag, productTag(sale.productId)]);
    const heldUntil = await expiryOf(bookingId);
    expect(await heldUntilForGuests(sale.productId)).toEqual([heldUntil, heldUntil]);
    await expect
      .poll(() => heldUntilForGuests(sale.productId), { timeout: 10_000 })
      .toEqual([null, null]);
  });

  it('the cached page for guests changes when opening the payment extends the hold', async () => {
    const sale = await onSale();
    const bookingId = await book(sale);
    await shop.database.sql`
      update bookings set hold_expires_at = now() + interval '1 minute' where id = ${bookingId}`;
    shop.responseCache.forget([listsTag, productTag(sale.productId)]);
    const [before] = await heldUntilForGuests(sale.productId);
    const request = { method: 'POST', payload: { bookingId, price: 120.5 } } as const;
    await call(sale.buyer, '/create-payment-intent', request);
    const extended = await expiryOf(bookingId);
    expect(extended > (before ?? '')).toBe(true);
    expect(await heldUntilForGuests(sale.productId)).toEqual([extended, extended]);
  });
});

describe('the last holder of a product', () => {
  it('the last holder is told when they can book again, on the product and when they book too early', async () => {
    const sale = await onSale();
    const bookingId = await book(sale);
    await call(sale.buyer, `/bookings/${bookingId}`, { method: 'DELETE' });
    const product = async (who = sale.buyer) =>
      (await call<SingleProduct>(who, `/products/${sale.productId}`)).body;
    const { bookableFrom = '' } = await product();
    const hoursLeft = (Date.parse(bookableFrom) - Date.now()) / 3_600_000;
    expect(hoursLeft).toBeGreaterThan(23.9);
    expect(hoursLeft).toBeLessThanOrEqual(24);
    const payload = {
      productId: sale.productId,
      price: 120.5,
      phone: '555 0199',
      location: 'Here',
    };
    const again = await call(sale.buyer, '/bookings', { method: 'POST', payload });
    expect(again).toMatchObject({
      status: 409,
      body: { acknowledged: false, code: 'held-before', detail: expect.stringMatching(/ UTC\.$/) },
    });

    const other = await people.buyer();
    expect(await product(other)).not.toHaveProperty('bookableFrom');
    const next = await book({ ...sale, buyer: other });
    expect(await product()).not.toHaveProperty('bookableFrom');
    await call(other, `/bookings/${next}`, { method: 'DELETE' });
    expect(await book(sale)).toBeDefined();
  });
});

it('the holder of a product reads the price of the booking where the seller has changed the price, also in the wishlist', async () => {
  const { seller, buyer, productId } = await onSale();
  await people.wishProduct(buyer, productId);
  const bookingId = await book({ buyer, productId });
  const priceFor = async (who: typeof buyer) => {
    const { price, bookedPrice } = (await call<SingleProduct>(who, `/products/${productId}`)).body;
    return { price, bookedPrice };
  };
  expect(await priceFor(buyer)).toEqual({ price: 120.5, bookedPrice: undefined });
  const payload = { price: 99 };
  const changed = await call(seller, `/products/${productId}`, { method: 'PATCH', payload });
  expect(changed.status).toBe(200);
  expect(await priceFor(buyer)).toEqual({ price: 99, bookedPrice: 120.5 });
  for (const other of [seller, await people.buyer()]) {
    expect(await priceFor(other)).toEqual({ price: 99, bookedPrice: undefined });
  }
  const wishlist = async () =>
    (await call<WishlistItem[]>(buyer, `/wishlist?email=${buyer.email}`)).body[0]?.price;
  expect(await wishlist()).toBe(120.5);
  await call(buyer, `/bookings/${bookingId}`, { method: 'DELETE' });
  expect(await wishlist()).toBe(99);
});
