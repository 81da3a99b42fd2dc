import { otherWords } from '#contract/instruments/other-words.ts';
import { categoryIds } from '#contract/products/shop-categories.ts';
import { perShop } from '#contract/shop/per-shop.ts';
import { plainText } from '../../../core/plain-text.ts';
import { categoriesByWord } from '../../instruments/category-words.ts';
import { kindsIn, wordsOfKinds } from '../../instruments/vocabulary.ts';
import { parseWords, type Term } from './parse-words.ts';
import type { Stems } from './read-stems.ts';

const { instruments, rarerInstruments, nicknames } = otherWords;

/** The kinds of instruments, as they are called in English. */
export const instrumentKinds: readonly string[] = [
  ...Object.keys(instruments),
  ...Object.keys(nicknames).filter((name) => name !== 'analogue'),
  ...otherWords.furtherInstruments.split(' '),
];

/** The names of kinds of instruments, in all languages. */
export const kindNames = perShop((): readonly string[] => [
  ...new Set([
    ...instrumentKinds,
    ...[instruments, rarerInstruments, nicknames].flatMap((table) =>
      Object.entries(table).flatMap(([name, words]) =>
        name === 'analogue' ? [] : [name.toLowerCase(), ...words.split(' ').map(plainText)],
      ),
    ),
    ...categoriesByWord().map(([word]) => word),
    ...wordsOfKinds(),
    ...Object.keys(otherWords.compounds).map(plainText),
    ...['mouth organ', 'blues harp', 'drum set'],
    ...categoryIds().map((category) => category.toLowerCase()),
  ]),
]);
const names = perShop((): ReadonlySet<string> => new Set(kindNames()));

/** Whether a word names a kind of instruments, in any of the languages. */
export const namesKind = (word: string) =>
  names().has(word) || names().has(word.replace(/s$/, '')) || kindsIn([word]).length > 0;

/** The words after which a name says what belongs to the instrument, or where it comes from. */
const asides = /[,;:()]|\s(?:with|for|by|from|and|ex|in)\s/i;

/**
 * The kind of the instrument of this name: the last word for one before the asides, because 'piano accordion' is an accordion;
 * otherwise the first one.
 * @param terms the words of the name
 * @param stems of these words, and of `instrumentKinds`
 */
export function kindOf(
  name: string,
  terms: readonly Term[],
  stems: Stems,
): { name: string; term: Term } | undefined {
  const [head = ''] = name.split(asides);
  const inHead = kindsOfTerms(head === name ? terms : parseWords(head), stems);
  return inHead.at(-1) ?? kindsOfTerms(terms, stems)[0];
}

function kindsOfTerms(terms: readonly Term[], stems: Stems): { name: string; term: Term }[] {
  const kindByStem = new Map(
    instrumentKinds.flatMap((kind) => (stems.get(kind) ?? []).map((stem) => [stem, kind] as const)),
  );
  return terms.flatMap((term) => {
    const stemsOfTerm = term.alternatives
      .filter((all) => all.length === 1)
      .flatMap(([word = '']) => stems.get(word) ?? []);
    const found = stemsOfTerm.flatMap((stem) => kindByStem.get(stem) ?? []);
    // 'Fiddle' is a violin; narrower kinds come behind.
    const [first] = found;
    return first === undefined ? [] : [{ name: first, term }];
  });
}
