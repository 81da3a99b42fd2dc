import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AlertSettings } from '#contract/alerts/alerts.ts';
import { limits, newMatchLimit } from '#contract/constants.ts';
import type { SavedSearch } from '#contract/search/saved-searches.ts';
import { apiClient } from '../../testing/api-client.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';

let shop: TestShop;
let seller: KnownUser;
let now = new Date('2026-05-01T10:00:00Z');
const call = apiClient(() => shop);

beforeAll(async () => {
  shop = await createTestShop({ clock: { now: () => now } });
  seller = await shop.make.user({ role: 'seller' });
});
afterAll(() => shop.close());

const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};

interface Reply {
  insertedId: string;
  detail?: string;
  errors?: { field: string; message: string }[];
}

const save = (who: KnownUser, query: object, name = 'Mine', further = {}) =>
  call<Reply>(who, '/saved-searches', { method: 'POST', payload: { name, query, ...further } });
const list = async (who: KnownUser) => (await call<SavedSearch[]>(who, '/saved-searches')).body;
const change = (who: KnownUser, id: string, payload: object) =>
  call<{ modifiedCount: number }>(who, `/saved-searches/${id}`, { method: 'PATCH', payload });

describe('a saved search', () => {
  it('a saved search keeps words, filters and order as the address of the search has them', async () => {
    const who = await shop.make.user();
    const query = {
      q: 'silver trumpet',
      category: 'Brass',
      condition: 'Good',
      minPrice: 100,
      maxPrice: 900,
      minYear: 1990,
      maxYear: 2020,
      place: 'Leith',
      sendTo: 'everywhere',
      verified: '1',
      free: '1',
      sort: 'price',
    };
    const saved = await save(who, query, 'Silver ones');
    expect(saved.status).toBe(201);
    const [found] = await list(who);
    expect(found).toMatchObject({ _id: saved.body.insertedId, name: 'Silver ones', query });
    expect(found).toMatchObject({ alert: true, newCount: { count: 0, isExact: true } });
    // The same query finds them.
    const texts = Object.entries(query).map(([key, value]) => [key, `${value}`] as const);
    const address = new URLSearchParams(Object.fromEntries(texts));
    expect((await call(who, `/search?${address}`)).status).toBe(200);
  });

  it('a search is saved once, however its flags and numbers are written', async () => {
    const who = await shop.make.user();
    await save(who, { q: 'horn', free: 'true', minPrice: '100' }, 'Horns');
    const again = await save(who, { q: ' horn ', free: '1', minPrice: 100 }, 'Others');
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({
      acknowledged: false,
      insertedId: null,
      detail: 'You have saved this search already: “Horns”',
    });
    expect((await save(who, { q: 'horn' }, 'Others')).status).toBe(201);
  });

  it('a user can save at most 50 searches, even by two simultaneous requests', async () => {
    const who = await shop.make.user();
    const { savedSearchesPerUser: most } = limits;
    for (let count = 0; count < most - 1; count += 1) await save(who, { q: `horn ${count}` });
    const last = await Promise.all([save(who, { q: 'lute' }), save(who, { q: 'harp' })]);
    expect(last.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(last.find(({ status }) => status === 409)?.body.detail).toContain(
      'You have 50 saved searches',
    );
    expect(await list(who)).toHaveLength(most);
  });

  it.each([
    [{ name: ' ', query: { q: 'x' } }, 'name', 'Name is Required'],
    [{ name: 'x'.repeat(121), query: { q: 'x' } }, 'name', 'Use at most 120 characters'],
    [{ name: 'All', query: {} }, 'query', 'Search for a word, or set a filter'],
    [{ name: 'All', query: { sort: 'price' } }, 'query', 'Search for a word, or set a filter'],
    [
      { name: 'x', query: { minPrice: 9, maxPrice: 8 } },
      'query.maxPrice',
      'The highest price must not be below the lowest',
    ],
  ])('a saved search refuses %j, with the name of the field', async (payload, field, message) => {
    const who = await shop.make.user();
    const reply = await call<Reply>(who, '/saved-searches', { method: 'POST', payload });
    expect(reply.status).toBe(400);
    expect(reply.body.errors).toContainEqual(expect.objectContaining({ field, message }));
  });

  it('only its user can rename, switch off and delete a saved search', async () => {
    const [who, other] = [await shop.make.user(), await shop.make.user()];
    const id = (await save(who, { q: 'lute' })).body.insertedId;
    expect((await change(other, id, { name: 'Theirs' })).status).toBe(404);
    expect((await change(who, id, { name: 'Lutes', alert: false })).body.modifiedCount).toBe(1);
    expect((await change(who, id, { name: 'Lutes', alert: false })).body.modifiedCount).toBe(0);
    expect(await list(who)).toMatchObject([{ name: 'Lutes', alert: false }]);
    expect(await list(other)).toEqual([]);
    const remove = (user: KnownUser) => call(user, `/saved-searches/${id}`, { method: 'DELETE' });
    expect((await remove(other)).status).toBe(404);
    expect((await remove(who)).status).toBe(200);
    expect((await remove(who)).status).toBe(404);
  });
});

describe('the count of new matches', () => {
  it('new matches are what others have listed since the user last looked, as the search finds it', async () => {
    const who = await shop.make.user({ role: 'seller' });
    await shop.make.product(seller.id, { name: 'Zarbofon old', at: now });
    later(1);
    const id = (await save(who, { q: 'zarbofon', maxPrice: 200 })).body.insertedId;
    later(1);
    await shop.make.product(seller.id, { name: 'Zarbofon', at: now });
    await shop.make.product(seller.id, { name: 'Zarbofon dear', price: 300, at: now });
    await shop.make.product(seller.id, { name: 'Else', at: now });
    await shop.make.product(who.id, { name: 'Zarbofon of mine', at: now });
    const counts = async () => (await list(who)).map(({ newCount }) => newCount);
    expect(await counts()).toEqual([{ count: 1, isExact: true }]);
    expect((await change(who, id, { seen: true })).body.modifiedCount).toBe(1);
    expect(await counts()).toEqual([{ count: 0, isExact: true }]);
  });

  it('the count of new matches is remembered for a minute, so that a list of fifty searches is not fifty searches each time', async () => {
    const who = await shop.make.user();
    const id = (await save(who, { q: 'ocarinette' })).body.insertedId;
    later(1);
    const countOf = async () => (await list(who))[0]?.newCount.count;
    expect(await countOf()).toBe(0);
    await shop.make.product(seller.id, { name: 'Ocarinette', at: now });
    expect(await countOf()).toBe(0);
    later(1);
    expect(await countOf()).toBe(1);
    await change(who, id, { seen: true });
    expect(await countOf()).toBe(0);
  });

  it('the count of new matches ends at twenty', async () => {
    const who = await shop.make.user();
    await save(who, { q: 'kazoopipe' });
    later(1);
    for (let count = 0; count <= newMatchLimit; count += 1) {
      await shop.make.product(seller.id, { name: 'Kazoopipe', at: now });
    }
    expect((await list(who))[0]?.newCount).toEqual({ count: newMatchLimit, isExact: false });
  });
});

describe('a saved search that cannot be counted', () => {
  it('a saved search that cannot be counted is listed with the others, and its failure is logged', async () => {
    const who = await shop.make.user();
    await save(who, { q: 'brokenhorn' }, 'Fine');
    const id = (await save(who, { q: 'other' }, 'Broken')).body.insertedId;
    // A price that the index cannot compare.
    await shop.database
      .sql`update saved_searches set query = '{"minPrice": 1e300}' where id = ${id}`;
    later(1);
    await shop.make.product(seller.id, { name: 'Brokenhorn', at: now });
    const reply = await call<SavedSearch[]>(who, '/saved-searches');
    expect(reply.status).toBe(200);
    expect(reply.body.map(({ name, newCount }) => [name, newCount])).toEqual([
      ['Broken', { count: 0, isExact: false }],
      ['Fine', { count: 1, isExact: true }],
    ]);
    expect(shop.logged.map(({ msg }) => msg)).toContain('A saved search could not be counted');
  });
});

describe('the alert settings of a user', () => {
  it('all mails are on until the user turns them off', async () => {
    const who = await shop.make.user();
    const read = async () => (await call<AlertSettings>(who, '/alert-settings')).body;
    expect(await read()).toEqual({ searches: true, wishlist: true, messages: true });
    const payload = { wishlist: false };
    const changed = await call(who, '/alert-settings', { method: 'PATCH', payload });
    expect(changed.body).toEqual({ searches: true, wishlist: false, messages: true });
    expect(await read()).toEqual({ searches: true, wishlist: false, messages: true });
  });
});
