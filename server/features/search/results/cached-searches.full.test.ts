import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import { transaction } from '../../../database/transaction.ts';
import { type ListeningServer, startListeningServer } from '../../../testing/listening-server.ts';
import { createPeople, outcome } from '../../../testing/people.ts';
import { createTestShop, type TestShop } from '../../../testing/test-shop.ts';
import { recordCatalogueChange } from '../../products/catalogue-changes.ts';
import type { KnownUser } from '../../users/find-user.ts';
import { createMatchDeps } from '../matching/match-deps.ts';
import { collectVocabulary } from '../words/collect-vocabulary.ts';
import { type SearchDeps, searchProducts } from './search-products.ts';

/*
 * Products are listed, edited, booked, sold and withdrawn through two servers, whose cached searches are dropped only by
 * changes of what they find or found. Whatever happens, each server finds and counts what the database says.
 */

let shop: TestShop;
let people: ReturnType<typeof createPeople>;
let cached: [ListeningServer, ListeningServer];
let uncached: ListeningServer;
let seller: KnownUser;
let buyer: KnownUser;
let products: string[];

beforeAll(async () => {
  shop = await createTestShop();
  people = createPeople(shop.database);
  cached = [await startListeningServer(shop), await startListeningServer(shop)];
  uncached = await startListeningServer(shop, { isCached: false });
  seller = await shop.make.user({ role: 'seller' });
  buyer = await people.buyer();
  products = [];
  for (const name of names) products.push(await shop.make.product(seller.id, { name }));
  for (let number = 1; number <= 200; number += 1) {
    const price = 150 + 4 * number;
    await shop.make.product(seller.id, { name: 'Drum', category: 'Percussion', price });
  }
  await shop.database.sql`update products set category = 'String' where name like 'Student%'`;
  await shop.database.sql`update products set condition = 'Good' where name like '%ornet%'`;
  await shop.database.sql`analyze products`;
});
afterAll(async () => {
  for (const server of [...cached, uncached]) await server.close();
  await shop.close();
});

const names = ['Silver cornet', 'Old flugelhorn', 'Student violin JV-1080', 'Cornet in a case'];
const changes = [
  ...names.map((name) => ({ name })),
  { category: 'Brass' },
  { category: 'String' },
  { category: '' },
  { condition: 'Good' },
  { condition: 'Fair' },
  { location: 'Leith' },
  { location: 'New York' },
  { year: 1962 },
  { year: 2001 },
  { name: 'Silver cornet RV-90' },
  { price: 30 },
  { price: 90 },
  { price: 700 },
  { price: 2_400 },
  { description: 'A flugelhorn is not what this is' },
];

const paths = [
  '/search?q=cornet&limit=3',
  '/search?q=silver+cornet&limit=3',
  '/search?q=flugelhorn&condition=Good&limit=3',
  '/search?q=jv1080&limit=3',
  '/search?q=cornet&place=Leith&maxPrice=1000&sort=price&limit=3',
  '/search?q=flugelhrn&limit=3',
  '/search?q=flugelhrn&condition=Good&limit=3',
  '/search?category=Brass&limit=3',
  '/search?category=String&condition=Fair&place=new+york&limit=3',
  '/search?category=Brass&condition=Good&limit=3',
  '/search?q=silver+flugelhorn+daughter&limit=3',
  '/search?condition=Good&free=1&limit=3',
  '/search?minYear=1960&maxYear=1969&limit=3',
  '/search?minYear=1960&category=Brass&limit=3',
  '/search?minPrice=1000&verified=1&limit=3',
  '/search?q=cornet&sort=price&limit=1',
  '/search?q=cornet&sort=-price&limit=1',
  '/search?sort=price&limit=2',
  '/search?sort=price&limit=1&cursor=9000.ffffffff-ffff-7fff-bfff-ffffffffffff',
  '/search?place=leith&condition=Good&sort=-price&limit=1&cursor=20000.00000000-0000-7000-8000-000000000000',
  '/search?q=cornet&maxPrice=100&limit=2',
  '/search?minPrice=1000&maxPrice=3000&limit=2',
  '/search/suggestions?q=co',
  '/search/suggestions?q=silver+c',
  '/search/suggestions?q=jv-1080',
  '/search/suggestions?q=jv-10',
  '/search/suggestions?q=silver+rv9',
  '/category/Brass?limit=3',
  '/category/String?limit=3',
];

type Perform = (server: ListeningServer, id: string, change: object) => Promise<unknown>;

