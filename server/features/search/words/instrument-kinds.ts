import { categories } from '#contract/constants.ts';
import { plainText } from '../../../core/plain-text.ts';
import {
  categoryWords,
  compounds,
  furtherKinds,
  instrumentWords,
  nicknames,
  rarerInstruments,
} from './instrument-words.ts';
import { namesOfKinds } from './kind-words.ts';
import { parseWords, type Term } from './parse-words.ts';
import type { Stems } from './read-stems.ts';

/** The kinds of instruments, as they are called in English. */
export const instrumentKinds: readonly string[] = [
  ...Object.keys(instrumentWords),
  ...Object.keys(nicknames).filter((name) => name !== 'analogue'),
  ...furtherKinds.split(' '),
];

const kindWords: ReadonlySet<string> = new Set([
  ...instrumentKinds,
  ...[...Object.entries(instrumentWords), ...Object.entries(categoryWords)].flatMap(([, words]) =>
    words.split(' ').map(plainText),
  ),
  ...Object.entries(rarerInstruments).flatMap(([name, words]) => [
    name,
    ...words.split(' ').map(plainText),
  ]),
  ...Object.entries(nicknames).flatMap(([name, words]) =>
    name === 'analogue' ? [] : words.split(' '),
  ),
  ...namesOfKinds,
  ...Object.keys(compounds).map(plainText),
  'bajo',
  'basse',
  ...['bass guitar', 'mouth organ', 'blues harp', 'drum set', 'drum kit', 'upright bass'],
  ...categories.map((category) => category.toLowerCase()),
]);

/** The names of kinds of instruments, in all languages. */
export const kindNames: readonly string[] = [...kindWords];

/** Whether a word names a kind of instruments, in any of the languages. */
export const namesKind = (word: string) =>
  kindWords.has(word) || kindWords.has(word.replace(/s$/, ''));

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
  const inHead = kindsIn(head === name ? terms : parseWords(head), stems);
  return inHead.at(-1) ?? kindsIn(terms, stems)[0];
}

function kindsIn(terms: readonly Term[], stems: Stems): { name: string; term: Term }[] {
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
