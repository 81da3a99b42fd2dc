import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { everywhere, type ShopZone, setShopZones } from '#contract/delivery/shop-zones.ts';
import { createPeople } from '../../testing/people.ts';
import { selling } from '../../testing/selling.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';

const shop: TestShop = await createTestShop();
afterAll(() => shop.close());
const people = createPeople(shop.database);
const { list, change, read, send } = selling(() => shop);
const seller = await people.seller();

const zones: ShopZone[] = [
  { id: 'home', name: 'Inland' },
  { id: 'eu', name: { en: 'European Union', de: 'Europäische Union' } },
];
beforeEach(() => setShopZones(zones));
afterEach(() => setShopZones([everywhere]));

async function listed(delivery?: object) {
  const { body } = await list(seller, delivery ? { delivery } : {});
  return body.insertedId;
}

describe('the delivery of a listing', () => {
  it('the delivery is pickup when nothing is stated', async () => {
    expect((await read(await listed())).delivery).toEqual({ pickup: true });
  });

  it('the delivery is read as it was sent, with 0 for free, in the order of the zones', async () => {
    const id = await listed({ pickup: false, shipping: { eu: '12,50', home: 0 } });
    const { delivery } = await read(id);
    expect(delivery).toEqual({ pickup: false, shipping: { home: 0, eu: 12.5 }, days: 3 });
    expect(Object.keys(delivery?.shipping ?? {})).toEqual(['home', 'eu']);
    const own = await shop.app.inject({
      url: `/api/products?email=${seller.email}`,
      headers: await shop.as(seller),
    });
    expect(own.json()[0].delivery).toEqual(delivery);
  });

  it.each([
    [{ pickup: false }, 'delivery.pickup', 'Offer pickup, or shipping to at least one zone'],
    [{ pickup: false, shipping: {} }, 'delivery.pickup', /^Offer pickup/],
    [{ shipping: { eu: 1 } }, 'delivery.pickup', 'Choose yes or no'],
    [
      { pickup: true, shipping: { moon: 1 } },
      'delivery.shipping.moon',
      'The shop has no zone moon',
    ],
    [{ pickup: true, shipping: { eu: -1 } }, 'delivery.shipping.eu', /below 0/],
    [{ pickup: true, shipping: { eu: 'much' } }, 'delivery.shipping.eu', 'This is not a price'],
    [{ pickup: true, shipping: { eu: 1_000_001 } }, 'delivery.shipping.eu', /at most/],
    [{ pickup: true, shipping: { eu: 1.005 } }, 'delivery.shipping.eu', /digits|cents/],
  ])('the delivery %j is refused, with the field', async (delivery, field, message) => {
    const { status, body } = await list(seller, { delivery });
    expect([status, body.errors]).toMatchObject([
      400,
      [{ field, message: expect.stringMatching(message) }],
    ]);
  });

  it('the delivery is changed as a whole, and stays when something else is edited', async () => {
    const id = await listed({ pickup: true, shipping: { eu: 12, home: 5 } });
    await change(seller, id, { price: 99 });
    expect((await read(id)).delivery?.shipping).toEqual({ home: 5, eu: 12 });
    const same = { pickup: true, shipping: { eu: 12, home: 5 } };
    expect((await change(seller, id, { delivery: same })).body.modifiedCount).toBe(0);
    for (const delivery of [
      { pickup: false, shipping: { home: 6 } },
      { pickup: false, shipping: { eu: 6 } },
      { pickup: true },
    ]) {
      expect((await change(seller, id, { delivery })).body.modifiedCount).toBe(1);
      const days = delivery.shipping && { days: 3 };
      expect((await read(id)).delivery).toEqual({ ...delivery, ...days });
    }
  });

  it('the delivery leaves out a zone that the owner has removed until it is back', async () => {
    const id = await listed({ pickup: false, shipping: { eu: 12, home: 5 } });
    setShopZones([everywhere]);
    await change(seller, id, { name: 'Cornet' });
    expect((await read(id)).delivery).toMatchObject({ pickup: false, shipping: {} });
    setShopZones(zones);
    await change(seller, id, { name: 'Flugelhorn' });
    expect((await read(id)).delivery?.shipping).toEqual({ home: 5, eu: 12 });
  });

  it('the delivery has a price for each of 20 zones', async () => {
    const many = Array.from({ length: 20 }, (_, number) => ({ id: `z${number}`, name: 'Z' }));
    setShopZones(many);
    const shipping = Object.fromEntries(many.map(({ id }, number) => [id, number / 100]));
    const id = await listed({ pickup: false, shipping });
    expect((await read(id)).delivery).toEqual({ pickup: false, shipping, days: 3 });
  });

  it('the delivery in a shop without zones is pickup only', async () => {
    setShopZones([]);
    const { status } = await list(seller, { delivery: { pickup: true, shipping: { eu: 1 } } });
    expect(status).toBe(400);
    expect((await read(await listed({ pickup: true }))).delivery).toEqual({ pickup: true });
  });

  it('the database refuses a listing without delivery, and prices below 0', async () => {
    const { sql } = shop.database;
    const id = await listed({ pickup: true, shipping: { eu: 1 } });
    await expect(
      sql`update products set pickup = false, ships = false where id = ${id}`,
    ).rejects.toThrow('products_delivery');
    await expect(
      sql`update shipping_prices set price_cents = -1 where product_id = ${id}`,
    ).rejects.toThrow('shipping_prices_price');
  });

  it('the delivery is the same for a request that is repeated with its key, and not for another', async () => {
    const headers = { 'idempotency-key': 'delivery-1' };
    const image = { image: await selling(() => shop).picture() };
    const delivery = { pickup: false, shipping: { eu: 3 } };
    const first = await list(seller, { ...image, delivery }, headers);
    const again = await list(seller, { ...image, delivery }, headers);
    expect(again.body.insertedId).toBe(first.body.insertedId);
    expect((await list(seller, image, headers)).status).toBe(422);
    expect((await send(seller, { method: 'GET', path: '/products?status=advertise' })).status).toBe(
      200,
    );
  });
});
