import { afterAll, beforeAll, expect, it } from 'vitest';
import { testCards } from '#contract/payments/test-cards.ts';
import { rawSql } from '../../../database/sql.ts';
import { createFluteIntent, sandboxBuyer } from '../../../testing/sandbox-buyer.ts';
import { createTestShop, type TestShop } from '../../../testing/test-shop.ts';

let shop: TestShop;
const delivered: Buffer[] = [];

beforeAll(async () => {
  const deliver = async (body: Buffer) => {
    delivered.push(body);
    return 200;
  };
  shop = await createTestShop({ logLevel: 'debug', sandboxOptions: { deliver } });
});
afterAll(() => shop.close());

const good = '4242424242424242';
const newIntent = () => createFluteIntent(shop.cards);

it('a card number ends up neither in the database, the log, the webhooks nor a response', async () => {
  const buyer = sandboxBuyer(shop.app);
  const numbers = testCards.map(({ number }) => number);
  const replies: unknown[] = [];
  for (const number of [...numbers, '4111111111111111', `${good}x`]) {
    replies.push((await buyer.pay(await newIntent(), number, { cvc: '987' })).body);
  }
  await shop.cards.idle();
  const tables = await shop.database.sql<{ name: string }[]>`
      select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
      from information_schema.tables
      where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`;
  expect(tables.map(({ name }) => name)).toContain('public.sandbox_intents');
  let everything = JSON.stringify([shop.logged, replies, delivered.map(String)]);
  for (const { name } of tables) {
    const [row] = await shop.database.sql`
      select coalesce(string_agg(t::text, ' '), '') as text from ${rawSql(name)} t`;
    everything += row?.text;
  }
  expect(everything).toContain('pi_sandbox_');
  const found = [...numbers, '4111111111111111'].filter((number) => everything.includes(number));
  expect(found).toEqual([]);
});
