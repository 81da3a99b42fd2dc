import { type Category, categories } from '#contract/constants.ts';
import { otherWords } from '#contract/instruments/other-words.ts';
import { plainText, withoutArticle } from '../../../core/plain-text.ts';

type Alternatives = readonly (readonly string[])[];

const {
  categories: categoryWords,
  instruments: instrumentWords,
  nicknames,
  compounds,
  numbers,
} = otherWords;
const ambiguous = new Set(otherWords.ambiguous.split(' '));
const alternatives = new Map<string, Alternatives>();

for (const [category, words] of Object.entries(categoryWords)) {
  for (const word of words.split(' ')) add(word, [[`c:${category}`]]);
}
for (const [condition, words] of Object.entries(otherWords.conditions)) {
  for (const word of words.split(' ')) add(word, [[`o:${condition}`]]);
}
for (const table of [instrumentWords, otherWords.rarerInstruments, nicknames]) {
  for (const [name, words] of Object.entries(table)) addGroup([name, ...words.split(' ')]);
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
  addGroup(group.split(' '));
}
for (const [word, meant] of [...Object.entries(compounds), ...Object.entries(otherWords.phrases)]) {
  add(word, alternativesIn(meant));
}

function alternativesIn(list: string): Alternatives {
  return list.split(', ').map((words) => words.split(' '));
}

/** Each word finds what the other ones find, and the compounds of the first one. */
function addGroup(words: readonly string[]): void {
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
function add(word: string, meant: Alternatives): void {
  const written = word.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue');
  for (const key of new Set([keyOf(word), keyOf(written)])) {
    alternatives.set(key, [...(alternatives.get(key) ?? []), ...meant]);
  }
}

/** Other words for a word. Each is a list of words that must all be there; a filter has its lexeme's prefix. */
export function synonymsOf(word: string): Alternatives {
  const singular = word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word;
  return alternatives.get(word) ?? alternatives.get(singular) ?? [];
}

const numberWords: ReadonlySet<string> = new Set(['one', ...numbers.split(/,? /)]);

/**
 * Whether a misspelled word is likely to be this one: not a number, nor what is found only when it is typed, nor another word for
 * a whole category.
 */
export const mayCorrectTo = (word: string) =>
  !numberWords.has(word) && !ambiguous.has(word) && !categoryNames.has(word);

const categoryNames: ReadonlySet<string> = new Set(
  [...alternatives]
    .filter(([, meant]) => meant.every((words) => words.join(' ').startsWith('c:')))
    .map(([word]) => word),
);

/** The words that have other words. */
export const wordsWithSynonyms: readonly string[] = [...alternatives.keys()].filter((word) =>
  /^\p{L}+$/u.test(word),
);

/** The category that has this name, of those whose name means nothing else. */
export function categoryNamed(word: string): Category | undefined {
  const unambiguous: readonly Category[] = ['Brass', 'Woodwind', 'Percussion'];
  return unambiguous.find((category) => category.toLowerCase() === word);
}

/** Every other word for a category, with the category. */
export const categoriesByWord: readonly (readonly [word: string, category: Category])[] =
  categories.flatMap((category) =>
    categoryWords[category].split(' ').map((word) => [plainText(word), category] as const),
  );
