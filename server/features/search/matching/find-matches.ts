import type { SearchOrder } from '#contract/search.ts';
import type { Fragment, Sql } from '../../../database/sql.ts';
import { onSale } from '../../products/product-row.ts';
import { queryText } from './lexemes.ts';
import {
  concatenated,
  exactConditions,
  foundByProbe,
  hasKeys,
  listedAfter,
  lookedUp,
  pricedWithin,
  probeTable,
} from './match-sql.ts';
import type { Conditions, Cursor, Plan, Probe, Search } from './search-plan.ts';
import { skipEmptyPrices } from './skip-empty-prices.ts';
import type { PriceRange } from './slices.ts';

/** A product that matches, with what its place in the list depends on. */
export interface Match {
  id: string;
  priceCents: number;
  tier: number;
}

interface Wanted {
  plan: Plan;
  conditions: Conditions;
  order: SearchOrder;
  cursor: Cursor | undefined;
  /** How many to find at most. */
  count: number;
}

/**
 * The first products that match, in order. Of the same price, the newest comes first when prices rise, and last when they
 * fall: one order is the other one reversed, so that they share an index.
 */
export function findMatches(sql: Sql, { plan, ...wanted }: Wanted): Promise<Match[]> {
  if (plan.kind === 'price-walk') {
    return findAlongPrices(sql, { ...wanted, query: plan.query, range: plan.range });
  }
  const { probes } = plan;
  return plan.skipsEmptyPrices
    ? findInPriceSlices(sql, { ...wanted, probes })
    : findByProbes(sql, { ...wanted, probes });
}

type Found = Omit<Wanted, 'plan'>;

/** How many slices of prices are asked before empty ones are skipped; after that twice as many each time. */
const firstSlices = 4;

async function findInPriceSlices(
  sql: Sql,
  { probes, count, ...wanted }: Found & { probes: Probe[] },
): Promise<Match[]> {
  const found: Match[] = [];
  let left = probes;
  for (let size = firstSlices; left.length > 0 && found.length < count; size *= 2) {
    const asked = { probes: left.slice(0, size), count: count - found.length };
    found.push(...(await findByProbes(sql, { ...wanted, ...asked })));
    left = left.slice(size);
    if (found.length < count) left = await skipEmptyPrices(sql, left);
  }
  return found;
}

/**
 * Asks the index for one slice after the other, and no further than needed. `offset 0` keeps the planner from walking
 * another index in the order of the list, past all that does not match.
 */
function findByProbes(sql: Sql, { probes, count, ...wanted }: Found & { probes: Probe[] }) {
  const listed = probes.some(({ walk }) => walk)
    ? walkedOrSorted(sql, { probes, count, ...wanted })
    : sorted(sql, { probes, count, ...wanted });
  return sql<Match[]>`
    select found.id, found.price_cents as "priceCents", probe.tier
    from ${probeTable(sql, probes)} cross join lateral (${listed}) found
    limit ${count}`;
}

/** The first matches of a `probe`, all of which are read and sorted. What needs a look elsewhere is looked up in this order. */
function sorted(
  sql: Sql,
  { probes, conditions, order, cursor, count }: Found & { probes: Probe[] },
): Fragment {
  const { verified, free, listedSince } = conditions;
  const found = sql`
    select id, price_cents, seller_id from (
      select p.id, p.price_cents, p.seller_id from products p
      where ${foundByProbe(sql, probes, conditions)} ${pricedWithin(sql, conditions)}
      offset 0
    ) matching
    where ${isBehind(sql, order, cursor)} ${listedAfter(sql, conditions)}
    order by ${ordering(sql, order)}`;
  if (!verified && !free && !listedSince) return sql`${found} limit ${count}`;
  return sql`
    select id, price_cents, seller_id from (${found} offset 0) p
    where true ${lookedUp(sql, conditions)} order by ${ordering(sql, order)} limit ${count}`;
}

/** How many products of a slice the walk along the index of prices passes before all matches of the slice are sorted instead. */
const maxWalked = 4_000;

/**
 * The first matches of a `probe`, of which there are probably many: found along the index of prices, as long as it need not
 * pass too many others. Whether there is any match is asked first, because conditions may exclude each other.
 */
