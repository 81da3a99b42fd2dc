import { LRUCache } from 'lru-cache';
import type { SearchOrder } from '#contract/search.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Sql } from '../../../database/sql.ts';
import { lexemeTag, searchesTag } from '../../products/catalogue-tags.ts';
import type { ProductReader } from '../../products/product-row.ts';
import { correctWords } from '../words/correct-words.ts';
import { isPrefixed, parsePlace, parseWords } from '../words/parse-words.ts';
import { type Stems, stemReader } from '../words/read-stems.ts';
import { findMatches, type Match, orderMatches } from './find-matches.ts';
import { type Frequencies, frequencyReader } from './frequencies.ts';
import type { Clause } from './lexemes.ts';
import { type Cursor, planSearch, type Query, type Search, searchOf } from './search-plan.ts';
import { readVerifiedSellers, type VerifiedSellers } from './verified-sellers.ts';

/** What it takes to find which products match. */
export interface MatchDeps {
  reader: Pick<ProductReader, 'sql'>;
  clock: Clock;
  stemsOf: (words: readonly string[]) => Promise<Stems>;
  frequencies: () => Promise<Frequencies>;
  /** Who is verified, as far as a search asks for it. */
  verifiedSellers: () => Promise<VerifiedSellers>;
  /** Keeps what is the same for everybody until a change has one of its tags; by default until any change. */
  shared: <Value>(
    key: string,
    make: () => Promise<Value>,
    tags?: readonly string[] | ((value: Value) => readonly string[]),
  ) => Promise<Value>;
}

/** Facts that are the same for everybody may be this old where the response cache does not keep them. */
const keptMs = 60_000;

/** Finds matches outside of requests, where there is no response cache. */
export function createMatching({ sql, clock }: { sql: Sql; clock: Clock }): MatchDeps {
  const kept = new LRUCache<string, Promise<{ value: unknown }>>({ max: 1_000, ttl: keptMs });
  const shared = async <Value>(key: string, make: () => Promise<Value>): Promise<Value> => {
    const known = kept.get(key);
    if (known) return (await known).value as Value; // The key belongs to this type.
    const making = make().then((value) => ({ value }));
    kept.set(key, making);
    making.catch(() => kept.delete(key));
    return (await making).value;
  };
  return {
    reader: { sql },
    clock,
    stemsOf: stemReader(sql),
    frequencies: frequencyReader(sql),
    verifiedSellers: () => shared('verified sellers', () => readVerifiedSellers(sql)),
    shared,
  };
}

/** A query as what the index is asked. */
export async function interpret(
  { stemsOf, verifiedSellers }: MatchDeps,
  query: Query,
): Promise<Search> {
  const terms = parseWords(query.q);
  const places = parsePlace(query.place ?? '');
  const words = [...terms, ...places].flatMap(({ alternatives }) => alternatives.flat());
  const [stems, verified] = await Promise.all([
    stemsOf(words),
    query.verified ? verifiedSellers() : undefined,
  ]);
  return searchOf(query, { terms, places, stems, verified });
}

export interface Page {
  search: Search;
  order: SearchOrder;
  onlyAdvertised: boolean;
}

/**
 * The first matches of one page, and one more when there is.
 * @param ids of all matches, when they are known
 */
export async function readMatches(
  { reader, frequencies, clock }: MatchDeps,
  query: Query,
  { search, order, onlyAdvertised }: Page,
  ids?: readonly string[],
): Promise<Match[]> {
  const cursor = cursorOf(query.cursor);
  const count = query.limit + 1;
  if (ids) {
    const { tiers } = search;
    if (ids.length === 0) return [];
    return orderMatches(reader.sql, { ids, tiers, order, cursor, count, onlyAdvertised });
  }
  const visible = onlyAdvertised ? { ...search, filters: [...search.filters, advertised] } : search;
  const nowMs = clock.now().getTime();
  const wanted = { search: visible, order, cursor, frequencies: await frequencies(), nowMs };
  const plan = planSearch(wanted);
  return findMatches(reader.sql, {
    plan,
    conditions: search,
    order,
    cursor,
    count,
  });
}

const advertised: Clause = [['s:advertise']];

/**
 * What the shop's words make of these, the closest first, none when they are known or like none of them, and the cache tags of
 * that: the job that collects words drops all searches, and until then a product with an unknown word makes it a known one.
 */
export async function correctionsOf(deps: MatchDeps, q: string, doubtsRare: boolean) {
  const { stems, tags } = await stemsIn(deps, q);
  const key = JSON.stringify(['corrected', q, doubtsRare]);
  const correct = () => correctWords(deps.reader.sql, q, stems, doubtsRare);
  return { texts: await deps.shared(key, correct, tags), tags };
}

/** The stems of the words of a text and of other words for them, and the cache tags of what depends on their products. */
export async function stemsIn(deps: Pick<MatchDeps, 'stemsOf'>, q: string) {
  const words = parseWords(q).flatMap(({ alternatives }) => alternatives.flat());
  const stems = await deps.stemsOf(words);
  const lexemes = [...[...stems.values()].flat(), ...words.filter(isPrefixed)];
  return { stems, tags: [searchesTag, ...[...new Set(lexemes)].map(lexemeTag)] };
}

export function cursorOf(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined;
  const dot = text.indexOf('.');
  return { key: Number(text.slice(0, dot)), id: text.slice(dot + 1) };
}
