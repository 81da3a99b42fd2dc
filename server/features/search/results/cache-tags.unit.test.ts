import { expect, it } from 'vitest';
import type { Clause } from '../matching/lexemes.ts';
import { searchTags } from './cache-tags.ts';

const clause = (...lexemes: string[]): Clause => lexemes.map((lexeme) => [lexeme]);
const tagsOf = (words: readonly Clause[], filters: readonly Clause[]) =>
  searchTags({ tiers: [words], filters });

it('a search has the tags of its longest word and the other words for it', () => {
  const filters = [clause('c:String')];
  expect(tagsOf([clause('sax'), clause('stratocast', 'stratocaster')], filters)).toEqual([
    'searches',
    'lexeme:stratocast',
    'lexeme:stratocaster',
  ]);
});

it('a word for a whole category is no tag beside another word', () => {
  expect(tagsOf([clause('c:Percussion', 'percuss'), clause('gong')], [])).toEqual([
    'searches',
    'lexeme:gong',
  ]);
});

it('a search without words has the tag of its last filter', () => {
  expect(tagsOf([], [clause('c:String'), clause('l:berlin')])).toEqual([
    'searches',
    'lexeme:l:berlin',
  ]);
});

it('a search without words and filters has the tag of all lists', () => {
  expect(tagsOf([], [])).toEqual(['lists']);
});
