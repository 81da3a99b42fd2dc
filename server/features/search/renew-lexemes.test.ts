import { readFile } from 'node:fs/promises';
import { afterAll, expect, it } from 'vitest';
import type { CallReply } from '#contract/calls.ts';
import { rawSql } from '../../database/sql.ts';
import { addProduct, addUser } from '../../testing/builders.ts';
import { createTestShop } from '../../testing/test-shop.ts';
import { renewal, renewLexemes } from './renew-lexemes.ts';

const shop = await createTestShop();
afterAll(() => shop.close());
await shop.catalogue.start();
const { database } = shop;
const { sql } = database;
const clock = { now: () => new Date() };

it('products of before the functions changed are found by what the new ones see, once the job has run', async () => {
  const sellerId = await addUser(database, { role: 'seller' });
  const add = (name: string) => addProduct(database, { sellerId, name, status: 'advertise' });
  await createFunctions('0020_search_products');
  await add('Roland FP-30X');
  await add('Λαϊκός μπαγλαμάς');
  await add('Cornet');
  await createFunctions(renewal.name);
  await add('Kawai ES-120X');
  expect(await namesFound('fp30')).toEqual([]);
  expect(await namesFound('es120')).toEqual(['Kawai ES-120X']);
  const before = await versions();

  expect(await renewLexemes({ database, clock })).toBe(2);
  await shop.catalogue.catchUp();
  expect(await namesFound('fp30')).toEqual(['Roland FP-30X']);
  expect(await namesFound('ΛΑΪΚΟΣ')).toEqual(['Λαϊκός μπαγλαμάς']);
  const after = await versions();
  // What has the new lexemes already is not written again.
  const isSame = (name: string) => after.get(name) === before.get(name);
  expect([...after.keys()].filter(isSame).sort()).toEqual(['Cornet', 'Kawai ES-120X']);

  expect(await renewLexemes({ database, clock })).toBe(0);
  expect(await versions()).toEqual(after);
});

/** Creates the functions as a migration does. */
async function createFunctions(migration: string): Promise<void> {
  const url = new URL(`../../database/migrations/${migration}.sql`, import.meta.url);
  const statements = (await readFile(url, 'utf8')).split('--> statement-breakpoint');
  for (const statement of statements.filter((text) => text.includes('create or replace function')))
    await sql`${rawSql(statement)}`;
}

async function namesFound(q: string): Promise<string[]> {
  const url = `/api/search?exact=1&q=${encodeURIComponent(q)}`;
  const { items } = (await shop.app.inject({ url })).json<CallReply<'searchProducts'>>();
  return items.map(({ name }) => name);
}

/** The transaction that wrote each product last. */
async function versions(): Promise<Map<string, string>> {
  const rows = await sql<{ name: string; version: string }[]>`
    select name, xmin::text as version from products`;
  return new Map(rows.map(({ name, version }) => [name, version]));
}
