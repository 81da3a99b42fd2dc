import { categories, conditions as conditionNames, countLimit } from '#contract/constants.ts';
import { type MatchCount, placeChoices, type SearchFacets } from '#contract/search.ts';
import { shopZones } from '#contract/shop-zones.ts';
import { type Fragment, rawSql } from '../../../database/sql.ts';
import { type InterpretedSearch, readConditions } from './interpret-search.ts';
import type { MatchDeps } from './match-deps.ts';
import { concatenated, exactConditions, isFree, ofVerifiedSeller } from './match-sql.ts';
import { foundByProbe, probeTable } from './probe-sql.ts';
import { planCount } from './search-plan.ts';

export const facets = ['category', 'condition', 'place', 'sendTo', 'verified', 'free'] as const;
export type Facet = (typeof facets)[number];

export interface Counts {
  total: MatchCount;
  /** Those that were asked for. */
  facets: Partial<SearchFacets>;
  /** The ids of all matches, when they are few. */
  ids?: string[] | undefined;
}

/** With how many products that have the lexemes a count compares the other conditions, each a row to read. */
const maxCompared = 10_000;
/** Of how many matches the ids are kept at most, from which a page is made without another search. */
const maxIds = 200;

/**
 * Counts the matches, and those of each choice, in one statement that stops at the limit of counting, or when it has read
 * too many products that other conditions leave out: then the counts are of the newest matches, and there are at least that
 * many.
 */
export async function countMatches(
  deps: Pick<MatchDeps, 'reader' | 'clock' | 'verifiedSellers' | 'hasFewProducts'>,
  search: InterpretedSearch,
  wanted: readonly Facet[],
): Promise<Counts> {
  const { sql } = deps.reader;
  const conditions = await readConditions(deps, search);
  const probes = planCount({ ...search, ...conditions, nowMs: deps.clock.now().getTime() });
  const columns = wanted.map((facet) => sql`, ${countsOf[facet]}`);
  const [row] = await sql<CountRow[]>`
    with compared as materialized (
      select found.* from ${probeTable(sql, probes)}
      cross join lateral (
        select p.id, p.seller_id, p.category, p.condition, p.location, p.price_cents from products p
        where ${foundByProbe(sql, probes, conditions)}
        offset 0
      ) found
      limit ${maxCompared + 1}
    ), matching as materialized (
      select * from compared p where true ${exactConditions(sql, conditions)} limit ${countLimit + 1}
    ), counted as materialized (select count(*) as total from matching)
    select total, case when total <= ${countLimit} then exists (select from compared offset ${maxCompared})
      else true end as "hasMore",
      case when total <= ${maxIds} then array(select id from matching) end as ids ${concatenated(sql, columns)}
    from counted`;
  const total = Number(row?.total ?? 0);
  const isExact = row?.hasMore !== true;
  const count = (number = 0): MatchCount => ({ count: Math.min(number, countLimit), isExact });
  const ids = isExact ? (row?.ids ?? undefined) : undefined;
  return { total: count(total), facets: row ? facetsOf(row, count) : {}, ids };
}

type Tally = Record<string, number>;

interface CountRow {
  total: number;
  /** Whether not all products that have the lexemes were compared. */
  hasMore: boolean;
  ids: string[] | null;
  category?: Tally | null;
  condition?: Tally | null;
  place?: Tally | null;
  sendTo?: Tally | null;
  verified?: number;
  free?: number;
}

function facetsOf(row: CountRow, count: (number?: number) => MatchCount): Partial<SearchFacets> {
  const ofNames = (names: readonly string[], tally: Tally | null) =>
    names.map((value) => ({ value, ...count(tally?.[value]) }));
  const found: Partial<SearchFacets> = {};
  if (row.category !== undefined) found.category = ofNames(categories, row.category);
  if (row.condition !== undefined) found.condition = ofNames(conditionNames, row.condition);
  if (row.place !== undefined) {
    const places = Object.keys(row.place ?? {});
    const byCount = (a: string, b: string) => (row.place?.[b] ?? 0) - (row.place?.[a] ?? 0);
    found.place = ofNames(places.sort(byCount), row.place);
  }
  if (row.sendTo !== undefined && shopZones().length > 0) {
    const zoneIds = shopZones().map(({ id }) => id);
    found.sendTo = ofNames(zoneIds, row.sendTo);
  }
  if (row.verified !== undefined) found.verified = count(row.verified);
  if (row.free !== undefined) found.free = count(row.free);
  return found;
}

const tally = (column: string) =>
  `(select json_object_agg(value, count) from (
    select ${column} as value, count(*) from matching where ${column} is not null
    group by 1 order by 2 desc, 1 limit ${placeChoices}) counted)`;

const countsOf: Readonly<Record<Facet, Fragment>> = {
  category: rawSql(`${tally('category')} as category`),
  condition: rawSql(`${tally('condition')} as condition`),
  place: rawSql(`${tally('location')} as place`),
  sendTo: rawSql(`(select json_object_agg(zone_id, count) from (
    select d.zone_id, count(*) from matching m join shipping_prices d on d.product_id = m.id
    group by 1) counted) as "sendTo"`),
  verified: countWhere(ofVerifiedSeller, 'verified'),
  free: countWhere(isFree, 'free'),
};

function countWhere({ strings }: Fragment, name: Facet): Fragment {
  return rawSql(`(select count(*) from matching p where ${strings.join('')}) as ${name}`);
}
