import { readdir, readFile } from 'node:fs/promises';
import { afterAll, expect, it } from 'vitest';
import type { CallReply } from '#contract/calls.ts';
import { rawSql } from '../../../database/sql.ts';
import { transaction } from '../../../database/transaction.ts';
import { queryOfWords } from '../../../database/word-search.ts';
import { addProduct, addUser } from '../../../testing/builders.ts';
import { createTestShop } from '../../../testing/test-shop.ts';
import { respellRows } from './respell-rows.ts';

const shop = await createTestShop();
afterAll(() => shop.close());
await shop.catalogue.start();
const { database } = shop;

async function statementsOf(migration: string): Promise<string[]> {
  const folder = new URL('../../../database/migrations/', import.meta.url);
  const name = (await readdir(folder)).find((one) => one.endsWith(`_${migration}.sql`)) ?? '';
  const file = new URL(name, folder);
  return (await readFile(file, 'utf8')).split('--> statement-breakpoint');
}

const run = (statements: readonly string[]) =>
  transaction(database, async ({ sql }) => {
    for (const statement of statements) await sql`${rawSql(statement)}`;
  });

it('a product and a user from before the migration are found in the new spelling once the job has run', async () => {
  const [plainText = '', spaced = ''] = await statementsOf('initial_schema');
  await run(
    [plainText, spaced].map((one) => one.replace('create function', 'create or replace function')),
  );
  await run(['drop function search_without_article']);
  const sellerId = await addUser(database, { role: 'seller', name: 'فاطمة الأندلسي' });
  for (let at = 0; at < 200; at += 1) await addUser(database);
  const names = [...Array.from({ length: 205 }, (_, at) => `Viola ${at}`), 'العُود القديم'];
  for (const name of names) await addProduct(database, { sellerId, name, status: 'advertise' });
  await database.sql`
    insert into search_vocabulary (word, stem, products, names)
    values ('العُود', 'العُود', 3, 2), ('عود', 'عود', 4, 1)`;

  await run(await statementsOf('arabic_spelling'));
  await database.sql`analyze users`;
  const vocabulary = await database.sql`select word, products, names from search_vocabulary`;
  expect(vocabulary).toEqual([{ word: 'عود', products: 7, names: 3 }]);

  const matching = (search: string) =>
    transaction(database, async ({ sql }) => {
      await sql`set local enable_seqscan = off`;
      await sql`set local enable_indexscan = off`;
      return sql<{ name: string }[]>`
    select name from users where removed_at is null
      and to_tsvector('simple', search_words(name || ' ' || email)) @@ ${queryOfWords(sql, search)}`;
    });
  const clock = { now: () => new Date() };
  const found = async () => {
    await shop.catalogue.catchUp();
    const url = `/api/search?${new URLSearchParams({ exact: '1', q: 'عود' })}`;
    const { items } = (await shop.app.inject({ url })).json<CallReply<'searchProducts'>>();
    return items.map(({ name }) => name);
  };
  expect(await found()).toEqual([]);
  expect(await matching('اندلسى')).toEqual([]);
  expect(await respellRows({ database, clock })).toBe(2);
  expect(await found()).toEqual(['العُود القديم']);
  expect(await matching('اندلسى')).toEqual([{ name: 'فاطمة الأندلسي' }]);
  expect(await respellRows({ database, clock })).toBe(0);
  expect(await database.sql`select from search_progress where name like 'respelled%'`).toEqual([]);
});
