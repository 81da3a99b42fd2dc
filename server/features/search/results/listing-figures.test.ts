import { afterAll, describe, expect, it } from 'vitest';
import type { ListingFigures } from '#contract/products/listing-figures.ts';
import { insertRow } from '../../../testing/builders.ts';
import { createPeople } from '../../../testing/people.ts';
import { createTestShop, type TestShop } from '../../../testing/test-shop.ts';

const shop: TestShop = await createTestShop();
afterAll(() => shop.close());
const people = createPeople(shop.database);
const { sql } = shop.database;
const seller = await people.seller();

async function figuresOf(ids: readonly string[], language = 'en'): Promise<ListingFigures[]> {
  const url = `/api/products/figures?email=${seller.email}&ids=${ids.join()}&language=${language}`;
  return (await shop.app.inject({ url, headers: await shop.as(seller) })).json();
}

describe('the figures of listings', () => {
  it('a listing has its views of 30 days, wishes, offers and questions', async () => {
    const id = await people.make.product(seller.id);
    const buyer = await people.buyer();
    for (const [daysAgo, count] of [
      [0, 3],
      [29, 4],
      [30, 100],
    ]) {
      await sql`insert into product_views (product_id, day, count)
        values (${id}, (now() at time zone 'UTC')::date - ${daysAgo ?? 0}::int, ${count ?? 0})`;
    }
    const now = new Date();
    await insertRow(shop.database, 'wishlist_items', {
      id: crypto.randomUUID(),
      userId: buyer.id,
      productId: id,
      createdAt: now,
    });
    await insertRow(shop.database, 'threads', {
      id: crypto.randomUUID(),
      productId: id,
      buyerId: buyer.id,
      sellerId: seller.id,
      startedBy: buyer.id,
      createdAt: now,
    });
    const [figures] = await figuresOf([id]);
    expect(figures).toMatchObject({ _id: id, views: 7, wishes: 1, offers: 0, questions: 1 });
  });

  it('a listing says what buyers filter by and its seller has not said, what matters most first', async () => {
    const id = await people.make.product(seller.id, { name: 'Old thing' });
    const missing = async (language?: string) => (await figuresOf([id], language))[0]?.missing;
    expect(await missing()).toEqual({ field: 'kind' });
    await sql`update products set kind = 'violin', kind_from = 'seller' where id = ${id}`;
    expect(await missing()).toEqual({ field: 'brand' });
    await sql`update products set brand = 'Roth', brand_normal = 'roth' where id = ${id}`;
    const asked = await missing();
    expect(asked).toEqual({ field: 'fact', label: expect.stringMatching(/\w/) });
  });

  it('a price above that of three quarters of similar ones is named with that price', async () => {
    for (const price of [100, 110, 120, 130, 140]) {
      await people.make.product((await people.seller()).id, { name: 'Kazamori KT-7S', price });
    }
    const [dear, usual] = [
      await people.make.product(seller.id, { name: 'Kazamori KT-7S', price: 200 }),
      await people.make.product(seller.id, { name: 'Kazamori KT-7S', price: 120 }),
    ];
    const figures = await figuresOf([dear, usual]);
    expect(figures.map(({ priceAbove }) => priceAbove)).toEqual([130, undefined]);
  });

  it('the figures of what is sold have no advice, and ids of other sellers are left out', async () => {
    const { productId } = await people.sell(seller);
    const other = await people.make.product((await people.seller()).id);
    const figures = await figuresOf([productId, other]);
    expect(figures).toEqual([{ _id: productId, views: 0, wishes: 0, offers: 0, questions: 0 }]);
  });
});
