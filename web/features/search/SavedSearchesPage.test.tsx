import { afterEach, expect, test } from 'vitest';
import { setShopZones } from '#contract/delivery/shop-zones.ts';
import { paths } from '#contract/page-paths.ts';
import type { SavedSearch } from '#contract/search/saved-searches.ts';
import { alertLinkQuery } from '../alerts/queries.ts';
import { UnsubscribePage } from '../alerts/UnsubscribePage.tsx';
import { cacheAnsweredBy, pageMarkup, textOf } from '../products/page-samples.tsx';
import { describeSearch, isSavable, proposeName } from './saved/describe-search.ts';
import { isSameSearch, savedSearchesQuery, stateOf } from './saved/queries.ts';
import { SavedSearchList } from './saved/SavedSearchList.tsx';
import { readSearchAddress } from './search-address.ts';

const email = 'ada@reprise.test';

afterEach(() => setShopZones(undefined));

function search(difference: Partial<SavedSearch> = {}): SavedSearch {
  return {
    _id: '01900000-0000-7000-8000-000000000001',
    name: 'Silver ones',
    query: { q: 'trumpet', category: 'Brass', maxPrice: 900, free: '1' },
    alert: true,
    newCount: { count: 0, isExact: true },
    time: '2026-05-01T10:00:00.000Z',
    ...difference,
  };
}

async function listMarkup(searches: SavedSearch[], areMailed = true): Promise<string> {
  const cache = cacheAnsweredBy(() => searches);
  await cache.prefetchQuery(savedSearchesQuery(email));
  const list = <SavedSearchList areMailed={areMailed} email={email} />;
  return pageMarkup(list, { pattern: '/', address: '/' }, cache);
}

test('a saved search leads to its results and says what it looks for and how much is new', async () => {
  const newCount = { count: 20, isExact: false };
  const markup = await listMarkup([search({ newCount })]);
  expect(markup).toContain(
    'href="/search?q=trumpet&amp;category=Brass&amp;maxPrice=900&amp;free=1"',
  );
  expect(markup).toContain('aria-checked="true"');
  const text = textOf(markup);
  expect(text).toContain('Silver ones');
  expect(text).toContain('“trumpet” · Brass · Up to $900 · Available now');
  expect(text).toMatch(/20 or more new/);
});

test('a saved search names its zone, also after the shop has removed it', async () => {
  setShopZones([
    { id: 'de', name: 'Germany' },
    { id: 'at', name: 'Austria' },
  ]);
  const query = { q: 'trumpet', sendTo: 'de' };
  const markup = await listMarkup([search({ query })]);
  expect(textOf(markup)).toContain('“trumpet” · Ships to Germany');
  expect(markup).toContain('href="/search?q=trumpet&amp;sendTo=de"');
  expect(proposeName(stateOf({ query }))).toBe('Trumpet, Ships to Germany');

  setShopZones([{ id: 'at', name: 'Austria' }]);
  const later = await listMarkup([search({ query })]);
  expect(textOf(later)).toContain('“trumpet” · Ships to a zone that the shop has removed');
  expect(later).toContain('href="/search?q=trumpet&amp;sendTo=de"');
  expect(isSameSearch({ query }, { q: 'trumpet' })).toBe(false);
});

test('the page of saved searches says so when their emails are all off', async () => {
  expect(textOf(await listMarkup([search()], false))).toContain(
    'Emails about saved searches are off',
  );
  const quiet = await listMarkup([search({ alert: false })], false);
  expect(textOf(quiet)).not.toContain('Emails about saved searches are off');
});

test('a user without saved searches learns how to save one', async () => {
  const markup = await listMarkup([]);
  expect(textOf(markup)).toContain('No searches saved yet');
  expect(markup).toContain('href="/search"');
});

test('a search for a kind, a fact and a maker gets a name of their names, not of ids', () => {
  const state = { kind: 'violin', fact: 'violin-size:3/4', brand: 'Yamaha' };
  const labels = {
    kind: () => ({ text: 'Geige' }),
    attribute: () => ({ text: 'Größe' }),
    fact: () => ({ text: '3/4' }),
  };
  expect(proposeName(state, labels)).toBe('Geige, 3/4, Yamaha');
  expect(describeSearch(state, labels)).toBe('Geige · 3/4 · Yamaha');
});

test('a search gets a name from its words and filters, and is the same on each page of its results', () => {
  const { state } = readSearchAddress(
    new URLSearchParams(
      'q=silver trumpet&maxPrice=900&sort=price&cursor=0.00000000-0000-0000-0000-000000000000',
    ),
  );
  expect(proposeName(state)).toBe('Silver trumpet, Up to $900');
  expect(describeSearch(state)).toBe('“silver trumpet” · Up to $900');
  const saved = { query: { q: 'silver trumpet', maxPrice: 900, sort: 'price' as const } };
  expect(isSameSearch(saved, state)).toBe(true);
  expect(isSameSearch({ query: { q: 'silver trumpet' } }, state)).toBe(false);
  expect(isSavable(stateOf(saved))).toBe(true);
  expect(isSavable({ sort: 'price' })).toBe(false);
  expect([...proposeName({ q: 'x'.repeat(300) })]).toHaveLength(120);
});

test.each([
  ['searches', true, 'Emails about your saved searches', 'Stop these emails'],
  ['searches', false, 'Emails about your saved searches', 'Turn them back on'],
  ['wishlist', true, 'Emails about your wishlist', 'Stop these emails'],
] as const)(
  'the page that ends mails about %s has one form that posts to itself',
  async (topic, isOn, title, label) => {
    const cache = cacheAnsweredBy(() => ({ topic, isOn }));
    await cache.prefetchQuery(alertLinkQuery('abc'));
    const place = { pattern: '/unsubscribe', address: paths.unsubscribe('abc') };
    const markup = pageMarkup(<UnsubscribePage />, place, cache);
    expect(textOf(markup)).toContain(title);
    expect(textOf(markup)).toContain(label);
    expect(markup).toMatch(/<form[^>]* method="post"/);
    // A script of every page refuses to send forms without an action.
    expect(markup).toMatch(/<form[^>]* action="\/unsubscribe\?token=abc"/);
    expect(markup).toContain(`value="${isOn ? 'end' : 'resume'}"`);
  },
);
