import type { Fragment, Sql } from '../../../database/sql.ts';
import { onSale } from '../../products/product-row.ts';
import { cursorOf, type InterpretedSearch, readConditions } from './interpret-search.ts';
import { type Clause, queryText } from './lexemes.ts';
import type { MatchDeps } from './match-deps.ts';
import { concatenated, exactConditions, isBehind, ordering, walkFrom } from './match-sql.ts';
import { matchesOfProbe, probeTable, type WantedMatches } from './probe-sql.ts';
import { type Probe, planSearch } from './search-plan.ts';
import { type PriceRange, widerPrices } from './slices.ts';

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
  deps: Pick<MatchDeps, 'reader' | 'clock' | 'verifiedSellers' | 'hasFewProducts'>,
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
  const wanted = { ...place, conditions };
  const filters = onlyAdvertised ? [...search.filters, advertised] : search.filters;
  const nowMs = deps.clock.now().getTime();
  const plan = planSearch({ ...search, ...conditions, filters, cursor: place.cursor, nowMs });
  if (plan.kind === 'price-walk') return findAlongPrices(sql, { ...wanted, ...plan });
  return plan.skipsEmptyPrices
    ? findInPriceSlices(sql, { ...wanted, probes: plan.probes })
    : findByProbes(sql, { ...wanted, probes: plan.probes });
}

const advertised: Clause = [['s:advertise']];

/** How many slices of prices are asked before empty ones are skipped; after that twice as many each time. */
const firstSlices = 4;

async function findInPriceSlices(
  sql: Sql,
  { probes, count, ...wanted }: WantedMatches & { probes: Probe[] },
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

/** The levels of wider slices, from the widest on: a doubling of the price, a quarter and a sixteenth of it. */
const widerLevels = [6, 4, 2] as const;

/**
 * The probes from the first on that may have matches. To learn that a slice has none costs nearly the same for a wide one as
 * for the finest, because the index passes what matches the words, and frequent words match much.
 */
async function skipEmptyPrices(sql: Sql, probes: readonly Probe[]): Promise<Probe[]> {
  const others = probes[0]?.keys.slice(1) ?? [];
  if (others.length === 0) return [...probes];
  let within = [...probes];
  for (const level of widerLevels) {
    const sliceOf = ({ slice = '' }: Probe) => widerPrices(slice, level);
    const slices = [...new Set(within.map(sliceOf))];
    const found = await firstWithMatch(sql, slices, others);
    // At the edge of a wider slice its matches may have other prices than those that are wanted.
    if (found === undefined) return level === 6 ? [] : skipEmptyPrices(sql, behind(probes, within));
    within = within.filter((probe) => sliceOf(probe) === found);
  }
  const [first] = within;
  return first ? probes.slice(probes.indexOf(first)) : [];
}

function behind(probes: readonly Probe[], passed: readonly Probe[]): Probe[] {
  const last = passed.at(-1);
  return last ? probes.slice(probes.indexOf(last) + 1) : [];
}

/** The first of these slices in which a product has the other lexemes. */
async function firstWithMatch(
  sql: Sql,
  slices: readonly string[],
  others: readonly string[],
): Promise<string | undefined> {
  const hasOthers = others.map((query) => sql` and p.search_lexemes @@ ${query}::tsquery`);
  // Planned as if all were read, or else the planner would look for one from the beginning of the table on.
  const [first] = await sql<{ slice: string }[]>`
    select slice from unnest(${slices}::text[]) as slice
    where exists (
      with found as materialized (
        select from products p
        where p.search_lexemes @@ quote_literal(slice)::tsquery ${concatenated(sql, hasOthers)} and ${onSale}
      )
      select from found
    )
    limit 1`;
  return first?.slice;
}

/**
 * Asks the index for one slice after the other, and no further than needed. `offset 0` keeps the planner from walking
 * another index in the order of the list, past all that does not match.
 */
function findByProbes(sql: Sql, wanted: WantedMatches & { probes: Probe[] }): Promise<Match[]> {
  return sql<Match[]>`
    select found.id, found.price_cents as "priceCents", probe.tier
    from ${probeTable(sql, wanted.probes)} cross join lateral (${matchesOfProbe(sql, wanted)}) found
    limit ${wanted.count}`;
}

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

/** The operator's function instead of the operator, so that the planner walks the index of prices. */
function findAlongPrices(
  sql: Sql,
  {
    query,
    range,
    conditions,
    order,
    cursor,
    count,
  }: WantedMatches & { query: string; range: PriceRange },
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