const perform = {
  edit: (server, id, payload) =>
    server.ask(`/products/${id}`, { method: 'PATCH', as: seller, payload }),
  async list(server, _id, given) {
    const name = 'name' in given ? String(given.name) : 'Silver cornet';
    products.push(await shop.make.product(seller.id, { name }));
    // As the function that lists does.
    await transaction(shop.database, (tx) =>
      recordCatalogueChange(tx, products.at(-1) ?? '', new Date()),
    );
    await server.catalogue.catchUp();
  },
  advertise: (server, id) =>
    server.ask(`/products/${id}`, {
      method: 'PATCH',
      as: seller,
      payload: { status: 'advertise' },
    }),
  book: (server, productId) =>
    server.ask('/bookings', {
      method: 'POST',
      as: buyer,
      payload: { productId, price: 120.5, phone: '555-0199', location: 'Leith' },
    }),
  async release(server, id) {
    const [held] = await holds(id);
    if (held) await server.ask(`/bookings/${held.id}`, { method: 'DELETE', as: buyer });
  },
  async expire(server, id) {
    await shop.database.sql`
      update bookings set hold_expires_at = clock_timestamp() + interval '5 milliseconds'
      where product_id = ${id} and state = 'held'`;
    await shop.database.sql`select pg_sleep_for('10 milliseconds')`;
    await server.catalogue.catchUp();
  },
  async pay(server, id) {
    const [held] = await holds(id);
    if (held) await outcome(people.pay(held.id));
    await server.catalogue.catchUp();
  },
  async verify(server) {
    // No one stops being verified in the shop, but each history begins where the one before has ended.
    await shop.database.sql`
      update users set verified_at = case when verified_at is null then now() end where id = ${seller.id}`;
    await transaction(shop.database, async (tx) => recordCatalogueChange(tx, null, new Date()));
    await server.catalogue.catchUp();
  },
  withdraw: (server, id) => server.ask(`/products/${id}`, { method: 'DELETE', as: seller }),
  async collect(server) {
    const later = new Date(Date.now() + 3_600_000);
    await collectVocabulary({ database: shop.database, clock: { now: () => later } });
    await server.catalogue.catchUp();
  },
} satisfies Record<string, Perform>;

const holds = (productId: string) => shop.database.sql<{ id: string }[]>`
  select id from bookings where product_id = ${productId} and state = 'held'`;

const action = fc.record({
  kind: fc.constantFrom<keyof typeof perform>(
    ...(['edit', 'edit', 'edit', 'edit'] as const),
    ...(Object.keys(perform) as (keyof typeof perform)[]),
  ),
  product: fc.nat(20),
  change: fc.constantFrom(...changes),
  server: fc.constantFrom<0 | 1>(0, 1),
});

async function expectWhatTheDatabaseSays(servers: readonly ListeningServer[]) {
  for (const path of paths) {
    const { body } = await uncached.ask(path, { as: buyer });
    for (const server of servers) {
      const reply = await server.ask(path, { as: buyer });
      expect(reply.status).toBe(200);
      expect(`${path} ${reply.body}`).toBe(`${path} ${body}`);
    }
  }
}

it('a cached search finds and counts what the database says, after any changes on any server', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(action, { minLength: 6, maxLength: 12, size: 'max' }),
      async (steps) => {
        for (const { kind, product, change, server } of steps) {
          const id = products[product % products.length] ?? '';
          await perform[kind](cached[server], id, change);
          // The server that made the change shows it before its answer.
          await expectWhatTheDatabaseSays([cached[server]]);
          for (const { catalogue } of cached) await catalogue.catchUp();
          await expectWhatTheDatabaseSays(cached);
        }
      },
    ),
    { numRuns: 60, endOnFailure: true },
  );
}, 7_200_000);

it('a cached search is kept through changes of what it does not find', async () => {
  const [server] = cached;
  const id = await shop.make.product(seller.id, { name: 'Bandoneon', category: 'Keyboard' });
  // Nothing is stored by a server that has not looked for changes for a while.
  await server.catalogue.catchUp();
  const read = async (path: string) => (await server.ask(path, { as: buyer })).body;
  const kept = '/search?q=didgeridoo&limit=3&exact=1';
  const dropped = '/search?q=bandoneon&limit=3';
  for (const path of [kept, dropped, kept, dropped]) await read(path);
  const isKept = (path: string) => {
    const address = `/api${path}`.replace('&limit=3&exact=1', '&exact=1&limit=3');
    return server.caches.personalResponses.get(buyer.id, address) !== undefined;
  };
  expect([isKept(kept), isKept(dropped)]).toEqual([true, true]);
  await server.ask(`/products/${id}`, { method: 'PATCH', as: seller, payload: { price: 77 } });
  expect([isKept(kept), isKept(dropped)]).toEqual([true, false]);
});

it('a seller who is verified when the cached work begins is among those whom it finds and counts', async () => {
  const late = await shop.make.user({ role: 'seller' });
  const id = await shop.make.product(late.id, { name: 'Ophicleide' });
  const { sql } = shop.database;
  const deps: SearchDeps = {
    ...createMatchDeps({ sql, clock: systemClock }),
    reader: { sql, pictureOf: () => ({ url: '', picture: undefined }) },
    async shared(_key, make) {
      await sql`update users set verified_at = now() where id = ${late.id}`;
      return make();
    },
  };
  const query = { q: 'ophicleide', verified: '1', exact: '1', limit: 3 } as const;
  const found = await searchProducts(deps, query, { viewer: null, onlyAdvertised: false });
  expect(found.total).toEqual({ count: 1, isExact: true });
  expect(found.items.map(({ _id }) => _id)).toEqual([id]);
});
