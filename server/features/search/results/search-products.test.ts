import { afterAll, describe, expect, it } from 'vitest';
import type { CallReply } from '#contract/calls.ts';
import { transaction } from '../../../database/transaction.ts';
import { addBooking, addProduct, addUser } from '../../../testing/builders.ts';
import { createTestShop } from '../../../testing/test-shop.ts';
import { recordCatalogueChange } from '../../products/catalogue-changes.ts';
import type { KnownUser } from '../../users/find-user.ts';
import { stemReader } from '../words/read-stems.ts';
import { type SearchDeps, searchProducts } from './search-products.ts';

type Reply = CallReply<'searchProducts'>;

const shop = await createTestShop();
afterAll(() => shop.close());
await shop.catalogue.start();
const { database } = shop;
const buyer = await shop.make.user();
const sellerId = await addUser(database, { role: 'seller' });

const get = async (query: string, user?: KnownUser) =>
  shop.app.inject({ url: `/api/search?${query}`, headers: user ? await shop.as(user) : {} });
const search = async (query: Record<string, string>, user: KnownUser | null = buyer) => {
  await shop.catalogue.catchUp();
  const reply = await get(new URLSearchParams(query).toString(), user ?? undefined);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<Reply>();
};
const namesOf = ({ items }: Reply) => items.map(({ name }) => name);