function walkedOrSorted(
  sql: Sql,
  { probes, conditions, order, cursor, count }: Found & { probes: Probe[] },
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

/** Behind a cursor there are two walks, of the same price and of the other ones, so that each begins where the page does. */
function walkFrom(
  sql: Sql,
  order: SearchOrder,
  cursor: Cursor | undefined,
  walk: (place: Fragment) => Fragment,
): Fragment {
  return cursor
    ? sql`${walk(isOfSamePrice(sql, order, cursor))} union all ${walk(isOfNextPrices(sql, order, cursor))}`
    : walk(sql`true`);
}

interface Known extends Pick<Wanted, 'order' | 'cursor' | 'count'> {
  /** All that matches. */
  ids: readonly string[];
  tiers: Search['tiers'];
  onlyAdvertised: boolean;
}

/** The first of these matches, in order. */
export function orderMatches(
  sql: Sql,
  { ids, tiers, order, cursor, count, onlyAdvertised }: Known,
): Promise<Match[]> {
  const closer = order === 'relevance' ? tiers.slice(0, -1) : [];
  const whens = closer.map(
    (clauses, tier) =>
      sql` when p.search_lexemes @@ ${queryText(clauses)}::tsquery then ${tier}::integer`,
  );
  const tier =
    whens.length === 0
      ? sql`0`
      : sql`case${concatenated(sql, whens)} else ${whens.length}::integer end`;
  const inOrder = ordering(sql, order);
  return sql<Match[]>`
    select id, price_cents as "priceCents", tier from (
      select p.id, p.price_cents, ${tier} as tier from products p
      where p.id = any(${ids}::uuid[]) and ${onSale}
        ${onlyAdvertised ? sql`and p.status = 'advertise'` : sql``}
    ) probe
    where ${isBehind(sql, order, cursor)}
    order by ${order === 'relevance' ? sql`tier, ${inOrder}` : inOrder} limit ${count}`;
}

/** The operator's function instead of the operator, so that the planner walks the index of prices. */
function findAlongPrices(
  sql: Sql,
  { query, range, conditions, order, cursor, count }: Found & { query: string; range: PriceRange },
): Promise<Match[]> {
  const matching = query === '' ? sql`` : sql`and ts_match_vq(p.search_lexemes, ${query}::tsquery)`;
  const others = exactConditions(sql, { ...conditions, priceRange: undefined });
  const walk = (place: Fragment) => sql`(
    select p.id, p.price_cents from products p
    where p.price_cents between ${range.from} and ${range.to ?? 2_147_483_647} and ${onSale}
      and ${place} ${matching} ${others}
    order by ${ordering(sql, order)} limit ${count})`;
  return sql<Match[]>`
    select id, price_cents as "priceCents", 0 as tier from (${walkFrom(sql, order, cursor, walk)}) walked
    order by ${ordering(sql, order)} limit ${count}`;
}

function isBehind(sql: Sql, order: SearchOrder, cursor: Cursor | undefined): Fragment {
  if (!cursor) return sql`true`;
  const { key, id } = cursor;
  if (order === 'price' || order === '-price') {
    return sql`(${isOfNextPrices(sql, order, cursor)} or ${isOfSamePrice(sql, order, cursor)})`;
  }
  if (order === 'relevance') {
    return sql`(probe.tier > ${key} or (probe.tier = ${key} and id < ${id}))`;
  }
  return sql`id < ${id}`;
}

function isOfSamePrice(sql: Sql, order: SearchOrder, { key, id }: Cursor): Fragment {
  return order === 'price'
    ? sql`price_cents = ${key} and id < ${id}`
    : sql`price_cents = ${key} and id > ${id}`;
}

function isOfNextPrices(sql: Sql, order: SearchOrder, { key }: Cursor): Fragment {
  return order === 'price' ? sql`price_cents > ${key}` : sql`price_cents < ${key}`;
}

function ordering(sql: Sql, order: SearchOrder): Fragment {
  if (order === 'price') return sql`price_cents, id desc`;
  if (order === '-price') return sql`price_cents desc, id`;
  return sql`id desc`;
}
