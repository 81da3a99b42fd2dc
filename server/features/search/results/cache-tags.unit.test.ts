import { expect, it } from 'vitest';
import type { Frequencies } from '../matching/frequencies.ts';
import type { Clause } from '../matching/lexemes.ts';
import { searchTags, tagsOfMatches } from './cache-tags.ts';

const shares = new Map(
  Object.entries({
    guitar: 0.1,
    yamaha: 0.001,
    'c:String': 0.5,
    'l:berlin': 0.05,
    'o:Good': 0.4,
    'p6:13': 0.01,
    'p6:14': 0.04,
    'p6:15': 0.7,
  }),
);
const frequencies: Frequencies = { products: 1e6, shares, rarestShare: 0.0001 };

const tagsOf = (
  words: readonly Clause[],
  filters: readonly Clause[],
  priceRange?: { from: number; to: number },
) => searchTags({ tiers: [words], filters, priceRange, frequencies });
const clause = (...lexemes: string[]): Clause => lexemes.map((lexeme) => [lexeme]);

it('a search has the tag of its rarest words', () => {
  expect(tagsOf([clause('guitar'), clause('yamaha')], [clause('c:String')])).toEqual([
    'searches',
    'lexeme:yamaha',
  ]);
  expect(tagsOf([clause('guitar', 'yamaha')], [])).toEqual([
    'searches',
    'lexeme:guitar',
    'lexeme:yamaha',
  ]);
});

it('a search has the tag of two filters when both together are rarer', () => {
  const filters = [clause('c:String'), clause('l:berlin'), clause('o:Good')];
  expect(tagsOf([clause('guitar')], filters)).toEqual(['searches', 'lexemes:l:berlin o:Good']);
  expect(tagsOf([clause('yamaha')], filters)).toEqual(['searches', 'lexeme:yamaha']);
});

it('a search without words and filters has the tag of all lists', () => {
  expect(tagsOf([], [])).toEqual(['lists']);
});

it('a search in a range of few prices has the tags of its rarest words with these prices', () => {
  const cheap = { from: 10_000, to: 20_000 };
  expect(tagsOf([clause('guitar')], [clause('c:String')], cheap)).toEqual([
    'searches',
    'priced:p6:13 guitar',
    'priced:p6:14 guitar',
  ]);
  expect(tagsOf([], [], cheap)).toEqual(['searches', 'lexeme:p6:13', 'lexeme:p6:14']);
});

it('prices of most products are in no tags', () => {
  const all = { from: 10_000, to: 40_000 };
  expect(tagsOf([clause('guitar')], [], all)).toEqual(['searches', 'lexeme:guitar']);
  expect(tagsOf([], [], all)).toEqual(['lists']);
});

it('two filters that are rarer than one with the prices are the tags', () => {
  const filters = [clause('l:berlin'), clause('o:Good')];
  expect(tagsOf([], filters, { from: 10_000, to: 40_000 })).toEqual([
    'searches',
    'lexemes:l:berlin o:Good',
  ]);
});

it('a page in the order of prices that is followed by another has the tags of the prices up to its last one', () => {
  const matches = [9_000, 10_000, 17_000].map((priceCents, at) => ({
    id: `0000000${at}-0000-7000-8000-000000000000`,
    priceCents,
    tier: 0,
  }));
  const search = (limit: number) => ({
    tiers: [[clause('guitar')]],
    filters: [],
    priceRange: undefined,
    order: 'price' as const,
    frequencies,
    query: { q: 'guitar', limit, cursor: '9000.00000000-0000-7000-8000-000000000000' },
  });
  expect(tagsOfMatches(search(2), matches)).toEqual([
    'searches',
    'priced:p6:13 guitar',
    'priced:p6:14 guitar',
  ]);
  // Of the last page any dearer one may be.
  expect(tagsOfMatches(search(3), matches)).toEqual(['searches', 'lexeme:guitar']);
});
