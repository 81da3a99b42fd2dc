import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CallReply } from '#contract/calls.ts';
import { createTestShop } from '../../../testing/test-shop.ts';
import type { KnownUser } from '../../users/find-user.ts';

type Reply = CallReply<'searchProducts'>;

const shop = await createTestShop();
afterAll(() => shop.close());
await shop.catalogue.start();
let seller: KnownUser;

interface Listed {
  name: string;
  kind?: string;
  description?: string;
  brand?: string;
  model?: string;
  facts?: Record<string, string>;
  made?: { year: number; sure?: 'exact' | 'about' | 'decade' };
  playingState?: 'ready' | 'small-work' | 'repair' | 'parts';
  language?: string;
}

async function list(given: Listed): Promise<void> {
  const id = await shop.make.product(seller.id, { name: given.name });
  const { name: _name, ...change } = { description: 'Plays well.', ...given };
  const reply = await shop.app.inject({
    method: 'PATCH',
    url: `/api/products/${id}`,
    headers: await shop.as(seller),
    payload: { category: '', ...change },
  });
  expect(reply.statusCode, reply.body).toBe(200);
}

const search = async (query: Record<string, string> | [string, string][]) => {
  await shop.catalogue.catchUp();
  const url = `/api/search?${new URLSearchParams(query)}`;
  const reply = await shop.app.inject({ url, headers: await shop.as(seller) });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<Reply>();
};
const namesOf = ({ items }: Reply) => items.map(({ name }) => name).sort();

beforeAll(async () => {
  seller = await shop.make.user({ role: 'seller' });
  await list({
    name: 'Ibanez RG421',
    kind: 'electric-guitar',
    facts: { hand: 'left', 'electric-shape': 'superstrat' },
    made: { year: 1994 },
    playingState: 'ready',
    language: 'de-AT',
  });
  await list({
    name: 'Fender American Standard',
    kind: 'electric-guitar',
    facts: { hand: 'right', 'electric-shape': 's' },
    made: { year: 1960, sure: 'decade' },
    playingState: 'repair',
  });
  await list({ name: 'Guitar strap', description: 'For any electric guitar.', kind: '' });
  await list({ name: 'Stentor Student II', kind: 'violin', facts: { 'violin-size': '3/4' } });
  await list({ name: 'Gewa', kind: 'cello', facts: { 'cello-size': '3/4' } });
  await list({ name: 'Flute', kind: 'flute', brand: 'Pearl', model: 'Quantz 505' });
  await list({ name: 'Bach 180', kind: 'trumpet', facts: { pitch: 'bb' } });
  await list({ name: 'Schilke C Trumpet', kind: 'trumpet', facts: { pitch: 'c' } });
  await list({ name: 'Selmer Mark VI', kind: 'alto-saxophone' });
  await list({ name: 'New Wonder', kind: '', brand: 'C. G. Conn' });
  await list({ name: '8D', kind: '', brand: 'c.g. conn' });
});

it.each([
  [{ kind: 'electric-guitar' }, ['Fender American Standard', 'Ibanez RG421']],
  [{ madeFrom: '1990', madeTo: '1999' }, ['Ibanez RG421']],
  [{ madeFrom: '1960', madeTo: '1969' }, ['Fender American Standard']],
  [{ playingState: 'repair' }, ['Fender American Standard']],
  [{ language: 'de' }, ['Ibanez RG421']],
  [{ fact: 'hand:left' }, ['Ibanez RG421']],
  [{ fact: 'hand:left,hand:right' }, ['Fender American Standard', 'Ibanez RG421']],
  [{ fact: 'hand:left,electric-shape:superstrat' }, ['Ibanez RG421']],
  [{ fact: 'violin-size:3/4' }, ['Stentor Student II']],
  [{ brand: 'CG Conn' }, ['8D', 'New Wonder']],
  [{ brand: 'conn' }, ['8D', 'New Wonder']],
  [{ brand: 'パールフルート' }, []],
])('a search with the filters %j finds %j', async (query, names) => {
  expect(namesOf(await search(query as Record<string, string>))).toEqual(names);
});

it('a search takes a fact more than once', async () => {
  const found = await search([
    ['fact', 'hand:left'],
    ['fact', 'hand:right'],
  ]);
  expect(namesOf(found)).toEqual(['Fender American Standard', 'Ibanez RG421']);
});

it('a maker is counted once, however its name is written', async () => {
  const { facets } = await search({ brand: 'conn' });
  expect(facets?.brand?.filter(({ value }) => /conn/i.test(value))).toEqual([
    { value: expect.stringMatching(/^c\.\s?g\. conn$/i), count: 2, isExact: true },
  ]);
});

it('kinds are counted, and what is asked of the kind that is chosen', async () => {
  const all = await search({});
  expect(all.facets?.kind).toContainEqual({ value: 'electric-guitar', count: 2, isExact: true });
  expect(all.facets?.facts).toBeUndefined();
  const { facets } = await search({ kind: 'electric-guitar', fact: 'hand:left' });
  expect(facets?.facts?.kind).toBe('electric-guitar');
  expect(facets?.facts?.attributes).toEqual([
    { attribute: 'electric-shape', choices: [{ value: 'superstrat', count: 1, isExact: true }] },
    {
      attribute: 'hand',
      choices: expect.arrayContaining([
        { value: 'left', count: 1, isExact: true },
        { value: 'right', count: 1, isExact: true },
      ]),
    },
  ]);
});

