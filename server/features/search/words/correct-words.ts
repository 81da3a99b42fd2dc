import type { Sql } from '../../../database/sql.ts';
import { isVocabulary } from '../../instruments/vocabulary.ts';
import { longestWord } from './collect-vocabulary.ts';
import { namesKind } from './instrument-kinds.ts';
import { isPrefixed, stemsOf, type Term } from './parse-words.ts';
import type { Stems } from './read-stems.ts';
import { findListed, findWords } from './read-vocabulary.ts';
import { findSimilar } from './similar-words.ts';
import { synonymsOf } from './synonyms.ts';

/**
 * The search text with words of the shop in place of those that it does not know: similar ones, longer ones that begin so, or
 * two that were run together; the closest text first, then some with another similar word. Two words that the shop has as one
 * are joined. With `doubtsRare`, and when it knows all words, rare ones that are similar to frequent ones are taken for typing
 * errors of a seller. Words to which nothing is similar are left out, and so are further words when many are unknown. Tokens
 * with digits stay as they are: they name models, which the shop may not have; and so do the names of instruments: who
 * looks for a lute does not want a flute.
 * @returns no texts when nothing would be searched that is not in the text; and the stems of other words on which they depend:
 * whether products on sale have them
 */
export async function correctWords(
  sql: Sql,
  { terms: typed, stems }: { terms: readonly Term[]; stems: Stems },
  doubtsRare: boolean,
): Promise<{ texts: string[]; stems: string[] }> {
  const terms = typed.filter((term) => stemsOf(term, stems).length > 0);
  const words = terms.filter(isWord);
  if (words.length === 0) return none;
  const [productsOf, joined] = await Promise.all([
    countProducts(sql, words, stems),
    findWords(sql, pairsOf(terms).map(joinedText)),
  ]);
  const isUnknown = (term: Term) => isCorrectable(term) && productsOf(term) === 0;
  const isRare = (term: Term) =>
    doubtsRare && isCorrectable(term) && productsOf(term) <= maxTypoProducts;
  const unknown = words.filter(isUnknown);
  const doubted = unknown.length > 0 ? unknown : words.filter(isRare);
  const isOneWord = (text: string) => joined.has(text) || synonymsOf(text).length > 0;
  const pair = pairsOf(terms).find((both) => isOneWord(joinedText(both)));
  const apart = doubted.filter((term) => !pair?.includes(term)).map(({ typed }) => typed);
  if (!pair && apart.length === 0) return none;
  const least = unknown.length > 0 ? 1 : maxTypoProducts * 10;
  const compared = apart.filter(isComparable).slice(0, maxCorrected);
  const similar = await findSimilar(sql, { typed: compared, stems }, least);
  const choices = terms.map((term) => {
    if (pair?.[0] === term) return [joinedText(pair)];
    if (pair?.[1] === term) return [];
    const found = similar.words.get(term.typed) ?? [];
    return found.length > 0 || unknown.includes(term) ? found : [term.typed];
  });
  const asTyped = terms.map(({ typed }) => typed).join(' ');
  const texts = textsOf(choices).filter((text) => /\S\S/.test(text) && text !== asTyped);
  return { texts: [...new Set(texts)].slice(0, maxTexts), stems: similar.stems };
}

const none = { texts: [], stems: [] };

/** Each costs a search, when the ones before have no match. */
const maxTexts = 4;

/** The text of the first choices, and those in which one of them is another one. */
function textsOf(choices: readonly (readonly string[])[]): string[] {
  const first = choices.map(([word]) => word);
  const ranks = Array.from(
    { length: Math.max(...choices.map(({ length }) => length)) },
    (_, at) => at,
  );
  const others = ranks
    .slice(1)
    .flatMap((rank) =>
      choices.flatMap((words, at) => (rank < words.length ? [first.with(at, words[rank])] : [])),
    );
  return [first, ...others].map((words) => words.filter((word) => word !== undefined).join(' '));
}

/** Each word is compared with all of one edit, so the time for a search grows with these. */
const maxCorrected = 8;

/** A word that so few products have may be a typing error, when a similar one has ten times as many. */
const maxTypoProducts = 2;

/** The vocabulary has no longer words, and every word of two letters is like any other. */
const isComparable = ({ length }: string) => length > 2 && length <= longestWord + 1;

const isWord = ({ typed }: Term) => /^[\p{L}\p{M}]+$/u.test(typed);
const isCorrectable = ({ typed }: Term) => !namesKind(typed) && !isVocabulary(typed);

type Pair = readonly [Term, Term];
const pairsOf = (terms: readonly Term[]): Pair[] =>
  terms.slice(1).flatMap((next, at) => {
    const term = terms[at];
    return term && isWord(term) && isWord(next) ? [[term, next] as const] : [];
  });
const joinedText = ([one, next]: Pair) => one.typed + next.typed;

/** How many products on sale have a word or another word for it, about; the vocabulary may be a minute behind. */
async function countProducts(sql: Sql, terms: readonly Term[], stems: Stems) {
  const all = [...new Set(terms.flatMap((term) => stemsOf(term, stems)))];
  const words = all.filter((stem) => !isPrefixed(stem));
  const rows = await sql<{ stem: string; products: number }[]>`
    select stem, sum(products)::integer as products from search_vocabulary
    where stem = any(${words}::text[]) group by stem`;
  const collected = new Map(rows.map((row) => [row.stem, row.products]));
  const listed = await findListed(sql, words);
  const countOf = (word: string) => {
    if (isPrefixed(word)) return Number.POSITIVE_INFINITY;
    const each = (stems.get(word) ?? []).map((stem) =>
      listed.has(stem) ? Math.max(1, collected.get(stem) ?? 0) : 0,
    );
    return each.length === 0 ? undefined : Math.min(...each);
  };
  return ({ alternatives }: Term) =>
    alternatives
      .map((all) => all.map(countOf).filter((count) => count !== undefined))
      .filter(({ length }) => length > 0)
      .reduce((sum, counts) => sum + Math.min(...counts), 0);
}
