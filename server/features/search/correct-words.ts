import type { Sql } from '../../database/sql.ts';
import { longestWord } from './collect-vocabulary.ts';
import { onSale } from './match-sql.ts';
import { isPrefixed, parseWords, stemsOf, type Term } from './parse-words.ts';
import type { Stems } from './read-stems.ts';
import { namesKind, wordsWithSynonyms } from './synonyms.ts';

/**
 * The search text with words of the shop in place of those that it does not know: similar ones, longer ones that begin so, or
 * two that were run together. Two words that the shop has as one are joined. When it knows all words, rare ones that are
 * similar to frequent ones are taken for typing errors of a seller. Words to which nothing is similar are left out, and so
 * are further words when many are unknown. Tokens with digits stay as they are: they name models, of which the shop may have
 * none; and so do the names of instruments: who looks for a lute does not want a flute.
 * @returns undefined when nothing would be searched that is not in the text
 */
export async function correctWords(
  sql: Sql,
  text: string,
  stems: Stems,
): Promise<string | undefined> {
  const terms = parseWords(text).filter((term) => stemsOf(term, stems).length > 0);
  const words = terms.filter(isWord);
  if (words.length === 0) return undefined;
  const [productsOf, joined] = await Promise.all([
    countProducts(sql, words, stems),
    findWords(sql, pairsOf(terms).map(joinedText)),
  ]);
  const isUnknown = (term: Term) => isCorrectable(term) && productsOf(term) === 0;
  const isRare = (term: Term) => isCorrectable(term) && productsOf(term) <= mostOfTypingError;
  const unknown = words.filter(isUnknown);
  const doubted = unknown.length > 0 ? unknown : words.filter(isRare);
  const pair = pairsOf(terms).find((both) => joined.has(joinedText(both)));
  const apart = doubted.filter((term) => !pair?.includes(term)).map(({ typed }) => typed);
  if (!pair && apart.length === 0) return undefined;
  const least = unknown.length > 0 ? 1 : mostOfTypingError * 10;
  const similar = await findSimilar(sql, apart.filter(isShort).slice(0, mostCorrected), least);
  const corrected = terms.flatMap((term) => {
    if (pair?.[0] === term) return joinedText(pair);
    if (pair?.[1] === term) return [];
    return similar.get(term.typed) ?? (unknown.includes(term) ? [] : term.typed);
  });
  const saysMore = corrected.some((word) => word.length > 1);
  const result = corrected.join(' ');
  return saysMore && result !== terms.map(({ typed }) => typed).join(' ') ? result : undefined;
}

/** Each word is compared with all of one edit, so the time for a search grows with these. */
const mostCorrected = 8;

/** A word that so few products have may be a typing error, when a similar one has ten times as many. */
const mostOfTypingError = 2;

/** The vocabulary has no longer words. */
const isShort = ({ length }: string) => length <= longestWord;

const isWord = ({ typed }: Term) => /^\p{L}+$/u.test(typed);
const isCorrectable = ({ typed }: Term) => !namesKind(typed);

type Pair = readonly [Term, Term];
const pairsOf = (terms: readonly Term[]): Pair[] =>
  terms.slice(1).flatMap((next, at) => {
    const term = terms[at];
    return term && isWord(term) && isWord(next) ? [[term, next] as const] : [];
  });
const joinedText = ([one, next]: Pair) => one.typed + next.typed;

/** How many products have a word or another word for it, about; the vocabulary may be a minute behind. */
async function countProducts(sql: Sql, terms: readonly Term[], stems: Stems) {
  const all = [...new Set(terms.flatMap((term) => stemsOf(term, stems)))];
  const words = all.filter((stem) => !isPrefixed(stem));
  const rows = await sql<{ stem: string; products: number }[]>`
    select stem, sum(products)::integer as products from search_vocabulary
    where stem = any(${words}::text[]) group by stem`;
  const products = new Map(rows.map((row) => [row.stem, row.products]));
  const missing = words.filter((stem) => !products.has(stem));
  for (const stem of await findListed(sql, missing)) products.set(stem, 1);
  for (const stem of all.filter(isPrefixed)) products.set(stem, Number.POSITIVE_INFINITY);
  return (term: Term) =>
    stemsOf(term, stems).reduce((sum, stem) => sum + (products.get(stem) ?? 0), 0);
}

/** Those of these stems that a product has of which the job has not collected the words yet. They are rare. */
async function findListed(sql: Sql, stems: readonly string[]): Promise<string[]> {
  if (stems.length === 0) return [];
  const rows = await sql<{ stem: string }[]>`
    select stem from unnest(${stems}::text[]) as stem
    cross join lateral (
      select from (
        select from products p
        where p.search_lexemes @@ array_to_tsvector(array[stem])::text::tsquery and ${onSale} offset 0
      ) found limit 1
    ) listed`;
  return rows.map(({ stem }) => stem);
}

/** Those of these words that are in a name, a place or a category, with how many products have them there. */
async function findWords(sql: Sql, words: readonly string[]): Promise<Map<string, number>> {
  if (words.length === 0) return new Map();
  const rows = await sql<{ word: string; names: number }[]>`
    select word, names from search_vocabulary where word = any(${words}::text[]) and names > 0`;
  return new Map(rows.map(({ word, names }) => [word, names]));
}

interface Candidate {
  typed: string;
  word: string;
  products: number;
  names: number;
  /** Whether it begins with what was typed. */
  isLonger: boolean;
}

/**
 * The closest words for each that has any, of those that at least so many products have; of equally close ones the most
 * frequent.
 */
