import { countLimit } from '#contract/constants.ts';
import { shopZones } from '#contract/delivery/shop-zones.ts';
import { kindWithId } from '#contract/instruments/shop-instruments.ts';
import { type MatchCount, maxChoices, type SearchFacets } from '#contract/search/search.ts';
import {
  type Facet,
  type FacetFilter,
  type FilterOf,
  facetFilters,
} from '#contract/search/search-filters.ts';
import { columnName } from '../../../database/row-sql.ts';
import { type Fragment, rawSql, type Sql } from '../../../database/sql.ts';
import { hasDropped } from '../../products/price-drops.ts';
import type { InterpretedSearch } from './interpret-search.ts';
import type { MatchDeps } from './match-deps.ts';
import {
  type ConditionDeps,
  compared,
  concatenated,
  foundByProbe,
  isFree,
  ofVerifiedSeller,
  probeTable,
  readConditions,
} from './match-sql.ts';
import { probesOf } from './probes.ts';

export const facets: readonly Facet[] = facetFilters.map(({ name }) => name);

type FactCounts = NonNullable<SearchFacets['facts']>['attributes'];

export interface Counts {
  total: MatchCount;
  /** Those that were asked for. */
  facets: Partial<SearchFacets>;
  /** Those of the attributes that were asked for. */
  facts: FactCounts;
  /** The ids of all matches, when they are few. */
  ids?: string[] | undefined;
}

/** How many products that have the lexemes are compared with the other conditions. */
const maxCompared = 10_000;
/** Of how many matches the ids are kept at most, from which a page is made without another search. */
const maxIds = 500;

/**
 * Counts the matches, and those of each choice, in one statement that stops at the limit of counting, or when it has read
 * too many products that other conditions leave out: then the counts are of the newest matches, and there are at least that
 * many.
 */
export async function countMatches(
  deps: ConditionDeps & Pick<MatchDeps, 'clock'>,
  search: InterpretedSearch,
  wanted: readonly Facet[],
  attributes: readonly string[] = [],
): Promise<Counts> {
  const { sql } = deps.reader;
  const conditions = await readConditions(deps, search);
  const place = {
    conditions,
    cursor: undefined,
    nowMs: deps.clock.now().getTime(),
    smallest: 31 as const,
  };
  const probes = probesOf({ ...search, order: 'newest' }, place);
  const columns = wanted.map((facet) => sql`, ${countsOf[facet]}`);
  if (attributes.length > 0) columns.push(sql`, ${countsOfFacts(sql, attributes)}`);
  const [row] = await sql<(CountRow & FacetRow)[]>`
    with found as materialized (
      select found.* from ${probeTable(sql, probes)} cross join lateral (
        select ${countedColumns} from products p where ${foundByProbe(sql, probes, conditions)} offset 0
      ) found
      limit ${maxCompared + 1}
    ), matching as materialized (
      select * from found p where true ${compared(sql, conditions)} limit ${countLimit + 1}
    ), counted as materialized (select count(*) as total from matching)
    select total, case when total <= ${countLimit} then exists (select from found offset ${maxCompared})
      else true end as "hasMore",
      case when total <= ${maxIds} then array(select id from matching) end as ids ${concatenated(sql, columns)}
    from counted`;
  const total = Number(row?.total ?? 0);
  const isExact = row?.hasMore !== true;
  const count = (number = 0): MatchCount => ({ count: Math.min(number, countLimit), isExact });
  const ids = isExact ? (row?.ids ?? undefined) : undefined;
  const found = row ? facetsOf(row, count) : {};
  const facts = factsOf(row?.facts ?? {}, attributes, count);
  return { total: count(total), facets: found, facts, ids };
}

function countsOfFacts(sql: Sql, attributes: readonly string[]): Fragment {
  return sql`(select json_object_agg(attribute, counts) from (
    select attribute, json_object_agg(value, count) as counts from (
      select f.key as attribute, f.value, count(*) from matching m
        join products p on p.id = m.id cross join lateral jsonb_each_text(p.facts) f
      where f.key = any(${attributes}::text[]) group by 1, 2) each group by 1) counted) as facts`;
}

