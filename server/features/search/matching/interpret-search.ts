import type { CallRequest } from '#contract/calls.ts';
import { toMinorUnits } from '#contract/money/currency.ts';
import type { SearchOrder } from '#contract/search/search.ts';
import type { Facet } from '#contract/search/search-filters.ts';
import { parseWords, type Term } from '../words/parse-words.ts';
import type { Stems } from '../words/read-stems.ts';
import type { Frequencies } from './frequencies.ts';
import { type Clause, type FilterTerms, filterClauses, filterTerms, tiersOf } from './lexemes.ts';
import type { MatchDeps } from './match-deps.ts';
import type { PriceRange } from './slices.ts';
import type { VerifiedSellers } from './verified-sellers.ts';
import type { WantedZone } from './zone-products.ts';

export type Query = CallRequest<'searchProducts'>['query'];

/**
 * What a request searches for: its words parsed and stemmed, its filters as lexemes. It is made once for each text that is
 * searched, and what finds, counts, corrects and caches gets it.
 */
export interface InterpretedSearch {
  query: Query;
  terms: readonly Term[];
  filterTerms: FilterTerms;
  stems: Stems;
  /** The clauses of the words: the matches of each tier are among those of the next. */
  tiers: readonly (readonly Clause[])[];
  filters: readonly Clause[];
  priceRange: PriceRange | undefined;
  order: SearchOrder;
  /** When only what is new to a user is wanted. */
  listedSince?: ListedSince | undefined;
  frequencies: Frequencies;
}

/** What was listed after a time, and not by the user for whom it is new. */
export interface ListedSince {
  afterMs: number;
  userId: string;
}

export async function interpretSearch(
  deps: Pick<MatchDeps, 'stemsOf' | 'frequencies'>,
  query: Query,
): Promise<InterpretedSearch> {
  const terms = parseWords(query.q);
  const ofFilters = filterTerms(query);
  const words = [...terms, ...Object.values(ofFilters).flat()].flatMap(({ alternatives }) =>
    alternatives.flat(),
  );
  const [stems, frequencies] = await Promise.all([deps.stemsOf(words), deps.frequencies()]);
  const tiers = tiersOf(terms, stems);
  const filters = filterClauses(query, stems, ofFilters);
  const [priceRange, order] = [priceRangeOf(query), orderOf(query, tiers)];
  return {
    query,
    terms,
    filterTerms: ofFilters,
    stems,
    tiers,
    filters,
    priceRange,
    order,
    frequencies,
  };
}

/** The same search without one of its filters. */
export function withoutFilter(search: InterpretedSearch, filter: Facet): InterpretedSearch {
  const query = { ...search.query, [filter]: undefined };
  return { ...search, query, filters: filterClauses(query, search.stems, search.filterTerms) };
}

/** What lexemes do not decide, or not exactly. */
export interface Conditions {
  priceRange: PriceRange | undefined;
  /** When only products of verified sellers are wanted. */
  verified: VerifiedSellers | undefined;
  free: boolean;
  /** When only what is sent to a zone is wanted. */
  sendTo?: WantedZone | undefined;
  listedSince?: ListedSince | undefined;
}

/**
 * Reads who is verified now, and how many products are sent to a zone. Only the work whose result is cached may call this, once it has begun: what changes before that
 * does not drop the result.
 */
export async function readConditions(
  { verifiedSellers, hasFewProducts }: Pick<MatchDeps, 'verifiedSellers' | 'hasFewProducts'>,
  { query, priceRange, listedSince }: InterpretedSearch,
): Promise<Conditions> {
  const verified = query.verified ? await verifiedSellers() : undefined;
  const zoneId = query.sendTo;
  const sendTo =
    zoneId === undefined ? undefined : { zoneId, hasFewProducts: await hasFewProducts(zoneId) };
  return { priceRange, verified, free: query.free !== undefined, sendTo, listedSince };
}

/** The place in a list behind which the next page begins. */
export interface Cursor {
  /** Of relevance the tier, of prices the price in cents. */
  key: number;
  id: string;
}

export function cursorOf({ cursor }: Query): Cursor | undefined {
  if (cursor === undefined) return undefined;
  const dot = cursor.indexOf('.');
  return { key: Number(cursor.slice(0, dot)), id: cursor.slice(dot + 1) };
}

function priceRangeOf({ minPrice, maxPrice }: Query): PriceRange | undefined {
  if (minPrice === undefined && maxPrice === undefined) return undefined;
  return {
    from: toMinorUnits(minPrice ?? 0),
    to: maxPrice === undefined ? undefined : toMinorUnits(maxPrice),
  };
}

/** Relevance needs words. */
function orderOf({ sort = 'relevance' }: Query, tiers: InterpretedSearch['tiers']): SearchOrder {
  const hasWords = (tiers.at(-1) ?? []).length > 0;
  return sort === 'relevance' && !hasWords ? 'newest' : sort;
}
