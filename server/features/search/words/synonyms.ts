import type { Category } from '#contract/constants.ts';
import { otherWords } from '#contract/instruments/other-words.ts';
import { findCategory } from '#contract/products/shop-categories.ts';
import { perShop } from '#contract/shop/per-shop.ts';
import { plainText, withoutArticle } from '../../../core/plain-text.ts';
import { categoriesByOtherWord } from '../../instruments/category-words.ts';

type Alternatives = readonly (readonly string[])[];

const { instruments: instrumentWords, nicknames, compounds, numbers } = otherWords;
const ambiguous = new Set(otherWords.ambiguous.split(' '));

/** The other words for each word. */
const alternatives = perShop(() => {
  const table = new Map<string, Alternatives>();
  const add = (word: string, meant: Alternatives) => addAlternatives(table, word, meant);
  for (const [word, category] of categoriesByOtherWord()) add(word, [[`c:${category}`]]);
  for (const [condition, words] of Object.entries(otherWords.conditions)) {
    for (const word of words.split(' ')) add(word, [[`o:${condition}`]]);
  }
  for (const names of [instrumentWords, otherWords.rarerInstruments, nicknames]) {
    for (const [name, words] of Object.entries(names)) addGroup(add, [name, ...words.split(' ')]);
  }
  for (const [name, narrower] of Object.entries(otherWords.narrower)) {
    const kinds = alternativesIn(narrower);
    for (const word of [name, ...(instrumentWords[name] ?? '').split(' ')]) add(word, kinds);
  }
  for (const group of [
    ...otherWords.cities.split(', '),
    ...numbers.split(', '),
    ...otherWords.qualities,
  ]) {
    addGroup(add, group.split(' '));
  }
  for (const [word, meant] of [
    ...Object.entries(compounds),
    ...Object.entries(otherWords.phrases),
  ]) {
    add(word, alternativesIn(meant));
  }
  return table;
});

type Add = (word: string, meant: Alternatives) => void;

function alternativesIn(list: string): Alternatives {
  return list.split(', ').map((words) => words.split(' '));
}

/** Each word finds what the other ones find, and the compounds of the first one. */
function addGroup(add: Add, words: readonly string[]): void {
  const ofKind = Object.entries(compounds)
    .filter(([, meant]) => meant.endsWith(` ${words[0]}`))
    .map(([compound]) => compound);
  for (const word of words) {
    const others = [...words, ...ofKind].map(plainText);
    const meant = others.filter((other) => other !== plainText(word) && !ambiguous.has(other));
    add(
      word,
      meant.map((other) => [other]),
    );
  }
}

function keyOf(word: string): string {
  return withoutArticle(plainText(word));
}

/** With umlauts also as people write them without. */
function addAlternatives(
  table: Map<string, Alternatives>,
  word: string,
  meant: Alternatives,
): void {
  const written = word.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue');
  for (const key of new Set([keyOf(word), keyOf(written)])) {
    table.set(key, [...(table.get(key) ?? []), ...meant]);
  }
}

/** Other words for a word. Each is a list of words that must all be there; a filter has its lexeme's prefix. */
export function synonymsOf(word: string): Alternatives {
  const singular = word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word;
  return alternatives().get(word) ?? alternatives().get(singular) ?? [];
}

const numberWords: ReadonlySet<string> = new Set(['one', ...numbers.split(/,? /)]);

/**
 * Whether a misspelled word is likely to be this one: not a number, nor what is found only when it is typed, nor another word for
 * a whole category.
 */
export const mayCorrectTo = (word: string) =>
  !numberWords.has(word) && !ambiguous.has(word) && !categoryNames().has(word);

const categoryNames = perShop(
  (): ReadonlySet<string> =>
    new Set(
      [...alternatives()]
        .filter(([, meant]) => meant.every((words) => words.join(' ').startsWith('c:')))
        .map(([word]) => word),
    ),
);

/** The words that have other words. */
export const wordsWithSynonyms = perShop((): readonly string[] =>
  [...alternatives().keys()].filter((word) => /^\p{L}+$/u.test(word)),
);

/** The category that has this name, of those of the specification whose name means nothing else. */
export function categoryNamed(word: string): Category | undefined {
  const named = ['Brass', 'Woodwind', 'Percussion'].find((one) => one.toLowerCase() === word);
  return findCategory(named);
}
