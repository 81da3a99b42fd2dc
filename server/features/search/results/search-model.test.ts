import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Category,
  type Condition,
  conditions,
  playingStates,
  specifiedCategories,
} from '#contract/constants.ts';
import { everywhere, setShopZones } from '#contract/delivery/shop-zones.ts';
import { type SearchOrder, searchOrders } from '#contract/search/search.ts';
import { newId } from '../../../core/ids.ts';
import { addBooking, addImage, addProduct, addUser, insertRow } from '../../../testing/builders.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { findMatches } from '../matching/find-matches.ts';
import { interpretSearch, type Query } from '../matching/interpret-search.ts';
import { stemReader } from '../words/read-stems.ts';
import { type SearchDeps, searchProducts } from './search-products.ts';

/*
 * Every combination of words, filters, orders and cursors gives what a plain filter and sort over all products in memory
 * gives, in whichever way the products are read.
 */

const database = await createTestDatabase();
afterAll(() => database.close());
const { sql } = database;

const words = ['amber', 'bronze', 'cobalt', 'dx7', 'ebony'] as const;
const places = ['Leith', 'Turku', 'Wexford harbour'] as const;

interface Listed {
  id: string;
  name: string;
  description: string;
  priceCents: number;
  category: Category | null;
  condition: Condition;
  purchaseYear: number;
  location: string;
  brand: string | null;
  isVerified: boolean;
  isHeld: boolean;
  isAdvertised: boolean;
  /** Null unless its price has dropped. */
  priceBeforeCents: number | null;
  /** What sending it costs in cents, by the zone. */
  shipping: Record<string, number>;
}

const zones = [
  { id: 'near', name: 'Near' },
  { id: 'far', name: 'Far' },
];
beforeAll(() => setShopZones(zones));
afterAll(() => setShopZones([everywhere]));

const catalogue = await makeCatalogue(120);

const deps = (fewProducts = 0): SearchDeps => ({
  reader: { sql, pictureOf: () => ({ url: '', picture: undefined }) },
  clock: { now: () => new Date('2026-11-20T12:00:00Z') },
  stemsOf: stemReader(sql),
  fewProducts,
  shared: (_key, make) => make(),
});

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const queries = fc
  .record({
    q: fc.subarray([...words], { maxLength: 2 }).map((chosen) => chosen.join(' ')),
    category: optional(fc.constantFrom(...specifiedCategories)),
    condition: optional(fc.constantFrom(...conditions)),
    place: optional(fc.constantFrom('leith', 'harbour wexford')),
    brand: optional(fc.constantFrom('aster', 'sons vesper')),
    minPrice: optional(fc.integer({ min: 0, max: 400 })),
    maxPrice: optional(fc.integer({ min: 0, max: 900 })),
    minYear: optional(fc.integer({ min: 1985, max: 2010 })),
    maxYear: optional(fc.integer({ min: 2000, max: 2025 })),
    sendTo: optional(fc.constantFrom('near', 'far')),
    verified: optional(fc.constant('1' as const)),
    dropped: optional(fc.constant('1' as const)),
    free: optional(fc.constant('1' as const)),
    sort: optional(fc.constantFrom(...searchOrders)),
    limit: fc.integer({ min: 4, max: 40 }),
  })
  // As typed: what is searched when nothing matches is tested elsewhere.
  .map((query) => ({ ...query, exact: '1' as const, cursor: undefined }) satisfies Query)
  // The contract refuses the others.
  .filter(({ minPrice = 0, maxPrice = 1e9 }) => minPrice <= maxPrice)
  .filter(({ minYear = 0, maxYear = 3_000 }) => minYear <= maxYear);

/** Without shrinking: the failing search is small, and made smaller it would hide behind the limit of time. */
const effort = { numRuns: Number(process.env.SEARCH_RUNS ?? 30), endOnFailure: true };