it.each([
  ['electric guitar', ['Fender American Standard', 'Guitar strap', 'Ibanez RG421']],
  ['elektrische Gitarre', ['Fender American Standard', 'Guitar strap', 'Ibanez RG421']],
  ['左利き用ギター', ['Ibanez RG421']],
  ['Linkshändergitarre', ['Ibanez RG421']],
  ['e-gitarre', ['Fender American Standard', 'Guitar strap', 'Ibanez RG421']],
  ['guitarra eléctrica', ['Fender American Standard', 'Guitar strap', 'Ibanez RG421']],
  ['lefty guitar', ['Ibanez RG421']],
  ['linkshänder e-gitarre', ['Ibanez RG421']],
  ['エレキギター 左利き', ['Ibanez RG421']],
  ['strat', ['Fender American Standard']],
  ['3/4 violin', ['Stentor Student II']],
  ['geige 3/4', ['Stentor Student II']],
  ['3/4 cello', ['Gewa']],
  ['quantz', ['Flute']],
])('the words “%s” find %j', async (q, names) => {
  const found = await search({ q });
  expect(namesOf(found)).toEqual(names);
  expect(found.corrected).toBeUndefined();
});

it('a listing of the kind comes before one that has its name in a text only', async () => {
  const { items } = await search({ q: 'electric guitar' });
  expect(items.at(-1)?.name).toBe('Guitar strap');
});

it('a reply says what words were understood as', async () => {
  const { understood } = await search({ q: 'Ibanez lefty electric guitar' });
  expect(understood).toEqual([
    { text: 'ibanez', as: 'brand', id: 'Ibanez' },
    { text: 'lefty', as: 'fact', id: 'hand:left' },
    { text: 'electric guitar', as: 'kind', id: 'electric-guitar' },
  ]);
  expect((await search({ q: '3/4 cello' })).understood).toContainEqual({
    text: '3/4',
    as: 'fact',
    id: 'cello-size:3/4',
  });
  expect((await search({ q: 'something' })).understood).toBeUndefined();
});

it('a word that means a fact is never left out, and what lacks only that fact is marked as close', async () => {
  const found = await search({ q: 'left handed violin' });
  expect(found.total).toEqual({ count: 0, isExact: true });
  expect(found.corrected).toBeUndefined();
  expect(found.items.map(({ name, close }) => [name, close])).toEqual([
    ['Stentor Student II', true],
  ]);
  expect(found.missed).toEqual([{ text: 'left handed', id: 'hand:left' }]);
  const filtered = await search({ kind: 'violin', fact: 'violin-size:1/2' });
  expect(filtered.total.count).toBe(0);
  expect(filtered.items.map(({ name, close }) => [name, close])).toEqual([
    ['Stentor Student II', true],
  ]);
  expect(filtered.missed).toEqual([{ id: 'violin-size:1/2' }]);
  // Of two facts, only the one is missed without which something matches.
  const one = await search({ q: 'left-handed superstrat 12-string guitar' });
  expect(one.items.map(({ name }) => name)).toEqual(['Ibanez RG421']);
  expect(one.missed).toEqual([{ text: '12-string', id: 'strings:12' }]);
  // Also a fact that this kind is not asked for.
  const cello = await search({ q: 'lefty cello' });
  expect(cello.items.map(({ name, close }) => [name, close])).toEqual([['Gewa', true]]);
  expect([cello.missed, cello.corrected]).toEqual([[{ text: 'lefty' }], undefined]);
  const none = await search({ fact: 'violin-size:1/32' });
  expect(none.items).toEqual([]);
});

it('a word of musicians is not taken for another instrument', async () => {
  expect((await search({ q: 'strat' })).corrected).toBeUndefined();
  expect(namesOf(await search({ q: 'dreadnought' }))).toEqual([]);
  const lefty = await search({ q: 'lefty bass' });
  expect([lefty.total.count, lefty.items]).toEqual([0, []]);
  const mute = await search({ q: 'trumpet mute' });
  expect([mute.items, mute.corrected]).toEqual([[], undefined]);
});

it('a wrong fact is refused with the name of the field', async () => {
  const url = '/api/search?fact=Violin';
  const reply = await shop.app.inject({ url, headers: await shop.as(seller) });
  expect(reply.statusCode).toBe(400);
  expect(reply.json().errors[0].field).toBe('fact');
});

it.each([
  ['Bb trumpet', ['Bach 180']],
  ['trumpet', ['Bach 180', 'Schilke C Trumpet']],
  ['Es-Alt', ['Selmer Mark VI']],
])('a search for %s finds %j', async (q, names) => {
  const { items } = await search({ q });
  expect(
    items
      .filter(({ close }) => !close)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(names);
});
