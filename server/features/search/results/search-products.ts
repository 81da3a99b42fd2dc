import type { CallReply } from '#contract/calls.ts';
import { kindWithId } from '#contract/instruments/shop-instruments.ts';
import {
  type MatchCount,
  maxFactFacets,
  type SearchFacets,
  type SearchOrder,
} from '#contract/search/search.ts';
import { type Facet, searchFilters } from '#contract/search/search-filters.ts';
import { attributesOf } from '../../instruments/kind-attributes.ts';
import { listByIds } from '../../products/list-products.ts';
import type { Viewer } from '../../products/personal-fields.ts';
import type { ProductReader, ViewedProducts } from '../../products/product-row.ts';
import { type Counts, countMatches, facets } from '../matching/count-matches.ts';
import { findMatches, type Match } from '../matching/find-matches.ts';
import {
  type InterpretedSearch,
  interpretSearch,
  type Query,
  withoutFact,
  withoutFilter,
} from '../matching/interpret-search.ts';
import type { MatchDeps } from '../matching/match-deps.ts';
import { isFiller, separateWords } from '../words/parse-words.ts';
import { searchTags } from './cache-tags.ts';
import { correctionsOf } from './corrections.ts';
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
  const search = await interpretSearch(deps, query);
  const found = await findPage(deps, search, caller);
  if (mayMatch(found)) return found;
  if (query.q === '' || query.exact) {
    const close = await findClose(deps, search, caller);
    return close ? { ...found, ...close.shown, tags: [...found.tags, ...close.tags] } : found;
  }
  // With filters nothing may match because of them.
  const { q, limit: _limit, cursor: _cursor, sort: _sort, ...filters } = query;
  const hasFilters = Object.values(filters).some((value) => value !== undefined);
  const withWords = async (words: string) =>
    words === q ? search : interpretSearch(deps, { ...query, q: words });
  const separate = await withWords(separateWords(q));
  const corrected = await correctionsOf(deps, separate, !hasFilters);
  const tags = [...found.tags, ...corrected.tags];
  let closest: InterpretedSearch | undefined;
  for (const text of corrected.texts) {
    const similar = await withWords(text);
    closest ??= similar;
    const instead = await findPage(deps, similar, caller);
    tags.push(...instead.tags);
    if (mayMatch(instead)) return { ...instead, corrected: text, tags };
  }
  const fewer = await fewerWords(deps, closest ?? separate);
  tags.push(...fewer.tags);
  if (fewer.words !== null) {
    const instead = await findPage(deps, await withWords(fewer.words), caller);
    tags.push(...instead.tags);
    if (mayMatch(instead)) return { ...instead, corrected: fewer.words, tags };
  }
  const close = await findClose(deps, search, caller);
  return { ...found, ...close?.shown, tags: [...tags, ...(close?.tags ?? [])] };
}

type Missed = NonNullable<Found['missed']>;

/** Each fact that may be left out costs a search. */
const maxMissed = 4;

/**
 * What lacks a fact that is wanted and has all else: the first of the facts without which something matches, or all of them, and
 * then the words that mean nothing. Undefined when nothing is close. It is no match, and counts as none.
 */
async function findClose(
  deps: SearchDeps,
  { query, terms, facts, others, kind }: InterpretedSearch,
  caller: Caller,
) {
  const wanted: Missed = [
    ...facts.map(({ typed, id }) => ({ text: typed.join(' '), ...(id !== undefined && { id }) })),
    ...(query.fact?.split(',') ?? []).map((id) => ({ id })),
  ];
  if (query.cursor !== undefined || wanted.length === 0) return undefined;
  const unknown = others.filter((typed) => !isFiller(typed)).map((text) => ({ text }));
  const choices = [
    ...(wanted.length > 1 ? wanted.slice(0, maxMissed).map((one) => [one]) : []),
    wanted,
    ...(unknown.length > 0 ? [[...wanted, ...unknown]] : []),
  ];
  const tags: string[] = [];
  for (const missed of choices) {
    // 'Alto recorder' without 'alto recorder' is a recorder still.
    const left = withoutMissed({ ...query, kind }, terms, missed);
    if (!left) continue;
    const close = await findPage(deps, await interpretSearch(deps, left), caller);
    tags.push(...close.tags);
    if (!mayMatch(close)) continue;
    const items = close.items.map((item) => ({ ...item, close: true as const }));
    return { shown: { items, missed, personal: close.personal }, tags };
  }
  return { shown: {}, tags };
}

/** The search without these words and facts; undefined when nothing is left to look for. */
function withoutMissed(
  query: Query,
  terms: InterpretedSearch['terms'],
  missed: Missed,
): Query | undefined {
  const texts = new Set(missed.flatMap(({ text }) => text?.split(' ') ?? []));
  const ids = new Set(missed.flatMap(({ id, text }) => (text === undefined && id ? [id] : [])));
  const isLeft = ({ typed }: { typed: string }) => !typed.split(' ').every((one) => texts.has(one));
  const q = terms
    .filter(isLeft)
    .map(({ typed }) => typed)
    .join(' ');
  const fact =
    query.fact
      ?.split(',')
      .filter((id) => !ids.has(id))
      .join(',') || undefined;
  const { limit, sort, cursor: _, exact: __, q: ___, fact: ____, ...others } = query;
  const hasMore =
    q !== '' || fact !== undefined || Object.values(others).some((one) => one !== undefined);
  return hasMore ? { ...others, q, fact, limit, sort } : undefined;
}

