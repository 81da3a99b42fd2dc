import type { CallReply } from '#contract/calls.ts';
import type { MatchCount, SearchFacets, SearchOrder } from '#contract/search.ts';
import { listByIds } from '../../products/list-products.ts';
import type { Viewer } from '../../products/personal-fields.ts';
import type { ProductReader, ViewedProducts } from '../../products/product-row.ts';
import { type Counts, countMatches, type Facet, facets } from '../matching/count-matches.ts';
import type { Match } from '../matching/find-matches.ts';
import { correctionsOf, interpret, type MatchDeps, readMatches } from '../matching/read-matches.ts';
import { orderOf, planCount, type Query } from '../matching/search-plan.ts';
import { separateWords } from '../words/parse-words.ts';
import { searchTags, tagsOfMatches } from './cache-tags.ts';
import { fewerWords } from './fewer-words.ts';

export interface SearchDeps extends MatchDeps {
  reader: ProductReader;
}

interface Caller {
  viewer: Viewer | null;
  /** Whether only advertised products are given out; all are counted. */
  onlyAdvertised: boolean;
}

type Found = CallReply<'searchProducts'> &
  Pick<ViewedProducts, 'personal'> & {
    nextCursor: string | undefined;
    /** By which its cached copy is dropped. */
    tags: readonly string[];
  };

/**
 * One page of the products on sale that match words and filters, with how many match and what further filters would leave.
 * When nothing matches, it is a search for similar words of the shop, or for fewer of the words.
 */
export async function searchProducts(
  deps: SearchDeps,
  query: Query,
  caller: Caller,
): Promise<Found> {
  const found = await findPage(deps, query, caller);
  if (mayMatch(found) || query.q === '' || query.exact) return found;
  // With filters nothing may match because of them.
  const { q, limit: _limit, cursor: _cursor, sort: _sort, ...filters } = query;
  const hasFilters = Object.values(filters).some((value) => value !== undefined);
  const words = separateWords(q);
  const corrected = await correctionsOf(deps, words, !hasFilters);
  const tags = [...found.tags, ...corrected.tags];
  for (const text of corrected.texts) {
    const instead = await findInstead(deps, query, text, caller);
    tags.push(...instead.tags);
    if (mayMatch(instead)) return { ...instead, tags };
  }
  const [closest = words] = corrected.texts;
  const fewer = await fewerWords(deps, { ...query, q: closest });
  tags.push(...fewer.tags);
  if (fewer.words === null) return { ...found, tags };
  const instead = await findInstead(deps, query, fewer.words, caller);
  tags.push(...instead.tags);
  return { ...(mayMatch(instead) ? instead : found), tags };
}

const mayMatch = ({ total }: Found) => total.count > 0 || !total.isExact;

async function findInstead(
  deps: SearchDeps,
  query: Query,
  words: string,
  caller: Caller,
): Promise<Found> {
  return { ...(await findPage(deps, { ...query, q: words }, caller)), corrected: words };
}

async function findPage(
  deps: SearchDeps,
  query: Query,
  { viewer, onlyAdvertised }: Caller,
): Promise<Found> {
  const { limit, cursor, sort, ...wanted } = query;
  const search = await interpret(deps, query);
  const order = orderOf(query, search);
  const frequencies = await deps.frequencies();
  const key = JSON.stringify(['page', wanted, order, limit, cursor, onlyAdvertised]);
  const read = async () => {
    // Interpreted again, because who is verified may have changed, and what is read from here on is cached.
    const page = { search: await interpret(deps, query), order, onlyAdvertised };
    // When they were counted, few matches were found that need not be found again.
    const { ids } = await count(deps, query, unset(query));
    return readMatches(deps, query, page, ids);
  };
  const tagsOf = (found: readonly Match[]) =>
    tagsOfMatches(query, { search, order, onlyAdvertised }, { matches: found, frequencies });
  const [counts, matches] = await Promise.all([
    countAll(deps, query),
    deps.shared(key, read, tagsOf),
  ]);
  const page = matches.slice(0, limit);
  const ids = page.map(({ id }) => id);
  const last = matches.length > limit ? page.at(-1) : undefined;
  // A count that stopped early may not know that the page has all of them.
  const isWhole = !counts.total.isExact && !cursor && !last && !onlyAdvertised;
  return {
    ...(await listByIds(deps.reader, viewer, { ids, onlyAdvertised })),
    total: isWhole ? { count: page.length, isExact: true } : atLeast(page.length, counts.total),
    facets: cursor === undefined ? counts.facets : undefined,
    isLimited: onlyAdvertised,
    nextCursor: last && `${cursorKey(order, last)}.${last.id}`,
    // What the page shows is counted too, so these are enough.
    tags: [...new Set(counts.tags)],
  };
}

/** A count that stopped early may have seen less than the page. */
function atLeast(shown: number, { count: counted, isExact }: MatchCount): MatchCount {
  return { count: isExact ? counted : Math.max(counted, shown), isExact };
}

/** The filters that are there or not: each of their matches is one of the search with them. */
const switches: readonly Facet[] = ['verified', 'free'];

/** The counts of a filter that is set are of a search without it. What a switch would leave is what there is, once it is set. */
async function countAll(
  deps: SearchDeps,
  query: Query,
): Promise<{ total: MatchCount; facets: SearchFacets; tags: string[] }> {
  const set = facets.filter((facet) => query[facet] !== undefined);
  const replaced = set.filter((facet) => !switches.includes(facet));
  const [all, ...each] = await Promise.all([
    count(deps, query, unset(query)),
    ...replaced.map((facet) => count(deps, { ...query, [facet]: undefined }, [facet])),
  ]);
  // Together they have every facet.
  const on = set.filter((facet) => switches.includes(facet)).map((facet) => [facet, all.total]);
  const counted = Object.assign(
    Object.fromEntries(on),
    ...[all, ...each].map((one) => one.facets),
  ) as SearchFacets;
  return { total: all.total, facets: counted, tags: [all, ...each].flatMap(({ tags }) => tags) };
}

const unset = (query: Query) => facets.filter((facet) => query[facet] === undefined);

/** Each count is cached by itself, because a change concerns the search with a filter more seldom than the one without it. */
async function count(
  deps: SearchDeps,
  query: Query,
  wanted: readonly Facet[],
): Promise<Counts & { tags: string[] }> {
  const { limit: _limit, cursor: _cursor, sort: _sort, ...counted } = query;
  const { frequencies, clock, reader } = deps;
  const tags = searchTags(await interpret(deps, query), await frequencies());
  const key = JSON.stringify(['counts', counted, wanted]);
  const make = async () => {
    const conditions = await interpret(deps, query);
    const probes = planCount(conditions, await frequencies(), clock.now().getTime());
    return countMatches(reader.sql, { probes, conditions, facets: wanted });
  };
  return { ...(await deps.shared(key, make, tags)), tags };
}

function cursorKey(order: SearchOrder, { tier, priceCents }: Match): number {
  return order === 'price' || order === '-price' ? priceCents : tier;
}
