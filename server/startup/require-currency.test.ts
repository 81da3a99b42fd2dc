import { afterEach, expect, it } from 'vitest';
import { transaction } from '../database/transaction.ts';
import { writeMovement } from '../features/ledger/write-ledger.ts';
import { addProduct, addUser } from '../testing/builders.ts';
import { addPayout } from '../testing/payout-builders.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { requireCurrency } from './require-currency.ts';

const opened: TestDatabase[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()));
});

async function openDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  opened.push(database);
  return database;
}

const at = new Date();
const start = (database: TestDatabase, code: string) => requireCurrency(database, code, at);

it('an empty database takes every currency, also a second one, and several servers at once', async () => {
  const database = await openDatabase();
  await Promise.all([start(database, 'JPY'), start(database, 'JPY'), start(database, 'JPY')]);
  await start(database, 'EUR');
  const stored = await database.sql`select code from shop_currency`;
  expect(stored.map(({ code }) => code)).toEqual(['EUR']);
});

it('a shop with listings starts in its own currency only, and is told both and what to do', async () => {
  const database = await openDatabase();
  await start(database, 'JPY');
  await addProduct(database);
  await start(database, 'JPY');
  await expect(start(database, 'EUR')).rejects.toMatchObject({
    message: 'This database has listings in JPY, but the shop is set to sell in EUR.',
    remedy:
      'Amounts are never converted. Set "currency": "JPY" in shop.json to go on with this database, or begin a shop in EUR with an empty one: another DATABASE_URL or DATA_DIR.',
  });
  await start(database, 'JPY');
});

it('amounts from before a shop had a currency are dollars', async () => {
  const database = await openDatabase();
  await addProduct(database);
  await expect(start(database, 'EUR')).rejects.toThrow('has listings in USD');
  await start(database, 'USD');
});

it.each([
  {
    what: 'entries of the ledger',
    add: async (database: TestDatabase) => {
      const movement = {
        debit: 'losses',
        credit: 'commission',
        kind: 'charge',
        cause: 'x',
      } as const;
      await transaction(database, async (tx) =>
        writeMovement(tx, { ...movement, amountCents: 1, bookingId: null }, at),
      );
    },
  },
  {
    what: 'entries of the ledger',
    add: async (database: TestDatabase) => {
      await addPayout(database, { sellerId: await addUser(database) });
    },
  },
  {
    what: 'saved searches with prices',
    add: async (database: TestDatabase) => {
      const userId = await addUser(database);
      await database.sql`
        insert into saved_searches (id, user_id, name, query, has_alert, mailed_until, seen_at, created_at)
        values (gen_random_uuid(), ${userId}, 'Cheap', '{"maxPrice": 250}', false, now(), now(), now())`;
    },
  },
])('$what keep the currency of a shop', async ({ what, add }) => {
  const database = await openDatabase();
  await start(database, 'USD');
  await add(database);
  await expect(start(database, 'KWD')).rejects.toThrow(`This database has ${what} in USD`);
});

it('people and their saved searches without a price do not', async () => {
  const database = await openDatabase();
  await start(database, 'USD');
  const userId = await addUser(database);
  await database.sql`
    insert into saved_searches (id, user_id, name, query, has_alert, mailed_until, seen_at, created_at)
    values (gen_random_uuid(), ${userId}, 'Brass', '{"category": "Brass"}', false, now(), now(), now())`;
  await start(database, 'KWD');
});
