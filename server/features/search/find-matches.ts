import type { SearchOrder } from '#contract/search.ts';
import type { Fragment, Sql } from '../../database/sql.ts';
import { exactConditions, foundByProbe, isNews, onSale, probeTable } from './match-sql.ts';
import type { Conditions, Cursor, Plan, Probe } from './search-plan.ts';
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
  return plan.kind === 'probes'
    ? findByProbes(sql, { ...wanted, probes: plan.probes })
    : findAlongPrices(sql, { ...wanted, query: plan.query, range: plan.range });
}

type Found = Omit<Wanted, 'plan'>;

/**
 * Asks the index for one slice after the other, and no further than needed. `offset 0` keeps the planner from walking
 * another index in the order of the list, past all that does not match.
 */
function findByProbes(
  sql: Sql,
  { probes, conditions, order, cursor, count }: Found & { probes: Probe[] },
): Promise<Match[]> {
  return sql<Match[]>`
    select found.id, found.price_cents as "priceCents", probe.tier
    from ${probeTable(sql, probes)}
    cross join lateral (
      select id, price_cents from (
        select p.id, p.price_cents from products p
        where ${foundByProbe(sql, probes, conditions)} ${exactConditions(sql, conditions)}
        offset 0
      ) matching
      where ${isBehind(sql, order, cursor)} ${isNews(sql, conditions)}
      order by ${ordering(sql, order)} limit ${count}
    ) found
    limit ${count}`;
}

/**
 * The operator's function instead of the operator, so that the planner walks the index of prices. Behind a cursor there are
 * two walks, of the same price and of the other ones, so that each begins where the page does.
 */
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
  const walks = cursor
    ? sql`${walk(isOfSamePrice(sql, order, cursor))} union all ${walk(isOfNextPrices(sql, order, cursor))}`
    : walk(sql`true`);
  return sql<Match[]>`
    select id, price_cents as "priceCents", 0 as tier from (${walks}) walked
    order by ${ordering(sql, order)} limit ${count}`;
}

function isBehind(sql: Sql, order: SearchOrder, cursor: Cursor | undefined): Fragment {
  if (!cursor) return sql`true`;
  const { key, id } = cursor;
  if (order === 'price' || order === '-price') {
    return sql`(${isOfNextPrices(sql, order, cursor)} or ${isOfSamePrice(sql, order, cursor)})`;
  }
  if (order === 'relevance') return sql`(probe.tier > ${key} or id < ${id})`;
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
