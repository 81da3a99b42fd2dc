import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { type ShopCategory, setShopCategories } from '#contract/products/shop-categories.ts';
import { selling } from '../testing/selling.ts';
import { createTestShop, type TestShop } from '../testing/test-shop.ts';
import { moveCategories } from './move-categories.ts';

const { list, read } = selling(() => shop);
const own: readonly ShopCategory[] = [
  { id: 'String' },
  { id: 'dj-and-studio', name: { en: 'DJ and studio', nl: 'DJ en studio' }, was: ['Keyboard'] },
];
setShopCategories(own);
const shop: TestShop = await createTestShop({ openCatalogue: true });
await moveCategories(shop.database);
await shop.catalogue.start();
const seller = await shop.make.user({ role: 'seller' });

beforeEach(() => setShopCategories(own));
afterEach(() => setShopCategories());
afterAll(() => shop.close());

const get = async (url: string) => {
  const reply = await shop.app.inject({ url: `/api${url}`, headers: await shop.as(seller) });
  return { status: reply.statusCode, body: reply.json() };
};

it('a listing in a category of the owner is in its list, in the search and in its counts', async () => {
  const { status, body } = await list(seller, { category: 'dj-and-studio', name: 'Model 1 mixer' });
  expect(status).toBe(201);
  expect((await read(body.insertedId)).category).toBe('dj-and-studio');
  const names = ({ name }: { name: string }) => name;
  expect((await get('/category/dj-and-studio')).body.map(names)).toContain('Model 1 mixer');
  const found = await get('/search?category=dj-and-studio');
  expect(found.body.items.map(names)).toEqual(['Model 1 mixer']);
  expect(found.body.facets.category.map(({ value }: { value: string }) => value)).toEqual([
    'String',
    'dj-and-studio',
  ]);
});

it('the name of a category of the owner is found in every language that it has', async () => {
  await list(seller, { category: 'dj-and-studio', name: 'Model 2 mixer' });
  for (const q of ['studio', 'dj en studio']) {
    const { body } = await get(`/search?q=${encodeURIComponent(q)}`);
    expect(body.items.map(({ name }: { name: string }) => name)).toContain('Model 2 mixer');
  }
  const { body } = await get('/search/suggestions?q=stud');
  expect(body).toContainEqual({ kind: 'category', text: 'dj-and-studio' });
});

it('a former category of the shop is taken for the one that has its listings now', async () => {
  const { body } = await list(seller, { category: 'Keyboard', name: 'Stage piano' });
  expect((await read(body.insertedId)).category).toBe('dj-and-studio');
  expect((await get('/search?category=Keyboard')).status).toBe(200);
});

it('a category of the specification that the shop does not have is refused with those that it has', async () => {
  const { status, body } = await list(seller, { category: 'Brass' });
  expect(status).toBe(400);
  expect(body).toMatchObject({
    errors: [{ field: 'category', message: 'The category must be one of String, dj-and-studio' }],
  });
  expect((await get('/category/Brass')).status).toBe(404);
});

it('the OpenAPI document has the categories of the shop', async () => {
  const { body } = await get('/openapi.json');
  const text = JSON.stringify(body);
  expect(text).toContain('"enum":["String","dj-and-studio"]');
  expect(text).not.toContain('"Woodwind"');
});
