import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallReply } from '#contract/calls.ts';
import { addProduct, addUser } from '../../../testing/builders.ts';
import { createTestShop } from '../../../testing/test-shop.ts';
import { createMatchDeps } from '../matching/match-deps.ts';
import { collectVocabulary } from '../words/collect-vocabulary.ts';
import { findListedSince } from './find-listed-since.ts';

const shop = await createTestShop();
afterAll(() => shop.close());
await shop.catalogue.start();
const { database } = shop;
const buyer = await shop.make.user();

beforeAll(async () => {
  const sellerId = await addUser(database, { role: 'seller' });
  const add = (name: string, given: Parameters<typeof addProduct>[1] = {}) =>
    addProduct(database, { sellerId, name, category: 'String', condition: 'Fair', ...given });
  await add('Stentor violin', { description: 'For beginners.', location: 'Cardiff' });
  await add('Eastman violin', { condition: 'Excellent', location: 'Köln' });
  await add('Gibson SG Standard', { description: 'Looking for a new home. My daughter loved it.' });
  await add('Westerngitarre', { priceCents: 90_000 });
  await add('Roland JV-1080 sound module', { category: 'Keyboard' });
  await add("Jazz Bass '62", { description: 'Precise.' });
  await add('Bb clarinet', { category: 'Woodwind' });
  await add('Clarinet in B flat', { category: 'Woodwind' });
  await add('Little red accordion', { category: 'Keyboard' });
  await collectVocabulary({ database, clock: { now: () => new Date(Date.now() + 120_000) } });
});

const search = async (query: Record<string, string>) => {
  const reply = await shop.app.inject({
    url: `/api/search?${new URLSearchParams(query)}`,
    headers: await shop.as(buyer),
  });
  expect(reply.statusCode, reply.body).toBe(200);
  const { items, corrected, total } = reply.json<CallReply<'searchProducts'>>();
  const next = /\?([^>]+)>; rel="next"/.exec(String(reply.headers.link ?? ''))?.[1];
  return { names: items.map(({ name }) => name), corrected, total: total.count, next };
};

describe('a search for words that no product has together', () => {
  it.each([
    [
      'the kind and as many other words as have a match',
      'violin daughter beginner',
      'violin beginner',
      'Stentor violin',
    ],
    [
      'the model, whatever it is called',
      'jv-1080 violin',
      'jv-1080',
      'Roland JV-1080 sound module',
    ],
    [
      'the name when it says more than the kind',
      'gibson sg standard violin',
      'gibson sg standard',
      'Gibson SG Standard',
    ],
  ])(
    'a search without matches is repeated for %s: “%s” is searched as “%s”',
    async (_title, q, corrected, name) => {
      const found = await search({ q });
      expect(found.corrected).toBe(corrected);
      expect(found.names).toEqual([name]);
    },
  );

  it('a search stays as it was typed when asked to', async () => {
    const found = await search({ q: 'violin daughter', exact: '1' });
    expect(found).toEqual({ names: [], corrected: undefined, total: 0, next: undefined });
  });

  it('a search is not repeated for another kind, or for what descriptions say', async () => {
    for (const q of ['lute daughter', 'violin lute', 'tuba cardiff', 'precise daughter']) {
      expect((await search({ q })).names, q).toEqual([]);
    }
  });

  it('a search with fewer words keeps its filters, and finds nothing when they leave nothing', async () => {
    expect((await search({ q: 'violin daughter', condition: 'Excellent' })).names).toEqual([
      'Eastman violin',
    ]);
    expect((await search({ q: 'violin daughter', category: 'Keyboard' })).names).toEqual([]);
  });

  it('an alert keeps all words, and waits for a listing with all of them', async () => {
    const deps = createMatchDeps({ sql: database.sql, clock: { now: () => new Date() } });
    const listedSince = { afterMs: 0, userId: buyer.id };
    const wanted = { listedSince, until: new Date(), count: 5 };
    const find = (q: string) => findListedSince(deps, { q, limit: 24 }, wanted);
    expect(await find('violin daughter')).toEqual([]);
    expect(await find('violin beginner')).toHaveLength(1);
  });

  it('a search with fewer words has further pages', async () => {
    const first = await search({ q: 'violin daughter', limit: '1' });
    expect(first.total).toBe(2);
    const second = await search(Object.fromEntries(new URLSearchParams(first.next)));
    expect(second.corrected).toBe('violin');
    expect([...first.names, ...second.names].sort()).toEqual(['Eastman violin', 'Stentor violin']);
  });
});

describe('the words of a search', () => {
  it.each([
    [
      'leave out what says that somebody buys',
      'used violin for sale near Cardiff',
      ['Stentor violin'],
    ],
    ['find a condition by its name', 'excellent violin', ['Eastman violin']],
    ['find what they are called in other languages', 'guitar', ['Westerngitarre']],
    ['find what words of other languages mean in English', 'violine cologne', ['Eastman violin']],
    ['find umlauts that are written without dots', 'violin koeln', ['Eastman violin']],
    ['find a year by its last two digits', 'jazz bass 1962', ["Jazz Bass '62"]],
    ['find both when two mean one thing', 'clarinet b♭', ['Clarinet in B flat', 'Bb clarinet']],
    ['find both when two mean one thing', 'b flat clarinet', ['Clarinet in B flat', 'Bb clarinet']],
    ['may be pictures', '🎻 stentor', ['Stentor violin']],
  ])('%s: “%s”', async (_title, q, names) => {
    expect((await search({ q })).names).toEqual(names);
  });

  it('a search for only filler words keeps them all', async () => {
    for (const q of ['looking', 'looking for']) {
      expect((await search({ q })).names, q).toEqual(['Gibson SG Standard']);
    }
  });
});
