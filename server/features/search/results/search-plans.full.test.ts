import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sqlOn } from '../../../database/sql.ts';
import { valueTypes } from '../../../database/value-types.ts';
import { addImage, addUser } from '../../../testing/builders.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { findMatches } from '../matching/find-matches.ts';
import { interpretSearch, type Query } from '../matching/interpret-search.ts';
import { correctWords } from '../words/correct-words.ts';
import { stemReader } from '../words/read-stems.ts';
import { comparePrice } from './compare-price.ts';
import { findListedSince } from './find-listed-since.ts';
import { type SearchDeps, searchProducts } from './search-products.ts';
import { listSimilarProducts } from './similar-products.ts';
import { suggestSearches } from './suggest-searches.ts';

/* Every statement of a search goes through indexes: PostgreSQL reads none of the tables from one end to the other. */

const database = await createTestDatabase();
const pool = new pg.Pool({ connectionString: database.url, types: valueTypes, max: 4 });
// The database may go before the last connection to it has ended.
pool.on('error', () => undefined);
afterAll(async () => {
  await pool.end();
  await database.close();
});

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

const tablesRead = new Set<string>();
/** The most products that one statement has read. */
let maxProducts = 0;
/** Runs statements, and remembers which tables they read from one end to the other and how many products they read. */
const sql = sqlOn({
  async run({ text, values }) {
    const { rows } = await pool.query(
      `explain (analyze, timing off, format json) ${text}`,
      values as unknown[],
    );
    const nodes = everyNode(rows[0]['QUERY PLAN'][0].Plan);
    for (const node of nodes) {
      if (node['Node Type'].endsWith('Seq Scan')) tablesRead.add(node['Relation Name'] ?? '');
    }
    const ofProducts = nodes.filter((node) => node['Relation Name'] === 'products');
    maxProducts = Math.max(maxProducts, sum(ofProducts.map(rowsRead)));
    return pool.query(text, values as unknown[]);
  },
});

const everyNode = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(everyNode)];
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
/** Rows that a node found and rows that it left out; the numbers are of one loop. */
function rowsRead(node: PlanNode): number {
  const left = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return (node['Actual Rows'] + left) * node['Actual Loops'];
}

beforeAll(async () => {
  const [sellerId, imageId] = [
    await addUser(database, { role: 'seller' }),
    await addImage(database),
  ];
  await pool.query(
    `insert into products (id, seller_id, name, price_cents, category, condition, phone, location, description,
      purchase_year, image_id, status, created_at)
    select (lpad(to_hex(1700000000000 + n * 5000000::bigint), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid, $1,
      (array['Trumpet','Guitar','Piano','Violin'])[1 + n % 4] || ' ' || n, 1000 + n * 7 % 90000,
      (array['Brass','String','Keyboard','String'])[1 + n % 4], (array['Good','Fair'])[1 + n % 2], '555',
      (array['Leith','Turku','Graz'])[1 + n % 3], 'Plays well.', 1950 + n % 70, $2,
      case when n % 50 = 0 then 'advertise' else 'available' end, now()
    from generate_series(1, 12000) n`,
    [sellerId, imageId],
  );
  // Some prices are those of many.
  await pool.query('update products set price_cents = 50000 where purchase_year % 4 = 0');
  await pool.query(
    `insert into search_vocabulary (word, stem, products, names)
    select translate(md5(n::text), '0123456789', 'ghijklmnop'), 's' || n, 1, 1 from generate_series(1, 40000) n`,
  );
  await addSales(sellerId);
  await pool.query('analyze');
});

/** 4,000 further products, which are sold. */
async function addSales(sellerId: string): Promise<void> {
  await pool.query(
    `insert into products (id, seller_id, name, price_cents, category, condition, phone, location, description,
      purchase_year, image_id, status, created_at)
    select overlay(id::text placing 'a' from 25)::uuid, seller_id, name, price_cents, category, condition, phone,
      location, description, purchase_year, image_id, 'available', created_at
    from products order by id limit 4000`,
  );
  await pool.query(
    `insert into bookings (id, product_id, buyer_id, seller_id, buyer_name, buyer_email, product_name, price_cents,
      image_id, phone, location, state, hold_expires_at, paid_at, created_at)
    select id, id, $1, seller_id, 'Clara', 'clara@reprise.test', name, price_cents, image_id, '555', 'Graz', 'paid',
      now(), now(), now() from products where id::text like '________-____-____-____-a%'`,
    [sellerId],
  );
  await pool.query(
    `update products set status = 'sold', sold_booking_id = id
    where id::text like '________-____-____-____-a%'`,
  );
}

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
  { q: 'of the' },
  { q: 'アコースティックギター' },
  { q: 'trumpet graz daughter', condition: 'Good' },
];

const deps: SearchDeps = {
  reader: { sql, pictureOf: () => ({ url: '', picture: undefined }) },
  clock: { now: () => new Date() },
  stemsOf: stemReader(sql),
  shared: (_key, make) => make(),
};
const anybody = '01900000-0000-7000-8000-000000000000';

