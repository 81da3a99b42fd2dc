import { doubleMetaphone } from 'double-metaphone';
import { perShop } from '#contract/shop/per-shop.ts';
import type { Sql } from '../../../database/sql.ts';
import { vocabularyWords } from '../../instruments/vocabulary.ts';
import { instrumentKinds, kindNames, namesKind } from './instrument-kinds.ts';
import { isFiller } from './parse-words.ts';
import type { Stems } from './read-stems.ts';
import { type Candidate, findListed, findWords, readCandidates } from './read-vocabulary.ts';
import { mayCorrectTo, wordsWithSynonyms } from './synonyms.ts';

interface Offer {
  text: string;
  /** The stem of a word of the vocabulary. */
  stem: string | null;
  distance: number;
  products: number;
}

/** So many words are similar to another one at most. */
const maxOffered = 3;
/** The number of words for which it is looked up whether products on sale have them. */
const maxLookedUp = 12;

export interface Similar {
  /** The similar words for each word, the closest first; of equally close ones the most frequent. */
  words: ReadonlyMap<string, readonly string[]>;
  /** The stems on which this depends: whether products on sale have them. */
  stems: string[];
}

/** The similar words for each. When many products must have them, only words of the vocabulary. */
export async function findSimilar(
  sql: Sql,
  { typed, stems }: { typed: readonly string[]; stems: Stems },
  leastProducts: number,
): Promise<Similar> {
  if (typed.length === 0) return { words: new Map(), stems: [] };
  const isAny = leastProducts <= 1;
  const forms = typed.flatMap((word) =>
    [...new Set([word, ...(stems.get(word) ?? []).filter(({ length }) => length > 2)])].map(
      (form) => [word, form] as const,
    ),
  );
  const [candidates, split] = await Promise.all([
    readCandidates(sql, typed, forms),
    isAny ? findSplit(sql, typed) : [],
  ]);
  const offers = new Map(typed.map((word) => [word, [] as Offer[]]));
  const offer = (word: string, text: string, distance: number, found = ofNoListing) => {
    offers.get(word)?.push({ text, distance, stem: found.stem, products: found.products });
  };
  for (const candidate of candidates) {
    const { word } = candidate;
    if (word === candidate.typed || candidate.products < leastProducts) continue;
    const distance = isAny || isLikely(word) ? distanceTo(candidate) : undefined;
    if (distance !== undefined) offer(candidate.typed, word, distance, candidate);
  }
  for (const synonym of isAny ? typed.flatMap(synonymsLike) : []) {
    const distance = distanceTo(synonym);
    if (distance === undefined) continue;
    offer(synonym.typed, synonym.word, distance + notListed);
  }
  for (const [word, text] of split) offer(word, text, splitDistance);
  for (const word of isAny ? typed : []) {
    const compound = splitOffKind(word);
    if (compound !== undefined) offer(word, compound, compoundDistance);
    for (const kind of kindsSoundingLike(word)) offer(word, kind, soundDistance);
  }
  return closest(sql, offers);
}

const ofNoListing: Pick<Offer, 'stem' | 'products'> = { stem: null, products: 0 };

async function closest(sql: Sql, offers: ReadonlyMap<string, readonly Offer[]>): Promise<Similar> {
  const inOrder = [...offers].map(([word, offered]) => {
    const sorted = offered.toSorted(
      (one, other) => one.distance - other.distance || other.products - one.products,
    );
    const firstOf = new Map(sorted.toReversed().map((one) => [one.text, one]));
    const different = sorted.filter((one) => firstOf.get(one.text) === one);
    return [word, different.slice(0, maxLookedUp)] as const;
  });
  const stems = [
    ...new Set(inOrder.flatMap(([, sorted]) => sorted.flatMap(({ stem }) => stem ?? []))),
  ];
  const listed = await findListed(sql, stems);
  const words = inOrder.map(([word, sorted]) => {
    const found = sorted.filter(({ stem }) => stem === null || listed.has(stem));
    return [word, found.slice(0, maxOffered).map(({ text }) => text)] as const;
  });
  return { words: new Map(words), stems };
}

const knownWords = perShop(() => [
  ...new Set([
    ...wordsWithSynonyms(),
    ...vocabularyWords(),
    ...kindNames().filter((name) => /^\p{L}+$/u.test(name)),
  ]),
]);

/**
 * Words for instruments and categories in the languages that the search knows, whether or not the shop has any, and before it has
 * collected its words.
 */
function synonymsLike(typed: string): Candidate[] {
  const fields = { typed, form: typed, stem: null, products: 0, names: 1, isLonger: false };
  return knownWords()
    .filter((word) => word.length > 3 && Math.abs(word.length - typed.length) <= maxEdits(typed))
    .map((word) => ({ ...fields, word }));
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

/**
 * The distance of a candidate from what was typed, mostly in edits; undefined when it is too far. One edit never is,
 * but what is unlikely to be meant comes behind all others.
 */
function distanceTo({ typed, form, word, stem, names, isLonger }: Candidate): number | undefined {
  if (isLonger && isLikely(word)) return typed.length > 3 ? muchLongerDistance : longerDistance;
  const edits = editDistance(form, word);
  const startsSame = typed[0] === word[0];
  const isShortSynonym = stem === null && typed.length <= shortWord;
  // Descriptions have any words.
  if (names === 0) return undefined;
  if (edits > 1) {
    if (edits > maxEdits(typed) || !startsSame) return undefined;
    if (isShortSynonym || !isLikely(word)) return undefined;
  }
  return edits + (startsSame ? 0 : 0.3) + (form === typed ? 0 : 0.1) + (isLikely(word) ? 0 : 2);
}

/** People write a number or 'for sale' without an error, more likely than another word with one. */
const isLikely = (word: string) => !isFiller(word) && mayCorrectTo(word);

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
