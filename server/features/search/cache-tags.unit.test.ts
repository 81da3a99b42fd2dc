import { expect, it } from 'vitest';
import { searchTags } from './cache-tags.ts';
import type { Frequencies } from './frequencies.ts';
import type { Clause } from './lexemes.ts';

const shares = new Map(
  Object.entries({ guitar: 0.1, 'c:String': 0.5, 'l:berlin': 0.05, 'o:Good': 0.4, yamaha: 0.001 }),
);
const frequencies: Frequencies = { products: 1e6, shares, rarestShare: 0.0001 };

const tagsOf = (words: readonly Clause[], filters: readonly Clause[]) =>
  searchTags(
    { tiers: [words], filters, priceRange: undefined, verified: undefined, free: false },
    frequencies,
  );
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