/** Lets the planner believe that there are so many products. */
async function pretendProducts(count: number): Promise<void> {
  await pool.query('alter table products set (autovacuum_enabled = off)');
  await pool.query(
    `select pg_restore_relation_stats('schemaname', current_schema()::text, 'relname', relname::text,
      'relpages', (pg_relation_size(oid) / 8192)::integer, 'reltuples', $1::real)
    from pg_class where oid = 'products'::regclass
      or oid in (select indexrelid from pg_index where indrelid = 'products'::regclass)`,
    [count],
  );
}

it('no table is read whole where 1,000,000 products are on sale', async () => {
  await pretendProducts(1_000_000);
  tablesRead.clear();
  for (const onlyAdvertised of [true, false]) {
    for (const query of queries) {
      const caller = { viewer: null, onlyAdvertised };
      await searchProducts(deps, { q: '', limit: 24, ...query }, caller);
    }
    await suggestSearches(deps, 'guitar tr', { onlyAdvertised });
    await suggestSearches(deps, 'guitar p-45', { onlyAdvertised });
  }
  for (const { cursor: _cursor, ...query } of queries) {
    const until = new Date('2026-11-20T11:59:00Z');
    const listedSince = { afterMs: until.getTime() - 86_400_000, userId: anybody };
    await findListedSince(deps, { q: '', limit: 24, ...query }, { listedSince, until, count: 5 });
  }
  // One seller, one picture and no bookings are read whole as the shortest way.
  const large = ['products', 'search_vocabulary'];
  expect([...tablesRead].filter((table) => large.includes(table))).toEqual([]);
});

it('a word that few or no products have is looked up in the index also where 1,000,000 products are on sale', async () => {
  await pretendProducts(1_000_000);
  maxProducts = 0;
  for (const text of ['trumpit', 'guitar xylorimba', 'zzyzx 4711']) {
    const search = await interpretSearch(deps, { q: text, limit: 24 });
    await correctWords(sql, search, false);
  }
  expect(maxProducts).toBeLessThanOrEqual(100);
});

/** The page that a signed-in user gets, and the most products that one of its statements read. */
async function readPage(query: Partial<Query>) {
  await pretendProducts(1_000_000);
  maxProducts = 0;
  const caller = { viewer: null, onlyAdvertised: false };
  const page = await searchProducts(deps, { q: '', limit: 24, ...query }, caller);
  return { page, maxProducts };
}

it('similar products and prices read some thousand products', async () => {
  const ofSold = await sql<{ id: string; name: string }[]>`
    select id, name from products where status = 'sold' order by id limit 2`;
  const ofListed = await sql<{ id: string; name: string }[]>`
    select id, name from products where status <> 'sold' order by id limit 2`;
  await pretendProducts(1_000_000);
  tablesRead.clear();
  maxProducts = 0;
  const products = [...ofSold, ...ofListed];
  for (const { id, name } of products) {
    for (const onlyAdvertised of [true, false]) {
      await listSimilarProducts(deps, { id, viewer: null, onlyAdvertised });
    }
    const instrument = { name, category: 'String', condition: 'Good' } as const;
    await comparePrice(deps, { ...instrument, priceCents: 1, sellerId: id }, id);
  }
  expect(products).toHaveLength(4);
  expect([...tablesRead]).not.toContain('products');
  // All of these products are of one seller, so those of each level are read and left out.
  expect(maxProducts).toBeLessThanOrEqual(6_000);
});

it('a search for products of verified sellers reads nothing when nobody is verified', async () => {
  await sql`update users set verified_at = null`;
  const { maxProducts: read, page } = await readPage({ verified: '1', category: 'Brass' });
  expect(page.total).toEqual({ count: 0, isExact: true });
  // The counts of other choices, without that filter, end after 1,001.
  expect(read).toBeLessThanOrEqual(1_100);
});

it('a page in the order of prices reads few products when its conditions exclude each other', async () => {
  const { page, maxProducts: read } = await readPage({
    q: 'piano',
    category: 'Brass',
    sort: 'price',
  });
  expect(page.items).toEqual([]);
  // The counts of the other categories end after 1,001.
  expect(read).toBeLessThanOrEqual(1_100);
});

it('a page far behind among equal prices reads about as many products as it shows', async () => {
  const [middle] = await sql<{ id: string }[]>`
    select id from products where price_cents = 50000 order by id offset 1500`;
  await pretendProducts(1_000_000);
  for (const sort of ['price', '-price'] as const) {
    const cursor = `50000.${middle?.id}`;
    const search = await interpretSearch(deps, { q: '', sort, cursor, limit: 24 });
    maxProducts = 0;
    const found = await findMatches(deps, search, { onlyAdvertised: false });
    expect(found).toHaveLength(25);
    expect(maxProducts, sort).toBeLessThanOrEqual(60);
  }
});
