import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { setShopCategories } from '#contract/products/shop-categories.ts';
import { connect } from '../backup/connect.ts';
import { newId } from '../core/ids.ts';
import { checkCategories } from '../doctor/check-categories.ts';
import { addProduct, addUser, insertRow } from '../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { moveCategories } from './move-categories.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.sql`delete from products`;
  await database.sql`delete from saved_searches`;
  await moveCategories(database);
});
afterEach(() => setShopCategories());

const dj = { id: 'dj-and-studio', name: 'DJ and studio' };

const categoriesNow = async () => {
  const rows = await database.sql<{ category: string | null }[]>`
    select category from products order by id`;
  return rows.map(({ category }) => category);
};

async function saveSearch(userId: string, query: object): Promise<void> {
  const at = new Date();
  const times = { mailedUntil: at, seenAt: at, createdAt: at };
  const row = { id: newId(at), userId, name: 'S', query, hasAlert: false, ...times };
  await insertRow(database, 'saved_searches', row);
}

it('a category with listings that shop.json no longer names stops the start with their number and where they could go', async () => {
  await addProduct(database, { category: 'Keyboard' });
  await addProduct(database, { category: 'Keyboard' });
  await addProduct(database, { category: 'String' });
  setShopCategories([{ id: 'String' }, dj]);
  const text =
    'This database has 2 listings in the category Keyboard, which shop.json does not name.';
  await expect(moveCategories(database)).rejects.toMatchObject({
    message: text,
    remedy: expect.stringContaining('"was": ["Keyboard"]'),
  });
  expect(await categoriesNow()).toEqual(['Keyboard', 'Keyboard', 'String']);
});

it('the listings and saved searches of a former category move to the one that says what it was', async () => {
  await addProduct(database, { category: 'Keyboard' });
  await addProduct(database, { category: null });
  const userId = await addUser(database);
  await saveSearch(userId, { q: 'moog', category: 'Keyboard' });
  await saveSearch(userId, { category: 'Keyboard' });
  await saveSearch(userId, { category: 'dj-and-studio' });
  setShopCategories([{ id: 'String' }, { ...dj, was: ['Keyboard'] }]);
  expect(await moveCategories(database)).toEqual([
    '1 listing and 2 saved searches of the former category Keyboard are in dj-and-studio now.',
  ]);
  expect(await categoriesNow()).toEqual(['dj-and-studio', null]);
  const searches = await database.sql<{ query: object }[]>`
    select query from saved_searches where user_id = ${userId} order by id`;
  expect(searches.map(({ query }) => query)).toEqual([
    { q: 'moog', category: 'dj-and-studio' },
    { category: 'dj-and-studio' },
  ]);
  expect(await moveCategories(database)).toEqual([]);
});

it('doctor finds the listings of a category that shop.json does not name', async () => {
  await addProduct(database, { category: 'Brass' });
  setShopCategories([dj]);
  const client = await connect(database.url);
  const findings = await checkCategories(client).finally(() => client.end());
  expect(findings).toEqual([
    expect.objectContaining({
      level: 'fault',
      text: 'This database has 1 listing in the category Brass, which shop.json does not name.',
    }),
  ]);
});