describe('a search', () => {
  it('a search finds words of name, description, category and place, with all of them', async () => {
    await addProduct(database, {
      sellerId,
      name: 'Larkmoor Studio',
      category: 'Brass',
      location: 'Wexford harbour',
      description: 'A mellow tone, with two mouthpieces.',
    });
    await addProduct(database, { sellerId, name: 'Plain violin' });
    for (const q of ['larkmoor', 'mellow mouthpiece', 'brass wexford', 'STUDIO harbour tones']) {
      expect(namesOf(await search({ q }))).toEqual(['Larkmoor Studio']);
    }
    expect(namesOf(await search({ q: 'larkmoor violin', exact: '1' }))).toEqual([]);
  });

  it('the second page of a search has nothing of the first, although what has the words in its name is older', async () => {
    const texts: { name: string; description?: string }[] = [
      { name: 'Hurdy gurdy of 1790' },
      { name: 'Hurdy gurdy of 1850' },
      { name: 'Wheel', description: 'For a hurdy gurdy.' },
      { name: 'Crank', description: 'For a hurdy gurdy.' },
      { name: 'Lid', description: 'For a hurdy gurdy.' },
    ];
    for (const text of texts) await addProduct(database, { sellerId, ...text });
    await shop.catalogue.catchUp();
    const pages: string[][] = [];
    let query: string | undefined = 'q=hurdy+gurdy&limit=3';
    while (query) {
      const reply = await get(query, buyer);
      pages.push(namesOf(reply.json<Reply>()));
      query = /\?([^>]+)>; rel="next"/.exec(String(reply.headers.link ?? ''))?.[1];
    }
    expect(pages).toEqual([
      ['Hurdy gurdy of 1850', 'Hurdy gurdy of 1790', 'Lid'],
      ['Crank', 'Wheel'],
    ]);
  });

  it('a search finds a model however it is written, exact names first', async () => {
    const names = ['Roland JV-1080', 'Roland JV1080 expanded', 'Rack JV 1080', 'Roland JV-2080'];
    for (const name of names) await addProduct(database, { sellerId, name });
    const mention = 'Box of manuals';
    await addProduct(database, { sellerId, name: mention, description: 'For a JV-1080.' });
    for (const q of ['jv-1080', 'JV1080', 'jv 1080']) {
      const found = namesOf(await search({ q }));
      expect(found.slice(0, 3).sort(), q).toEqual(names.slice(0, 3).sort());
      expect(found.slice(3), q).toEqual([mention]);
    }
  });

  it('a search ignores accents, and takes plurals for singulars', async () => {
    await addProduct(database, { sellerId, name: 'Čembalo Flûte à bec' });
    for (const q of ['cembalo', 'čembalos', 'flute bec']) {
      expect(namesOf(await search({ q })), q).toContain('Čembalo Flûte à bec');
    }
  });

  it('words without a meaning of their own are searched as a phrase of the name', async () => {
    const names = ['The Who tour drum', 'Drum that the one who knows wants', 'Pan of the band'];
    for (const name of names) await addProduct(database, { sellerId, name, category: null });
    const [band = '', other = ''] = names;
    for (const q of ['the who', 'The-Who', '“the who”']) {
      expect(namesOf(await search({ q })), q).toEqual([band]);
    }
    expect(namesOf(await search({ q: 'who' }))).toEqual([other, band]);
    expect(namesOf(await search({ q: 'that the' }))).toEqual([other]);
    expect((await search({ q: 'who the' })).total.count).toBe(0);
    expect(namesOf(await search({ q: 'the who drum' }))).toEqual(expect.arrayContaining([other]));
  });

  it('a search by a guest gets the number of all matches and the advertised ones', async () => {
    await addProduct(database, { sellerId, name: 'Quintolo plain' });
    await addProduct(database, { sellerId, name: 'Quintolo advertised', status: 'advertise' });
    const asGuest = await search({ q: 'quintolo' }, null);
    expect(namesOf(asGuest)).toEqual(['Quintolo advertised']);
    expect(asGuest.total).toEqual({ count: 2, isExact: true });
    expect(asGuest.isLimited).toBe(true);
    const asUser = await search({ q: 'quintolo' });
    expect(namesOf(asUser)).toHaveLength(2);
    expect(asUser.isLimited).toBe(false);
  });

  it('a search by a guest gets all matches when the catalogue is open', async () => {
    const open = await createTestShop({ openCatalogue: true });
    try {
      await addProduct(open.database, { name: 'Quintolo plain' });
      const reply = await open.app.inject({ url: '/api/search?q=quintolo' });
      expect(namesOf(reply.json<Reply>())).toEqual(['Quintolo plain']);
      expect(reply.json<Reply>().isLimited).toBe(false);
    } finally {
      await open.close();
    }
  });

  it('each choice is counted without the filter that it replaces', async () => {
    const verified = await addUser(database, { role: 'seller', verifiedAt: new Date() });
    const make = (given: Parameters<typeof addProduct>[1]) =>
      addProduct(database, { sellerId, name: 'Ocarifon', location: 'Leith', ...given });
    await make({ category: 'Brass', condition: 'Fair' });
    await make({ category: 'Brass', condition: 'Good', sellerId: verified });
    const held = await make({ category: 'String', condition: 'Good', location: 'Turku' });
    await addBooking(database, { productId: held });
    const reply = await search({ q: 'ocarifon', category: 'Brass' });
    expect(reply.total.count).toBe(2);
    const counted = (choices: { value: string; count: number }[] = []) =>
      Object.fromEntries(choices.filter(({ count }) => count > 0).map((c) => [c.value, c.count]));
    expect(counted(reply.facets?.category)).toEqual({ Brass: 2, String: 1 });
    expect(counted(reply.facets?.condition)).toEqual({ Fair: 1, Good: 1 });
    expect(counted(reply.facets?.place)).toEqual({ Leith: 2 });
    expect(reply.facets?.verified).toEqual({ count: 1, isExact: true });
    expect((await search({ q: 'ocarifon', free: '1' })).total.count).toBe(2);
    expect((await search({ q: 'ocarifon', free: '1' })).facets?.free.count).toBe(2);
    expect(namesOf(await search({ q: 'ocarifon', verified: '1' }))).toHaveLength(1);
    expect(namesOf(await search({ q: 'ocarifon', verified: 'true' }))).toHaveLength(1);
  });

  it('the same maker in other letters is counted once, and found as a whole by that choice', async () => {
    const brands = ['YAMAHA', 'Yamaha', 'Yamaha', 'C.F. Martin & Co.', '村上ギター', 'الفن', null];
    for (const brand of brands) await addProduct(database, { sellerId, name: 'Zitherine', brand });
    const counted = (await search({ q: 'zitherine' })).facets?.brand ?? [];
    expect(counted.map(({ value, count }) => [value, count])).toEqual([
      ['Yamaha', 3],
      ...[
        ['C.F. Martin & Co.', 1],
        ['الفن', 1],
        ['村上ギター', 1],
      ],
    ]);
    for (const { value, count } of counted) {
      expect((await search({ q: 'zitherine', brand: value })).total.count, value).toBe(count);
    }
    expect((await search({ q: 'zitherine', brand: 'cf martin' })).total.count).toBe(1);
    // Also as a word of the search, like one of the name.
    expect((await search({ q: 'martin zitherine' })).total.count).toBe(1);
  });

  it('a listing is found by the maker that it was edited to, and no more by the former one', async () => {
    const id = await addProduct(database, { sellerId, name: 'Edited ocarine', brand: 'Besson' });
    expect(namesOf(await search({ brand: 'besson' }))).toEqual(['Edited ocarine']);
    const [key] = [await shop.make.user({ role: 'admin' })];
    const reply = await shop.app.inject({
      method: 'PATCH',
      url: `/api/products/${id}`,
      headers: await shop.as(key),
      payload: { brand: 'Courtois' },
    });
    expect(reply.statusCode, reply.body).toBe(200);
    expect(namesOf(await search({ brand: 'besson' }))).toEqual([]);
    expect(namesOf(await search({ brand: 'courtois' }))).toEqual(['Edited ocarine']);
  });

  it('a search with a counted place finds as many as were counted', async () => {
    const places = [
      'Paris 11e',
      'London SW1A 1AA',
      'London SE 11',
      'Sax, Alicante',
      'Stratford-upon-Avon',
      'Orgel 12-14, St.Gallen',
      'Große Bäckerstraße 3b',
      'Санкт-Петербург',
      '東京都 3-1',
      `${'Llanfairpwllgwyngyll '.repeat(5)}Wales 7`.trim(),
    ];
    for (const location of places) {
      await addProduct(database, { sellerId, name: 'Zitherolin', location });
    }
    const counted = (await search({ q: 'zitherolin' })).facets?.place ?? [];
    expect(counted.map(({ value }) => value).sort()).toEqual([...places].sort());
    for (const { value, count } of counted) {
      expect((await search({ q: 'zitherolin', place: value })).total.count, value).toBe(count);
    }
    expect((await search({ q: 'zitherolin', place: 'Clarinet' })).total.count).toBe(0);
  });

  it('a search names the next page in a link, which continues after the last one', async () => {
    for (const number of [1, 2, 3, 4, 5]) {
      await addProduct(database, {
        sellerId,
        name: `Pagephone ${number}`,
        priceCents: 100 * (number % 2) + 100,
      });
    }
    for (const sort of ['relevance', 'newest', 'price', '-price']) {
      await shop.catalogue.catchUp();
      const whole = await search({ q: 'pagephone', sort });
      const seen: string[] = [];
      let next: string | undefined = `q=pagephone&sort=${sort}&limit=2`;
      while (next) {
        const reply = await get(next, buyer);
        seen.push(...namesOf(reply.json<Reply>()));
        next = /\?([^>]+)>; rel="next"/.exec(String(reply.headers.link ?? ''))?.[1];
      }
      expect(seen, sort).toEqual(namesOf(whole));
      expect(seen).toHaveLength(5);
    }
  });

  it('a search refuses bad input and names the field', async () => {
    for (const [query, field] of [
      [`q=${'x'.repeat(101)}`, 'q'],
      ['minPrice=many', 'minPrice'],
      ['minPrice=5&maxPrice=4', 'maxPrice'],
      ['minYear=2000&maxYear=1999', 'maxYear'],
      ['minYear=1899', 'minYear'],
      ['category=Theremin', 'category'],
      ['sort=oldest', 'sort'],
      ['cursor=1', 'cursor'],
      ['colour=red', 'colour'],
    ]) {
      const reply = await get(query ?? '', buyer);
      expect(reply.statusCode, query).toBe(400);
      expect(reply.json().errors[0].field, query).toBe(field);
    }
  });

  it('a search takes any text for words', async () => {
    const texts = [
      "'; drop table products; --",
      '& | ! : * ( ) <->',
      "\\' \\\\ ''",
      '%_%',
      'a:*',
      "x'::tsquery",
    ];
    for (const q of texts) await search({ q });
    expect((await get('q=%00', buyer)).statusCode).toBe(400);
    expect((await get(`q=${'a'.repeat(10_000)}`, buyer)).statusCode).toBe(400);
  });

  it('a search finds a change while the changes of other servers cannot be read', async () => {
    await addProduct(database, { sellerId, name: 'Tubaphone first' });
    expect((await search({ q: 'tubaphone' })).total.count).toBe(1);
    await database.sql`alter table catalogue_changes rename to catalogue_changes_away`;
    try {
      await expect.poll(() => shop.catalogue.isCurrent(), { timeout: 20_000 }).toBe(false);
      await expect.poll(() => shop.catalogue.awaySeconds(), { timeout: 20_000 }).toBeDefined();
      await addProduct(database, { sellerId, name: 'Tubaphone second' });
      const reply = await get('q=tubaphone', buyer);
      expect(namesOf(reply.json<Reply>())).toEqual(['Tubaphone second', 'Tubaphone first']);
      expect(reply.json<Reply>().total.count).toBe(2);
    } finally {
      await database.sql`alter table catalogue_changes_away rename to catalogue_changes`;
    }
  });

  it('a search never gives guests a product that is no longer advertised', async () => {
    const id = await addProduct(database, { sellerId, name: 'Bassanello', status: 'advertise' });
    const kept = new Map<string, unknown>();
    const searching: SearchDeps = {
      reader: { sql: database.sql, pictureOf: () => ({ url: '', picture: undefined }) },
      clock: { now: () => new Date() },
      stemsOf: stemReader(database.sql),
      // Keeps everything for ever.
      shared: async <Value>(key: string, make: () => Promise<Value>) => {
        if (!kept.has(key)) kept.set(key, await make());
        return kept.get(key) as Value;
      },
    };
    const asGuest = () =>
      searchProducts(
        searching,
        { q: 'bassanello', limit: 9 },
        { viewer: null, onlyAdvertised: true },
      );
    expect((await asGuest()).items).toHaveLength(1);
    await database.sql`update products set status = 'available' where id = ${id}`;
    expect((await asGuest()).items).toEqual([]);
  });

  it('a search is counted once for a page, even while nothing is cached', async () => {
    await addProduct(database, { sellerId, name: 'Countolin', category: 'Brass' });
    const keys: string[] = [];
    const searching: SearchDeps = {
      reader: { sql: database.sql, pictureOf: () => ({ url: '', picture: undefined }) },
      clock: { now: () => new Date() },
      stemsOf: stemReader(database.sql),
      shared: (key, make) => {
        keys.push(key);
        return make();
      },
    };
    const query = { q: 'countolin', limit: 9 };
    const found = await searchProducts(searching, query, { viewer: null, onlyAdvertised: false });
    expect(found.items).toHaveLength(1);
    expect(keys.filter((key) => key.startsWith('["counts"'))).toHaveLength(1);
  });

  it('a search finds a change immediately', async () => {
    const id = await shop.make.product(sellerId, { name: 'Chromolyre', price: 80 });
    expect(namesOf(await search({ q: 'chromolyre' }))).toEqual(['Chromolyre']);
    await database.sql`update products set withdrawn_at = now() where id = ${id}`;
    await transaction(database, (tx) => recordCatalogueChange(tx, id, new Date()));
    const reply = await search({ q: 'chromolyre' });
    expect(reply.items).toEqual([]);
  });
});