describe.each([
  ['in slices', 0],
  ['among the few products of verified sellers, with a dropped price or for a zone', 1_000],
])('%s', (_name, fewProducts) => {
  it('a search gives what filtering and sorting in memory gives', async () => {
    const searching = deps(fewProducts);
    await fc.assert(
      fc.asyncProperty(queries, fc.boolean(), async (query, onlyAdvertised) => {
        const expected = matchesOf(query);
        const shown = expected.filter((one) => one.isAdvertised || !onlyAdvertised);
        const first = await searchProducts(searching, query, { viewer: null, onlyAdvertised });
        expect(first.total).toEqual({ count: expected.length, isExact: true });
        expect(first.facets).toEqual(facetsOf(query));
        expect(first.items.map(({ shipping }) => shipping)).toEqual(
          shown.slice(0, query.limit).map((one) => priceTo(one, query.sendTo)),
        );
        const ids = shown.map(({ id }) => id);
        expect(await allPages(searching, query, onlyAdvertised)).toEqual(ids);
        expect(await allFound(searching, query, onlyAdvertised)).toEqual(ids);
      }),
      effort,
    );
  });
});

async function allPages(searching: SearchDeps, query: Query, onlyAdvertised: boolean) {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const caller = { viewer: null, onlyAdvertised };
    const page = await searchProducts(searching, { ...query, cursor }, caller);
    seen.push(...page.items.map(({ _id }) => _id));
    cursor = page.nextCursor;
  } while (cursor);
  return seen;
}

/** The same without the ids that were found when they were counted. */
async function allFound(searching: SearchDeps, query: Query, onlyAdvertised: boolean) {
  const seen: string[] = [];
  const search = await interpretSearch(searching, query);
  let cursor: string | undefined;
  do {
    const page = { ...search, query: { ...query, cursor } };
    const found = await findMatches(searching, page, { onlyAdvertised });
    const shown = found.slice(0, query.limit);
    seen.push(...shown.map(({ id }) => id));
    const last = found.length > query.limit ? shown.at(-1) : undefined;
    const key = search.order.endsWith('price') ? last?.priceCents : last?.tier;
    cursor = last && `${key}.${last.id}`;
  } while (cursor);
  return seen;
}

function matchesOf(query: Query): Listed[] {
  const has = (text: string, word: string) => text.toLowerCase().includes(word);
  const wanted = query.q === '' ? [] : query.q.split(' ');
  const { minPrice = 0, maxPrice = 1e9, minYear = 0, maxYear = 3_000 } = query;
  const matching = catalogue.filter(
    (one) =>
      wanted.every((word) => has(`${one.name} ${one.description}`, word)) &&
      (query.category ?? one.category) === one.category &&
      (query.condition ?? one.condition) === one.condition &&
      (query.place ?? '').split(' ').every((word) => has(one.location, word)) &&
      (query.brand ?? '').split(' ').every((word) => has(one.brand ?? '', word)) &&
      one.priceCents >= minPrice * 100 &&
      one.priceCents <= maxPrice * 100 &&
      one.purchaseYear >= minYear &&
      one.purchaseYear <= maxYear &&
      (query.sendTo === undefined || query.sendTo in one.shipping) &&
      (one.isVerified || !query.verified) &&
      (one.priceBeforeCents !== null || !query.dropped) &&
      (!one.isHeld || !query.free),
  );
  const isInName = (one: Listed) => wanted.every((word) => has(one.name, word));
  const newest = (a: Listed, b: Listed) => (a.id < b.id ? 1 : -1);
  const price = (a: Listed, b: Listed) => a.priceCents - b.priceCents || newest(a, b);
  const orders: Record<SearchOrder, (a: Listed, b: Listed) => number> = {
    newest,
    price,
    '-price': (a, b) => price(b, a),
    relevance: (a, b) => Number(isInName(b)) - Number(isInName(a)) || newest(a, b),
  };
  return matching.sort(orders[query.sort ?? 'relevance']);
}

function priceTo({ shipping }: Listed, zone: string | undefined): number | undefined {
  const cents = zone === undefined ? undefined : shipping[zone];
  return cents === undefined ? undefined : cents / 100;
}

