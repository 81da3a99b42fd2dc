import { afterAll, describe, expect, it } from 'vitest';
import type { ListedProduct } from '#contract/products/products.ts';
import { createPeople } from '../../testing/people.ts';
import { selling } from '../../testing/selling.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { endPriceDrops } from './price-drops.ts';

const { list, change, read } = selling(() => shop);
const shop: TestShop = await createTestShop();
afterAll(() => shop.close());
const { sql } = shop.database;
const people = createPeople(shop.database);
await shop.catalogue.start();
const seller = await people.seller();

/** A listing of $100 that has been on sale for a month. */
async function listed() {
  const { insertedId } = (await list(seller, { price: 100, originalPrice: '' })).body;
  await daysPass(insertedId, 40);
  return insertedId;
}

/** Moves all that happened to a listing back in time. */
async function daysPass(id: string, days: number) {
  await sql`
    update products set created_at = created_at - ${days} * interval '1 day',
      price_dropped_at = price_dropped_at - ${days} * interval '1 day' where id = ${id}`;
  await sql`update former_prices set day = day - ${days}::int where product_id = ${id}`;
}

async function priceBefore(id: string, ...prices: number[]) {
  for (const price of prices) await change(seller, id, { price });
  return (await read(id)).priceBefore;
}

describe('a price drop', () => {
  it('a price that is lowered by 5 % or more is a drop from the price before, also in lists', async () => {
    const id = await listed();
    expect(await priceBefore(id, 95)).toBe(100);
    const headers = await shop.as(seller);
    const reply = await shop.app.inject({ url: `/api/sellers/${seller.id}/products`, headers });
    const products = reply.json<ListedProduct[]>();
    expect(products.find(({ _id }) => _id === id)?.priceBefore).toBe(100);
  });

  it('a price that is lowered by less is no drop', async () => {
    expect(await priceBefore(await listed(), 95.01)).toBeUndefined();
  });

  it('a price that was raised before it was lowered is no drop', async () => {
    const id = await listed();
    expect(await priceBefore(id, 150, 100)).toBeUndefined();
    // Below what it cost before it was raised, it is one from that price.
    expect(await priceBefore(id, 90)).toBe(100);
  });

  it('a raise counts for 30 days', async () => {
    const id = await listed();
    await priceBefore(id, 150);
    await daysPass(id, 31);
    expect(await priceBefore(id, 100)).toBe(150);
  });

  it('a price that is corrected soon after the listing is no drop', async () => {
    const { insertedId } = (await list(seller, { price: 1_000 })).body;
    expect(await priceBefore(insertedId, 100)).toBeUndefined();
  });

  it('a listing shows the price before the first of several drops', async () => {
    expect(await priceBefore(await listed(), 90, 80)).toBe(100);
  });

  it('a small step down leaves a drop, and a step up ends it', async () => {
    const id = await listed();
    expect(await priceBefore(id, 90, 89)).toBe(100);
    expect(await priceBefore(id, 91)).toBeUndefined();
    expect(await priceBefore(id, 89)).toBeUndefined();
  });

  it('a price that a server of an earlier version has raised again is shown as no drop', async () => {
    const id = await listed();
    await change(seller, id, { price: 90 });
    await sql`update products set price_cents = 12000 where id = ${id}`;
    expect((await read(id, seller)).priceBefore).toBeUndefined();
  });

  it('a drop ends after 14 days', async () => {
    const id = await listed();
    await priceBefore(id, 90);
    await daysPass(id, 13);
    await endPriceDrops(shop.database, new Date());
    expect((await read(id, seller)).priceBefore).toBe(100);
    await daysPass(id, 1);
    expect(await endPriceDrops(shop.database, new Date())).toBeGreaterThan(0);
    await shop.catalogue.catchUp();
    expect((await read(id)).priceBefore).toBeUndefined();
  });

  it('a product has at most one former price for each of 30 days, however often it is changed', async () => {
    const id = await listed();
    for (const price of [90, 80, 85, 70]) await change(seller, id, { price });
    await daysPass(id, 31);
    await change(seller, id, { price: 60 });
    const rows = await sql<{ cents: number }[]>`
      select lowest_cents as cents from former_prices where product_id = ${id}`;
    expect(rows).toEqual([{ cents: 7_000 }]);
  });
});

describe('a search for price drops', () => {
  it('a search for price drops finds those only, and counts them', async () => {
    const dropped = await listed();
    const other = await listed();
    for (const id of [dropped, other]) await change(seller, id, { name: 'Ophicleide' });
    await change(seller, dropped, { price: 80 });
    const headers = await shop.as(await people.buyer());
    const search = async (query: string) =>
      (await shop.app.inject({ url: `/api/search?q=ophicleide${query}`, headers })).json();
    expect((await search('')).facets.dropped).toEqual({ count: 1, isExact: true });
    const found = await search('&dropped=1');
    expect(found.items.map(({ _id }: ListedProduct) => _id)).toEqual([dropped]);
    expect(found.total).toEqual({ count: 1, isExact: true });
    await change(seller, dropped, { price: 100 });
    expect((await search('&dropped=1')).items).toEqual([]);
  });
});
