import { afterEach, describe, expect, test } from 'vitest';
import { defaultShop } from '#contract/shop/default-shop.ts';
import type { PageRequest } from '#contract/shop/page.ts';
import { ReadFailure } from '#contract/shop/page.ts';
import type { PublicShop } from '#contract/shop/shop.ts';
import { renderPage } from '../../../entry-server.tsx';
import { english } from '../../../testing/english.ts';
import { setCurrentShop } from '../../../ui/current-shop.ts';
import { textOf } from '../../products/page-samples.tsx';
import { listedSample } from '../../products/product-samples.ts';
import type { PlaceFacts } from './place.ts';

afterEach(() => setCurrentShop(defaultShop));

const origin = 'https://reprise.test';
const trumpet = { id: 'trumpet', name: 'Trumpet', category: 'Brass' } as const;
const ofKind: PlaceFacts = {
  kind: { ...trumpet, lookFor: ['Do all valves move freely?'] },
  kinds: [{ id: 'cornet', name: 'Cornet', category: 'Brass' }],
  makers: [{ id: 'yamaha', name: 'Yamaha' }],
};

function render(
  path: string,
  facts: PlaceFacts,
  { count = 1, shop = defaultShop }: { count?: number; shop?: PublicShop } = {},
) {
  const replies: Record<string, unknown> = {
    browseInstruments: facts,
    searchProducts: {
      items: count === 0 ? [] : [listedSample({ name: 'Bach 180S' })],
      total: { count, isExact: true },
    },
  };
  const read = async (name: string) => ({ reply: replies[name], nextCursor: null });
  return renderPage({ path, origin, language: english, shop, read: read as PageRequest['read'] });
}

const statementsIn = (head: string) =>
  [...head.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(
    ([, json]) => JSON.parse(json ?? ''),
  );

describe('the page of a kind of instrument', () => {
  test('the page of a kind has its listings, what to look for, its makers and other kinds', async () => {
    const { status, body } = await render('/instruments/trumpet', ofKind);
    expect(status).toBe(200);
    expect(textOf(body)).toMatch(
      /Trumpet 1 instrument .*Makers Yamaha.*Other kinds Cornet.*Bach 180S.*What to look for.*Do all valves move freely\?/,
    );
    expect(body).toContain('href="/instruments/trumpet/yamaha"');
    expect(body).toContain('href="/instruments/cornet"');
    expect(body).toContain('href="/search?kind=trumpet"');
  });

  test('the page of a kind is found by search engines, with its trail and its listings', async () => {
    const { head } = await render('/instruments/trumpet', ofKind);
    expect(head).toContain('<title>Trumpet, second-hand | Reprise</title>');
    expect(head).toContain(`rel="canonical" href="${origin}/instruments/trumpet"`);
    expect(head).not.toContain('noindex');
    const [list, trail] = statementsIn(head);
    expect(list).toMatchObject({
      '@type': 'ItemList',
      numberOfItems: 1,
      itemListElement: [{ position: 1, name: 'Bach 180S' }],
    });
    expect(trail.itemListElement.map(({ item }: { item: string }) => item)).toEqual([
      `${origin}/`,
      `${origin}/instruments`,
      `${origin}/instruments/categories/brass`,
      `${origin}/instruments/trumpet`,
    ]);
  });

  test('an empty page offers to save the search, and no search engine lists it', async () => {
    const { head, body } = await render('/instruments/trumpet', ofKind, { count: 0 });
    expect(textOf(body)).toContain('Nothing on sale right now');
    expect(textOf(body)).toContain('Save this search');
    expect(head).toContain('noindex');
  });

  test('the prices say that they are of any maker when there are too few of the maker', async () => {
    const prices = {
      match: 'kind',
      count: 6,
      sold: 2,
      onSale: 4,
      lowest: 300,
      lowerQuartile: 400,
      median: 500,
      upperQuartile: 600,
      highest: 900,
      conditions: [{ condition: 'Good', count: 6 }],
    } as const;
    const facts = {
      ...ofKind,
      maker: { id: 'yamaha', name: 'Yamaha' },
      prices: { ...prices, conditions: [...prices.conditions] },
    };
    const { body, head } = await render('/instruments/trumpet/yamaha', facts);
    const text = textOf(body);
    expect(text).toContain('Trumpet by Yamaha');
    expect(text).toContain('Middle half $400 to $600');
    expect(text).toContain(
      'There are too few prices of Yamaha, so these are 6 of the kind (Trumpet)',
    );
    expect(head).toContain('Half of them cost $400 to $600.');
    expect(body).toContain('href="/search?kind=trumpet&amp;brand=Yamaha"');
  });

  test.each([
    ['/instruments', 'Second-hand instruments by kind', { kinds: [trumpet], makers: [] }],
    [
      '/instruments/categories/brass',
      'Brass: second-hand instruments',
      { kinds: [trumpet], makers: [] },
    ],
    [
      '/instruments/makers/yamaha',
      'Yamaha: second-hand instruments',
      { maker: { id: 'yamaha', name: 'Yamaha' }, kinds: [trumpet], makers: [] },
    ],
  ])('the page at %s has a title and an address of its own', async (path, title, facts) => {
    const { head, body } = await render(path, facts);
    expect(head).toContain(`<title>${title} | Reprise</title>`);
    expect(head).toContain(`rel="canonical" href="${origin}${path}"`);
    expect(textOf(body)).toContain('Trumpet');
  });

  test('the canonical address of a maker is the one, whatever name was asked for', async () => {
    const facts = { maker: { id: 'bach', name: 'Bach' }, kinds: [trumpet], makers: [] };
    const { head } = await render('/instruments/makers/vincent-bach', facts);
    expect(head).toContain(`rel="canonical" href="${origin}/instruments/makers/bach"`);
  });

  test.each(['/instruments/categories', '/instruments/categories/kazoos', '/instruments/makers'])(
    'nothing is at %s',
    async (path) => {
      expect((await render(path, ofKind)).status).toBe(404);
    },
  );

  test('an unknown kind is the not-found page', async () => {
    const read = async () => {
      throw new ReadFailure(404, 'There is no such kind of instrument');
    };
    const page = await renderPage({
      path: '/instruments/kazoo',
      origin,
      language: english,
      shop: defaultShop,
      read,
    });
    expect(page.status).toBe(404);
    expect(textOf(page.body)).toContain('Back To Home');
  });

  test('the pages ask to log in where guests see the advertised ones only, and no page links to them', async () => {
    const shop = { ...defaultShop, switchedOff: ['open-catalogue'] as const };
    const { head, body } = await render('/instruments/trumpet', ofKind, { shop });
    expect(head).toContain('noindex');
    expect(textOf(body)).not.toContain('Bach 180S');
    expect(body).not.toContain('href="/instruments');
  });
});