function facetsOf(query: Query) {
  const exact = (count: number) => ({ count, isExact: true });
  const countBy = (name: 'category' | 'condition', values: readonly string[]) => {
    const matching = matchesOf({ ...query, [name]: undefined });
    return values.map((value) => ({
      value,
      ...exact(matching.filter((one) => one[name] === value).length),
    }));
  };
  const countWritten = (name: 'place' | 'brand', column: 'location' | 'brand') => {
    const written = matchesOf({ ...query, [name]: undefined }).flatMap((one) => one[column] ?? []);
    return [...new Set(written)]
      .map((value) => ({ value, ...exact(written.filter((each) => each === value).length) }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  };
  return {
    category: countBy('category', specifiedCategories),
    condition: countBy('condition', conditions),
    kind: [],
    language: [],
    playingState: playingStates.map((value) => ({ value, ...exact(0) })),
    brand: countWritten('brand', 'brand'),
    place: countWritten('place', 'location'),
    sendTo: zones.map(({ id }) => ({
      value: id,
      ...exact(matchesOf({ ...query, sendTo: id }).length),
    })),
    verified: exact(matchesOf({ ...query, verified: '1' }).length),
    dropped: exact(matchesOf({ ...query, dropped: '1' }).length),
    free: exact(matchesOf({ ...query, free: '1' }).length),
  };
}

/** Products over some years, in bursts, with prices that many share. */
async function makeCatalogue(size: number): Promise<Listed[]> {
  const imageId = await addImage(database);
  const plain = await addUser(database, { role: 'seller' });
  const verified = await addUser(database, { role: 'seller', verifiedAt: new Date() });
  const random = draws(7);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const listed: Listed[] = [];
  for (let number = 0; number < size; number += 1) {
    const at = new Date(Date.UTC(2026, 10, 20) - Math.floor(random() ** 4 * 3e11));
    const one: Listed = {
      id: newId(at),
      name: `Item ${pick(words)} ${pick(words)}`,
      description: `With ${pick(words)}.`,
      priceCents: pick([
        100,
        19_900,
        20_000,
        20_001,
        45_050,
        90_000,
        1 + Math.floor(random() * 99_000),
      ]),
      category: pick([...specifiedCategories, null]),
      condition: pick(conditions),
      purchaseYear: 1985 + Math.floor(random() * 40),
      location: pick(places),
      brand: pick(['Aster', 'Vesper & Sons', null]),
      isVerified: random() < 0.4,
      isHeld: random() < 0.2,
      isAdvertised: random() < 0.3,
      priceBeforeCents: random() < 0.3 ? 100_000 : null,
      shipping: {
        ...(random() < 0.5 ? { near: Math.floor(random() * 1_000) } : {}),
        ...(random() < 0.1 ? { far: 0 } : {}),
        ...(random() < 0.3 ? { removed: 900 } : {}),
      },
    };
    const { isVerified, isHeld, isAdvertised, shipping, ...columns } = one;
    const status = isAdvertised ? 'advertise' : 'available';
    const sellerId = isVerified ? verified : plain;
    const ships = Object.keys(shipping).length > 0;
    const priceDroppedAt = one.priceBeforeCents === null ? null : at;
    await addProduct(database, {
      ...columns,
      priceDroppedAt,
      ships,
      sellerId,
      imageId,
      status,
      createdAt: at,
    });
    for (const [zoneId, priceCents] of Object.entries(shipping)) {
      await insertRow(database, 'shipping_prices', { productId: one.id, zoneId, priceCents });
    }
    if (isHeld)
      await addBooking(database, { productId: one.id, sellerId: plain, imageId, buyerId: plain });
    listed.push(one);
  }
  await addProduct(database, { sellerId: plain, imageId, name: 'amber', withdrawnAt: new Date() });
  return listed;
}

/** The same numbers each time (mulberry32), so that a failure repeats. */
function draws(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

it('a search for a zone that was removed finds nothing', async () => {
  const query = { q: '', sendTo: 'removed', limit: 10 };
  const found = await searchProducts(deps(), query, {
    viewer: null,
    onlyAdvertised: false,
  });
  expect([found.items, found.total]).toEqual([[], { count: 0, isExact: true }]);
});