function factsOf(
  found: Readonly<Record<string, Tally>>,
  attributes: readonly string[],
  count: (number?: number) => MatchCount,
): FactCounts {
  return attributes.flatMap((attribute) => {
    const tally = Object.entries(found[attribute] ?? {}).sort(([, one], [, other]) => other - one);
    const choices = tally
      .slice(0, maxChoices)
      .map(([value, number]) => ({ value, ...count(number) }));
    return choices.length > 0 ? [{ attribute, choices }] : [];
  });
}

type Tally = Readonly<Record<string, number>>;

interface CountRow {
  total: number;
  /** Whether not all products that have the lexemes were compared. */
  hasMore: boolean;
  ids: string[] | null;
  facts?: Readonly<Record<string, Tally>> | null;
}
type FacetRow = { [Name in Facet]?: Name extends FilterOf<'flag'> ? number : Tally | null };

function facetsOf(row: FacetRow, count: (number?: number) => MatchCount): Partial<SearchFacets> {
  const found: Partial<Record<Facet, unknown>> = {};
  for (const filter of facetFilters) {
    if (row[filter.name] === undefined) continue;
    if (filter.kind === 'flag') {
      found[filter.name] = count(row[filter.name]);
    } else {
      const tally = row[filter.name] ?? {};
      const choices = choicesOf(filter, tally);
      found[filter.name] = choices?.map((value) => ({ value, ...count(tally[value]) }));
    }
  }
  return found as Partial<SearchFacets>; // Each has what its kind of filter has.
}

/** The choices that have a count; undefined for zones where there is none. */
function choicesOf(filter: FacetFilter, tally: Tally): string[] | undefined {
  if (filter.kind === 'choice') return Object.keys(filter.choices());
  if (filter.kind === 'words' || filter.kind === 'id') {
    const values = Object.keys(tally).sort((a, b) => (tally[b] ?? 0) - (tally[a] ?? 0));
    return filter.name === 'kind' ? values.filter(isShownKind) : values;
  }
  return shopZones().length > 0 ? shopZones().map(({ id }) => id) : undefined;
}

/** Listings keep a kind that the owner hides, or has taken away. */
function isShownKind(id: string): boolean {
  const kind = kindWithId(id);
  return kind !== undefined && !kind.isHidden;
}

const countedColumns = rawSql(
  [
    ...['id', 'sellerId', 'priceCents', 'priceBeforeCents'],
    ...facetFilters.flatMap((filter) => ('column' in filter ? [filter.column] : [])),
    ...facetFilters.flatMap((filter) => ('normal' in filter ? [filter.normal] : [])),
  ]
    .map((name) => `p.${columnName(name)}`)
    .join(', '),
);

const flags: Readonly<Record<FilterOf<'flag'>, Fragment>> = {
  verified: ofVerifiedSeller,
  dropped: hasDropped,
  free: isFree,
};

const countsOf = Object.fromEntries(
  facetFilters.map((filter) => [filter.name, countOf(filter)]),
) as Readonly<Record<Facet, Fragment>>;

function countOf(filter: FacetFilter): Fragment {
  if ('column' in filter) {
    const column = columnName(filter.column);
    const normal =
      'normal' in filter
        ? `coalesce(${columnName(filter.normal)}, lower(${column}))`
        : `lower(${column})`;
    return rawSql(`(select json_object_agg(value, count) from (
      select mode() within group (order by ${column}) as value, count(*) from matching
      where ${column} is not null group by ${normal} order by 2 desc, 1 limit ${maxChoices}) counted) as "${filter.name}"`);
  }
  if (filter.kind === 'flag') return countWhere(flags[filter.name], filter.name);
  return rawSql(`(select json_object_agg(zone_id, count) from (
    select d.zone_id, count(*) from matching m join shipping_prices d on d.product_id = m.id
    group by 1) counted) as "${filter.name}"`);
}

function countWhere({ strings }: Fragment, name: Facet): Fragment {
  return rawSql(`(select count(*) from matching p where ${strings.join('')}) as "${name}"`);
}
