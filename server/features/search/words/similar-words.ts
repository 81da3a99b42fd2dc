import { doubleMetaphone } from 'double-metaphone';
import type { Sql } from '../../../database/sql.ts';
import { instrumentKinds, namesKind } from './instrument-kinds.ts';
import { isFiller } from './parse-words.ts';
import { mayCorrectTo, wordsWithSynonyms } from './synonyms.ts';

/** Those of these words that are in a name, a place or a category, with how many products have them there. */
export async function findWords(sql: Sql, words: readonly string[]): Promise<Map<string, number>> {
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

interface Offer {
  text: string;
  distance: number;
  products: number;
}

/** So many words are similar to another one at most. */
const maxOffered = 3;

/**
 * The similar words for each that has any, the closest first; of equally close ones the most frequent. When many products must
 * have them, only words of the vocabulary.
 */
export async function findSimilar(
  sql: Sql,
  typed: readonly string[],
  leastProducts: number,
): Promise<Map<string, string[]>> {
  if (typed.length === 0) return new Map();
  const isAny = leastProducts <= 1;
  const [candidates, split] = await Promise.all([
    readCandidates(sql, typed),
    isAny ? findSplit(sql, typed) : [],
  ]);
  const offers = new Map(typed.map((word) => [word, [] as Offer[]]));
  const offer = (word: string, text: string, distance: number, products: number) => {
    offers.get(word)?.push({ text, distance, products });
  };
  for (const candidate of candidates) {
    const distance = distanceTo(candidate);
    if (distance === undefined || candidate.word === candidate.typed) continue;
    if (candidate.products < leastProducts) continue;
    if (isFiller(candidate.word) || !mayCorrectTo(candidate.word)) continue;
    offer(candidate.typed, candidate.word, distance, candidate.products);
  }
  for (const synonym of isAny ? typed.flatMap(synonymsLike) : []) {
    const distance = distanceTo(synonym);
    if (distance === undefined || (distance > 1 && synonym.typed.length <= shortWord)) continue;
    offer(synonym.typed, synonym.word, distance + notListed, 0);
  }
  for (const [word, text] of split) offer(word, text, splitDistance, 0);
  for (const word of isAny ? typed : []) {
    const compound = splitOffKind(word);
    if (compound !== undefined) offer(word, compound, compoundDistance, 0);
    for (const kind of kindsSoundingLike(word)) offer(word, kind, soundDistance, 0);
  }
  return new Map([...offers].map(([word, offered]) => [word, closest(offered)]));
}

function closest(offers: readonly Offer[]): string[] {
  const inOrder = offers.toSorted(
    (one, other) => one.distance - other.distance || other.products - one.products,
  );
  return [...new Set(inOrder.map(({ text }) => text))].slice(0, maxOffered);
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
    ) near
    union
    select typed, word, products, names, true from unnest(${typed.filter(isBeginning)}::text[]) as typed
    cross join lateral (
      select word, products, names from search_vocabulary
      where word ~>=~ typed and word ~<~ (typed || ${'\u{10ffff}'}) and names > 0
      order by names desc limit 3
    ) longer`;
}

const isBeginning = ({ length }: string) => length >= 3;

/** Words for instruments in the languages that the search knows, whether or not the shop has any. */
function synonymsLike(typed: string): Candidate[] {
  return wordsWithSynonyms
    .filter((word) => word.length > 4 && Math.abs(word.length - typed.length) <= maxEdits(typed))
    .map((word) => ({ typed, word, products: 0, names: 1, isLonger: false }));
}

const kindSounds: readonly (readonly [kind: string, sound: string])[] = instrumentKinds.map(
  (kind) => [kind, doubleMetaphone(kind)[0]],
);

/** Fewer consonants sound like any. */
const leastConsonants = 3;

/** The kinds of instruments that are pronounced like a word, when it is read as English. */
function kindsSoundingLike(word: string): string[] {
  const [sound] = doubleMetaphone(word);
  if (sound.length < leastConsonants) return [];
  const likely = kindSounds.filter(([kind, ofKind]) => ofKind === sound && kind[0] === word[0]);
  return likely
    .map(([kind]) => kind)
    .filter((kind) => editDistance(word, kind) <= maxEdits(word) + 1);
}

/**
 * A word that begins with what was typed is closer than two edits are, and so are two words that were run together; it is
 * closer than one edit when enough was typed.
 */
const longerDistance = 1.6;
const muchLongerDistance = 0.9;
/** What sounds the same is closer than what has one letter changed: 'snear' is a snare. */
const soundDistance = 0.95;
/** What a listing has is closer than what none has. */
const notListed = 1.1;
const splitDistance = 1.5;
const compoundDistance = 2.05;
/** Two letters make another word of one that is no longer than this. */
const shortWord = 5;

/** How far a candidate is from what was typed, mostly in edits; undefined when that is too far. */
function distanceTo({ typed, word, names, isLonger }: Candidate): number | undefined {
  if (isLonger) return typed.length > 3 ? muchLongerDistance : longerDistance;
  const edits = editDistance(typed, word);
  const startsSame = typed[0] === word[0];
  if (edits > maxEdits(typed) || (edits > 1 && !startsSame)) return undefined;
  // Descriptions have any words.
  const isLikely = names > 0;
  if (!isLikely && (typed.length <= 4 || edits > 1 || !startsSame)) return undefined;
  return edits + (startsSame ? 0 : 0.3) + (isLikely ? 0 : 0.4);
}

function maxEdits({ length }: string): number {
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

/** 'alt sax' of 'altsax' and 'drum kit' of 'drumkit': of all cuts that have a kind of instruments the one with the longest. */
function splitOffKind(word: string): string | undefined {
  const cuts = Array.from({ length: Math.max(0, word.length - 5) }, (_, at) => at + 3);
  const kinds = cuts.flatMap((at) => {
    const halves = [word.slice(0, at), word.slice(at)];
    return halves.filter(namesKind).map((kind) => ({ kind, text: halves.join(' ') }));
  });
  return kinds.sort((one, other) => other.kind.length - one.kind.length)[0]?.text;
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
