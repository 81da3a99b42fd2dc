import type { CallRequest } from '#contract/calls.ts';
import { kindWithId } from '#contract/instruments/shop-instruments.ts';
import { toMinorUnits } from '#contract/money/currency.ts';
import type { SearchOrder } from '#contract/search/search.ts';
import type { Facet } from '#contract/search/search-filters.ts';
import type { Term } from '../words/parse-words.ts';
import type { Stems } from '../words/read-stems.ts';
import { type UnderstoodTerms, understandWords } from '../words/understand-words.ts';
import { type Clause, type FilterTerms, filterClauses, filterTerms, tiersOf } from './lexemes.ts';
import type { MatchDeps } from './match-deps.ts';

export type Query = CallRequest<'searchProducts'>['query'];

/** Prices in integer cents; without `to` there is no upper limit. */
export interface PriceRange {
  from: number;
  to?: number | undefined;
}

/**
 * What a request searches for: its words parsed and stemmed, its filters as lexemes. It is made once for each text that is
 * searched, and what finds, counts, corrects and caches gets it.
 */
export interface InterpretedSearch
  extends Pick<UnderstoodTerms, 'understood' | 'needed' | 'facts' | 'kindTerms' | 'others'> {
  query: Query;
  terms: readonly Term[];
  filterTerms: FilterTerms;
  stems: Stems;
  /** The kind that is chosen, or that the words name. */
  kind: string | undefined;
  /** The clauses of the words: the matches of each tier are among those of the next. */
  tiers: readonly (readonly Clause[])[];
  filters: readonly Clause[];
  priceRange: PriceRange | undefined;
  order: SearchOrder;
  /** When only what is new to a user is wanted. */
  listedSince?: ListedSince | undefined;
}

/** What was listed after a time, and not by the user for whom it is new. */
export interface ListedSince {
  afterMs: number;
  userId: string;
}

export async function interpretSearch(
  deps: Pick<MatchDeps, 'stemsOf'>,
  given: Query,
): Promise<InterpretedSearch> {
  const query = withKindOfShop(given);
  const { kinds, kindLexemes, ...words } = understandWords(query.q);
  const { terms } = words;
  const ofFilters = filterTerms(query);
  const searched = [...terms, ...Object.values(ofFilters).flat()].flatMap(({ alternatives }) =>
    alternatives.flat(),
  );
  const stems = await deps.stemsOf(searched);
  const tiers = tiersOf(terms, stems, kindLexemes);
  return {
    ...words,
    query,
    filterTerms: ofFilters,
    stems,
    kind: query.kind ?? (kinds.length === 1 ? kinds[0] : undefined),
    tiers,
    filters: filterClauses(query, stems, ofFilters),
    priceRange: priceRangeOf(query),
    order: orderOf(query, tiers),
  };
}

/** A former kind is the one that has its listings now. */
function withKindOfShop(query: Query): Query {
  const kind = query.kind && kindWithId(query.kind.toLowerCase())?.kind;
  return kind ? { ...query, kind } : query;
}

/** The same search without one of its filters. */
export function withoutFilter(search: InterpretedSearch, filter: Facet): InterpretedSearch {
  const query = { ...search.query, [filter]: undefined };
  return { ...search, query, filters: filterClauses(query, search.stems, search.filterTerms) };
}

/** The same search without what it wants of one attribute. */
export function withoutFact(search: InterpretedSearch, attribute: string): InterpretedSearch {
  const facts = search.query.fact?.split(',').filter((fact) => !fact.startsWith(`${attribute}:`));
  const query = { ...search.query, fact: facts?.join(',') || undefined };
  return { ...search, query, filters: filterClauses(query, search.stems, search.filterTerms) };
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
