import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sqlOn } from '../../database/sql.ts';
import { valueTypes } from '../../database/value-types.ts';
import { addImage, addUser } from '../../testing/builders.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import type { Frequencies } from './frequencies.ts';
import { stemReader } from './read-stems.ts';
import type { Query } from './search-plan.ts';
import { searchProducts } from './search-products.ts';
import { suggestSearches } from './suggest-searches.ts';

/* Every statement of a search goes through indexes: PostgreSQL reads none of the tables from one end to the other. */

const database = await createTestDatabase();
const pool = new pg.Pool({ connectionString: database.url, types: valueTypes, max: 4 });
afterAll(async () => {
  await pool.end();
  await database.close();
});

const tablesRead = new Set<string>();
/** Runs statements, and remembers which tables their plans read from one end to the other. */
const sql = sqlOn({
  async run({ text, values }) {
    const { rows } = await pool.query(`explain ${text}`, values as unknown[]);
    const plan = rows.map((row) => String(row['QUERY PLAN'])).join('\n');
    for (const [, table = ''] of plan.matchAll(/Seq Scan on (\w+)/g)) tablesRead.add(table);
    return pool.query(text, values as unknown[]);
  },
});

beforeAll(async () => {
  const [sellerId, imageId] = [
    await addUser(database, { role: 'seller' }),
    await addImage(database),
  ];
  await pool.query(
    `insert into products (id, seller_id, name, price_cents, category, condition, phone, location, description,
      purchase_year, image_id, status, created_at)
    select (lpad(to_hex(1700000000000 + n * 10000000::bigint), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid, $1,
      (array['Trumpet','Guitar','Piano','Violin'])[1 + n % 4] || ' ' || n, 1000 + n * 7 % 90000,
      (array['Brass','String','Keyboard','String'])[1 + n % 4], (array['Good','Fair'])[1 + n % 2], '555',
      (array['Leith','Turku','Graz'])[1 + n % 3], 'Plays well.', 1950 + n % 70, $2,
      case when n % 50 = 0 then 'advertise' else 'available' end, now()
    from generate_series(1, 4000) n`,
    [sellerId, imageId],
  );
  await pool.query(
    `insert into search_vocabulary (word, stem, products, names)
    select translate(md5(n::text), '0123456789', 'ghijklmnop'), 's' || n, 1, 1 from generate_series(1, 40000) n`,
  );
  await pool.query('analyze');
});

const plans: Record<string, Frequencies> = {
  few: { products: 4_000, shares: new Map(), rarestShare: 0.001 },
  slices: { products: 1e7, shares: new Map(), rarestShare: 0.004 },
  frequent: { products: 1e7, shares: new Map(), rarestShare: 1 },
};

const queries: Partial<Query>[] = [
  { q: 'trumpet' },
  { q: 'trumpet', sort: 'newest' },
  { q: 'guitar leith', cursor: '1.018c0000-0000-7000-8000-000000000000' },
  { q: 'trumpet', sort: 'price', category: 'Brass', minPrice: 20, maxPrice: 500 },
  { q: 'piano', sort: '-price', verified: '1', free: '1' },
  { sort: 'price' },
  { condition: 'Good', minYear: 1960, maxYear: 1985, place: 'turku' },
  {},
  { q: 'trumpit' },
];

it.each(Object.keys(plans))('no table is read whole when the plan is for %s', async (name) => {
  const frequencies = plans[name];
  if (!frequencies) return;
  const deps = {
    reader: { sql, pictureOf: () => ({ url: '', picture: undefined }) },
    clock: { now: () => new Date('2026-11-20T12:00:00Z') },
    stemsOf: stemReader(sql),
    frequencies: async () => frequencies,
    shared: <Value>(_key: string, make: () => Promise<Value>) => make(),
  };
  for (const onlyAdvertised of [true, false]) {
    for (const query of queries) {
      const caller = { viewer: null, onlyAdvertised };
      await searchProducts(deps, { q: '', limit: 24, ...query }, caller);
    }
    await suggestSearches(deps, 'guitar tr', onlyAdvertised);
  }
  // One seller, one picture and no bookings are read whole as the shortest way.
  const large = ['products', 'search_vocabulary'];
  expect([...tablesRead].filter((table) => large.includes(table))).toEqual([]);
});