const mayMatch = ({ total }: Found) => total.count > 0 || !total.isExact;

async function findPage(
  deps: SearchDeps,
  search: InterpretedSearch,
  { viewer, onlyAdvertised }: Caller,
): Promise<Found> {
  const { query, order } = search;
  const { limit, cursor, sort: _sort, ...wanted } = query;
  const key = JSON.stringify(['page', wanted, order, limit, cursor, onlyAdvertised]);
  // All begin together, so that a change while they run concerns the page as well as the count that it is made of.
  const attributes = attributesToCount(search);
  const counting = count(deps, search, unset(query), attributes.unset);
  const read = async () => findMatches(deps, search, { onlyAdvertised, ids: (await counting).ids });
  const [counts, matches] = await Promise.all([
    countAll(deps, search, { counting, attributes }),
    deps.shared(key, read, searchTags(search)),
  ]);
  const page = matches.slice(0, limit);
  const ids = page.map(({ id }) => id);
  const last = matches.length > limit ? page.at(-1) : undefined;
  // A count that stopped early may not know that the page has all of them.
  const isWhole = !counts.total.isExact && !cursor && !last && !onlyAdvertised;
  return {
    ...(await listByIds(deps.reader, viewer, { ids, onlyAdvertised, sendTo: query.sendTo })),
    total: isWhole ? { count: page.length, isExact: true } : atLeast(page.length, counts.total),
    ...(search.understood.length > 0 && { understood: [...search.understood] }),
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

const isSwitch = (facet: Facet) => searchFilters[facet].kind === 'flag';

/** The counts of a filter that is set are of a search without it. A switch that is on leaves all matches. */
async function countAll(
  deps: SearchDeps,
  search: InterpretedSearch,
  {
    counting,
    attributes,
  }: {
    counting: ReturnType<typeof count>;
    attributes: ReturnType<typeof attributesToCount>;
  },
): Promise<{ total: MatchCount; facets: SearchFacets; tags: string[] }> {
  const { query } = search;
  const set = facets.filter((facet) => query[facet] !== undefined);
  const [all, ...each] = await Promise.all([
    counting,
    ...set
      .filter((facet) => !isSwitch(facet))
      .map((facet) => count(deps, withoutFilter(search, facet), [facet])),
    ...attributes.set.map((id) => count(deps, withoutFact(search, id), [], [id])),
  ]);
  // Together they have every facet.
  const on = set.filter(isSwitch).map((facet) => [facet, all.total]);
  const counted = Object.assign(
    Object.fromEntries(on),
    ...[all, ...each].map((one) => one.facets),
  ) as SearchFacets;
  const facts = [all, ...each].flatMap((one) => one.facts);
  if (search.kind !== undefined && attributes.all.length > 0) {
    const inOrder = attributes.all.flatMap((id) => facts.filter((one) => one.attribute === id));
    counted.facts = { kind: search.kind, attributes: inOrder };
  }
  return { total: all.total, facets: counted, tags: [all, ...each].flatMap(({ tags }) => tags) };
}

const unset = (query: Query) => facets.filter((facet) => query[facet] === undefined);

/** What buyers filter by of the kind: what matters most to them first. */
function attributesToCount({ kind: id, query }: InterpretedSearch) {
  const kind = id === undefined ? undefined : kindWithId(id);
  const all = (kind ? attributesOf(kind) : [])
    .filter(
      ({ filter, type, field }) => filter && !field && (type === 'choice' || type === 'yesno'),
    )
    .slice(0, maxFactFacets)
    .map(({ id: attribute }) => attribute);
  const isSet = (attribute: string) =>
    query.fact?.split(',').some((fact) => fact.startsWith(`${attribute}:`)) === true;
  return { all, set: all.filter(isSet), unset: all.filter((one) => !isSet(one)) };
}

/** Each count is cached by itself, because a change concerns the search with a filter more seldom than the one without it. */
async function count(
  deps: SearchDeps,
  search: InterpretedSearch,
  wanted: readonly Facet[],
  attributes: readonly string[] = [],
): Promise<Counts & { tags: string[] }> {
  const { limit: _limit, cursor: _cursor, sort: _sort, ...counted } = search.query;
  const key = JSON.stringify(['counts', counted, wanted, attributes]);
  const tags = searchTags(search);
  return {
    ...(await deps.shared(key, () => countMatches(deps, search, wanted, attributes), tags)),
    tags,
  };
}

function cursorKey(order: SearchOrder, { tier, priceCents }: Match): number {
  return order === 'price' || order === '-price' ? priceCents : tier;
}