async function findSimilar(
  sql: Sql,
  typed: readonly string[],
  leastProducts: number,
): Promise<Map<string, string>> {
  if (typed.length === 0) return new Map();
  const [candidates, split] = await Promise.all([
    readCandidates(sql, typed),
    findSplit(sql, typed),
  ]);
  const best = new Map<string, { text: string; distance: number; products: number }>();
  const offer = (word: string, text: string, distance: number, products: number) => {
    const known = best.get(word);
    const isCloser =
      !known ||
      distance < known.distance ||
      (distance === known.distance && products > known.products);
    if (isCloser) best.set(word, { text, distance, products });
  };
  for (const candidate of candidates) {
    const distance = distanceTo(candidate);
    if (distance === undefined || candidate.word === candidate.typed) continue;
    if (candidate.products < leastProducts) continue;
    offer(candidate.typed, candidate.word, distance, candidate.products);
  }
  for (const synonym of typed.flatMap(synonymsLike)) {
    const distance = distanceTo(synonym);
    if (distance !== undefined) offer(synonym.typed, synonym.word, distance + notListed, 0);
  }
  for (const [word, text] of split) offer(word, text, splitDistance, 0);
  return new Map([...best].map(([word, { text }]) => [word, text]));
}

function readCandidates(sql: Sql, typed: readonly string[]): Promise<Candidate[]> {
  const variants = typed.flatMap((word) => oneEditFrom(word).map((variant) => [word, variant]));
  return sql<Candidate[]>`
    select typed, word, products, names, false as "isLonger" from unnest(
      ${variants.map(([word]) => word ?? '')}::text[], ${variants.map(([, variant]) => variant ?? '')}::text[]
    ) as tried (typed, variant)
    cross join lateral (
      select word, products, names from search_vocabulary where word = variant limit 1
    ) same
    union
    select typed, word, products, names, false from unnest(${typed}::text[]) as typed
    cross join lateral (
      select word, products, names from search_vocabulary where word % typed
      order by similarity(word, typed) desc limit 40
    ) alike
    union
    select typed, word, products, names, true from unnest(${typed.filter(isBeginning)}::text[]) as typed
    cross join lateral (
      select word, products, names from search_vocabulary
      where word ~>=~ typed and word ~<~ (typed || ${'\u{10ffff}'}) and names > 0
      order by names desc limit 3
    ) longer`;
}

const isBeginning = ({ length }: string) => length >= 3;

/** Words for instruments in the languages that the search knows, of which the shop need not have any. */
function synonymsLike(typed: string): Candidate[] {
  return wordsWithSynonyms
    .filter((word) => word.length > 4 && Math.abs(word.length - typed.length) <= mostEdits(typed))
    .map((word) => ({ typed, word, products: 0, names: 1, isLonger: false }));
}

/** A word that begins with what was typed is closer than two edits are, and so are two words that were run together. */
const longerDistance = 1.6;
/** What a listing has is closer than what none has. */
const notListed = 1.1;
const splitDistance = 1.5;

/** How far a candidate is from what was typed, mostly in edits; undefined when that is too far. */
function distanceTo({ typed, word, names, isLonger }: Candidate): number | undefined {
  if (isLonger) return longerDistance;
  const edits = editDistance(typed, word);
  const beginsAlike = typed[0] === word[0];
  if (edits > mostEdits(typed) || (edits > 1 && !beginsAlike)) return undefined;
  // Descriptions have any words.
  const isLikely = names > 0;
  if (!isLikely && typed.length <= 3) return undefined;
  return edits + (beginsAlike ? 0 : 0.3) + (isLikely ? 0 : 0.4);
}

function mostEdits({ length }: string): number {
  if (length <= 4) return 1;
  return length <= 7 ? 2 : 3;
}

/** For words that are two words of names without a space, those two: of all cuts the one whose rarer word is most frequent. */
async function findSplit(sql: Sql, typed: readonly string[]): Promise<[string, string][]> {
  const cuts = typed.flatMap((word) =>
    Array.from({ length: Math.max(0, word.length - 5) }, (_, at) => ({
      word,
      halves: [word.slice(0, at + 3), word.slice(at + 3)] as const,
    })),
  );
  const names = await findWords(sql, [...new Set(cuts.flatMap(({ halves }) => halves))]);
  return typed.flatMap((word) => {
    const frequency = ([one, other]: readonly [string, string]) =>
      Math.min(names.get(one) ?? 0, names.get(other) ?? 0);
    const [best] = cuts
      .filter((cut) => cut.word === word && frequency(cut.halves) > 0)
      .sort((a, b) => frequency(b.halves) - frequency(a.halves));
    return best ? [[word, best.halves.join(' ')] as [string, string]] : [];
  });
}

/** All words one edit away, which trigrams of short words miss: a letter left out, added or replaced, or two exchanged. */
function oneEditFrom(word: string): string[] {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const edits: string[] = [];
  for (let at = 0; at <= word.length; at += 1) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    edits.push(...letters.map((letter) => before + letter + after));
    if (after === '') continue;
    edits.push(
      before + after.slice(1),
      ...letters.map((letter) => before + letter + after.slice(1)),
    );
    if (after.length > 1) edits.push(before + after.charAt(1) + after.charAt(0) + after.slice(2));
  }
  return [...new Set(edits)];
}

/** Letters added, left out, replaced, or exchanged with the next one (optimal string alignment). */
function editDistance(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const isSame = from[i - 1] === to[j - 1];
      const isExchange = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row[j] = Math.min(
        cell(rows, i - 1, j) + 1,
        (row[j - 1] ?? 0) + 1,
        cell(rows, i - 1, j - 1) + (isSame ? 0 : 1),
        isExchange ? cell(rows, i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    rows.push(row);
  }
  return cell(rows, from.length, to.length);
}

const cell = (rows: readonly number[][], i: number, j: number) => rows[i]?.[j] ?? 0;
