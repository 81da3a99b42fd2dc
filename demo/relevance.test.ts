import { afterAll, expect, it } from 'vitest';
import { transaction } from '../server/database/transaction.ts';
import { listProduct } from '../server/features/products/list-product.ts';
import { searchProducts } from '../server/features/search/results/search-products.ts';
import { collectVocabulary } from '../server/features/search/words/collect-vocabulary.ts';
import { stemReader } from '../server/features/search/words/read-stems.ts';
import { addImage, addUser } from '../server/testing/builders.ts';
import { judgedQueries, judgeSearches } from '../server/testing/judge-searches.ts';
import { createTestDatabase } from '../server/testing/test-database.ts';
import { demoInstruments } from './catalogue.ts';
import { saidOfInstruments } from './said.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

/** The instruments of the demo that are on sale, with one picture. */
async function listInstruments(): Promise<void> {
  const sellerId = await addUser(database, { role: 'seller' });
  const imageId = await addImage(database);
  const onSale = demoInstruments.filter(({ soldTo }) => soldTo === undefined);
  await transaction(database, async (tx) => {
    for (const { key, name, price, category, condition, location, description, ...one } of onSale) {
      const texts = { name, price, category, condition, location, description };
      const listing = { ...texts, ...saidOfInstruments[key], number: one.phone, year: one.year };
      const delivery = { pickup: true, zones: [] };
      await listProduct(
        tx,
        sellerId,
        { ...listing, language: 'en', imageId, delivery },
        new Date(),
      );
    }
  });
  await collectVocabulary({ database, clock: { now: () => new Date(Date.now() + 120_000) } });
}

it('searches of musicians in eight languages find what they ask for in the demo, and no other instruments', async () => {
  await listInstruments();
  const { sql } = database;
  const deps = {
    reader: { sql, pictureOf: () => ({ url: '', picture: undefined }) },
    clock: { now: () => new Date() },
    stemsOf: stemReader(sql),
    shared: <Value>(_key: string, make: () => Promise<Value>) => make(),
  };
  const { found, wrong, wanted, faults } = await judgeSearches(sql, (q) =>
    searchProducts(deps, { q, limit: 10 }, { viewer: null, onlyAdvertised: false }),
  );
  expect(judgedQueries.length).toBeGreaterThanOrEqual(150);
  expect(wanted).toBeGreaterThan(50);
  expect(found, faults.join('\n')).toBeGreaterThanOrEqual(0.98);
  expect(wrong, faults.join('\n')).toBeLessThanOrEqual(0.01);
});
