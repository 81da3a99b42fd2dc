import type { Sql } from '../../../database/sql.ts';
import { onSale } from '../../products/product-row.ts';
import { concatenated } from './match-sql.ts';
import type { Probe } from './search-plan.ts';
import { widerPrices } from './slices.ts';

/** The levels of wider slices, from the widest on: a doubling of the price, a quarter and a sixteenth of it. */
const widerLevels = [6, 4, 2] as const;

/**
 * The probes from the first on that may have matches. To learn that a slice has none costs nearly the same for a wide one as
 * for the finest, because the index passes what matches the words, and frequent words match much.
 */
export async function skipEmptyPrices(sql: Sql, probes: readonly Probe[]): Promise<Probe[]> {
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
