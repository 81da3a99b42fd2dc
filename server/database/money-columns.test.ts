import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { highestMinorUnits } from '#contract/money/currency.ts';
import { createTestDatabase } from '../testing/test-database.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

/**
 * The tables whose amounts are about one listing, one offer or one sale: at most a price and its shipping. Their columns stay
 * as they are, because changing the type of a column rewrites its table. All other amounts may be sums of many sales.
 */
const tablesOfOneSale = [
  'bookings',
  'chargebacks',
  'disputes',
  'done_payment_issues',
  'former_prices',
  'offers',
  'payment_intents',
  'payments',
  'product_news',
  'products',
  'sandbox_disputes',
  'sandbox_intents',
  'sandbox_refunds',
  'seller_commissions',
  'shipping_prices',
  'wishlist_items',
  'wishlist_news',
];

it('price and shipping of one sale fit into 32 bits', () => {
  expect(2 * highestMinorUnits).toBeLessThan(2 ** 31);
});

it('amounts that may be sums of many sales are stored in 64 bits', async () => {
  const columns = await database.sql<{ table: string; name: string; type: string }[]>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not a.attisdropped
      and a.attname ~ 'cents|amount|price|money|balance' and format_type(a.atttypid, a.atttypmod) ~ 'int|num|double|real'
    order by 1, 2`;
  const narrow = columns.filter(({ type }) => type !== 'bigint');
  expect([...new Set(narrow.map(({ table }) => table))]).toEqual(tablesOfOneSale);
  expect(new Set(narrow.map(({ type }) => type))).toEqual(new Set(['integer', 'integer[]']));
});

/** What is cast to 32 bits in a source and is money, by the words of the expression or of its alias. */
function narrowCasts(source: string): string[] {
  return [...source.matchAll(/::int(?:eger|4)?\b(?:\[\])?(?: as "?\w+)?/g)]
    .map(({ index, 0: cast }) => source.slice(startOfOperand(source, index), index) + cast)
    .filter((text) => /cents|amount|price|fee\b|debt|money|balance/i.test(text));
}

/** Finds the beginning of the operand of a cast: a name, a value, or a call with its arguments. */
function startOfOperand(source: string, end: number): number {
  let depth = 0;
  let at = end - 1;
  for (; at >= 0; at -= 1) {
    const char = source[at] ?? '';
    if (')}'.includes(char)) depth += 1;
    else if ('({'.includes(char)) depth -= 1;
    else if (depth === 0 && !/[\w.$'"]/.test(char)) break;
    if (depth < 0) break;
  }
  return at + 1;
}

describe('casts of money', () => {
  it('money is cast to 64 bits in all statements', async () => {
    const server = fileURLToPath(new URL('..', import.meta.url));
    const files = await readdir(server, { recursive: true });
    const found: string[] = [];
    for (const file of files.filter((name) => /(?<!\.test)\.ts$/.test(name))) {
      for (const line of narrowCasts(await readFile(join(server, file), 'utf8'))) {
        found.push(`${file}: ${line}`);
      }
    }
    expect(found).toEqual([]);
  });

  it.each([
    'sum(amount_cents)::int as cents',
    'coalesce(s.amount, 0)::int as amount',
    'least(p.amount_cents - r.reversed, d.debt)::int as "amountCents',
    'price_before::int4',
    'column(({ feeCents }) => feeCents)::int[]',
    'coalesce(earned.released, 0)::integer as "releasedCents',
  ])('a narrow cast of money is found: %s', (line) => {
    expect(narrowCasts(line)).toEqual([line]);
  });
});
