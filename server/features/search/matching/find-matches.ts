import type { Sql } from '../../../database/sql.ts';
import { onSale } from '../../products/product-row.ts';
import { cursorOf, type InterpretedSearch } from './interpret-search.ts';
import { type Clause, queryText } from './lexemes.ts';
import type { MatchDeps } from './match-deps.ts';
import {
  alongPrices,
  type ConditionDeps,
  concatenated,
  isBehind,
  matchesOfProbe,
  ordering,
  probeTable,
  readConditions,
  type WantedMatches,
} from './match-sql.ts';
import { probesOf } from './probes.ts';

/** A product that matches, with what its place in the list depends on. */
export interface Match {
  id: string;
  priceCents: number;
  tier: number;
}

/**
 * The first matches of one page in the order of the search, and one more when there is.
 * @param ids of all matches, when they are known
 */
export async function findMatches(
  deps: ConditionDeps & Pick<MatchDeps, 'clock'>,
  search: InterpretedSearch,
  { onlyAdvertised, ids }: { onlyAdvertised: boolean; ids?: readonly string[] | undefined },
): Promise<Match[]> {
  const { sql } = deps.reader;
  const { query, order, tiers } = search;
  const place = { order, cursor: cursorOf(query), count: query.limit + 1 };
  if (ids) {
    return ids.length === 0 ? [] : orderMatches(sql, { ...place, ids, tiers, onlyAdvertised });
  }
  const conditions = await readConditions(deps, search);
  const filters = onlyAdvertised ? [...search.filters, advertised] : search.filters;
  const wanted = { ...place, conditions, nowMs: deps.clock.now().getTime() };
  const probes = probesOf({ ...search, filters }, wanted);
  if (probes[0]?.keys.length === 0 && !conditions.among) {
    return sql<Match[]>`
      select id, price_cents as "priceCents", 0 as tier from (${alongPrices(sql, wanted)}) found`;
  }
  return sql<Match[]>`
    select found.id, found.price_cents as "priceCents", probe.tier
    from ${probeTable(sql, probes)} cross join lateral (${matchesOfProbe(sql, probes, wanted)}) found
    limit ${place.count}`;
}

const advertised: Clause = [['s:advertise']];

interface Known extends Pick<WantedMatches, 'order' | 'cursor' | 'count'> {
  /** All that matches. */
  ids: readonly string[];
  tiers: InterpretedSearch['tiers'];
  onlyAdvertised: boolean;
}

/** The first of these matches, in order. */
function orderMatches(
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
