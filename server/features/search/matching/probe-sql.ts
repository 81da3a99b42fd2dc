import type { SearchOrder } from '#contract/search/search.ts';
import { type Fragment, rawSql, type Sql } from '../../../database/sql.ts';
import { onSale } from '../../products/product-row.ts';
import type { Conditions, Cursor } from './interpret-search.ts';
import {
  concatenated,
  exactConditions,
  isBehind,
  listedAfter,
  lookedUp,
  ordering,
  pricedWithin,
  walkFrom,
} from './match-sql.ts';
import type { Probe } from './search-plan.ts';
import { amongProductsOf } from './zone-products.ts';

/** SQL for the probes as a table `probe`, in their order. */
export function probeTable(sql: Sql, probes: readonly Probe[]): Fragment {
  const columns = keyColumns(probes);
  const keys = columns.map(
    (_, at) => sql`, ${probes.map((probe) => probe.keys[at] ?? probe.keys[0] ?? '')}::text[]`,
  );
  const names = columns.map((column) => rawSql(`, ${column}`));
  const [tiers, queries] = [probes.map(({ tier }) => tier), probes.map(({ query }) => query)];
  if (probes.some(({ walk }) => walk)) {
    keys.push(sql`, ${probes.map(({ walk }) => walk?.from ?? null)}::integer[]`);
    keys.push(sql`, ${probes.map(({ walk }) => walk?.to ?? null)}::integer[]`);
    names.push(rawSql(', low'), rawSql(', high'));
  }
  return sql`unnest(${tiers}::integer[], ${queries}::text[] ${concatenated(sql, keys)})
    as probe (tier, query ${concatenated(sql, names)})`;
}

/** SQL for what the query of a `probe` demands, for the index. */
export function hasKeys(sql: Sql, probes: readonly Probe[]): Fragment {
  const all = keyColumns(probes).map((column) =>
    rawSql(` and p.search_lexemes @@ probe.${column}::tsquery`),
  );
  return sql`true ${concatenated(sql, all)}`;
}

/** SQL for the products that a `probe` finds, before the exact conditions. */
export function foundByProbe(
  sql: Sql,
  probes: readonly Probe[],
  { verified, sendTo }: Conditions,
): Fragment {
  const isFew = verified?.haveFewProducts
    ? sql`p.seller_id = any(${verified.ids ?? []}::uuid[])`
    : sendTo?.hasFewProducts && amongProductsOf(sql, sendTo);
  if (!isFew) return sql`${hasKeys(sql, probes)} and ${onSale}`;
  // The operator's function instead of the operator, so that the planner reads these products and not all that match.
  return sql`${isFew} and ${onSale}
    and (probe.query = '' or ts_match_vq(p.search_lexemes, nullif(probe.query, '')::tsquery))`;
}

/** What to find, in which order. */
export interface WantedMatches {
  conditions: Conditions;
  order: SearchOrder;
  cursor: Cursor | undefined;
  /** How many to find at most. */
  count: number;
}

/** SQL for the first matches of a `probe`, in order. */
export function matchesOfProbe(
  sql: Sql,
  wanted: WantedMatches & { probes: readonly Probe[] },
): Fragment {
  return wanted.probes.some(({ walk }) => walk) ? walkedOrSorted(sql, wanted) : sorted(sql, wanted);
}

/** Reads and sorts all matches of a `probe`. What needs a look at other tables is looked up in this order. */
function sorted(
  sql: Sql,
  { probes, conditions, order, cursor, count }: WantedMatches & { probes: readonly Probe[] },
): Fragment {
  const { verified, free, sendTo, listedSince } = conditions;
  const found = sql`
    select id, price_cents, seller_id from (
      select p.id, p.price_cents, p.seller_id from products p
      where ${foundByProbe(sql, probes, conditions)} ${pricedWithin(sql, conditions)}
      offset 0
    ) matching
    where ${isBehind(sql, order, cursor)} ${listedAfter(sql, conditions)}
    order by ${ordering(sql, order)}`;
  if (!verified && !free && !sendTo && !listedSince) return sql`${found} limit ${count}`;
  return sql`
    select id, price_cents, seller_id from (${found} offset 0) p
    where true ${lookedUp(sql, conditions)} order by ${ordering(sql, order)} limit ${count}`;
}

/** How many products of a slice the walk along the index of prices passes before all matches of the slice are sorted instead. */
const maxWalked = 4_000;

/**
 * Finds the matches of a `probe` that probably has many along the index of prices, as long as it need not pass too many
 * others. Whether there is any match is asked first, because conditions may exclude each other.
 */
function walkedOrSorted(
  sql: Sql,
  { probes, conditions, order, cursor, count }: WantedMatches & { probes: readonly Probe[] },
): Fragment {
  const walk = (place: Fragment) => sql`(
    select p.id, p.price_cents, p.seller_id, p.search_lexemes from products p
    where p.price_cents between probe.low and probe.high and ${onSale} and ${place}
    order by ${ordering(sql, order)} limit ${maxWalked})`;
  return sql`
    with slice as materialized (
      -- Planned as if all were read, or else the planner would look for one from the beginning of the table on.
      select probe.low is null as "isSorted", probe.low is null or exists (
        with found as materialized (
          select from products p where ${hasKeys(sql, probes)} and ${onSale}
        )
        select from found
      ) as "hasAny"
    ), walked as materialized (
      select p.id, p.price_cents, p.seller_id from slice cross join lateral (
        ${walkFrom(sql, order, cursor, walk)}
      ) p
      where "hasAny" and not "isSorted" and ts_match_vq(p.search_lexemes, probe.query::tsquery)
        ${exactConditions(sql, conditions)}
      limit ${count}
    )
    select id, price_cents, seller_id from (
      select * from walked where (select count(*) from walked) = ${count}
      union all
      select * from (${sorted(sql, { probes, conditions, order, cursor, count })}) sorted
      where (select "hasAny" from slice) and (select count(*) from walked) < ${count}
    ) either
    order by ${ordering(sql, order)}`;
}

function keyColumns(probes: readonly Probe[]): string[] {
  const most = Math.max(0, ...probes.map(({ keys }) => keys.length));
  return Array.from({ length: most }, (_, at) => `key${at}`);
}
