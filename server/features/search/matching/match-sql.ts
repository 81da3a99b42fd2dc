import { lowestIdAt } from '../../../core/ids.ts';
import { type Fragment, rawSql, type Sql } from '../../../database/sql.ts';
import { onSale } from '../../products/product-row.ts';
import type { Conditions, Probe } from './search-plan.ts';
import type { VerifiedSellers } from './verified-sellers.ts';

/** SQL for whether a product's seller is verified. As a value and not as a join, so that few rows cost few lookups. */
export const ofVerifiedSeller = rawSql(
  '(select s.verified_at is not null from users s where s.id = p.seller_id)',
);

/** SQL for whether nobody holds a product. */
export const isFree = rawSql(`(select live.id from bookings live
  where live.product_id = p.id and live.state in ('held', 'paid')
    and (live.state = 'paid' or live.hold_expires_at > now())) is null`);

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

function keyColumns(probes: readonly Probe[]): string[] {
  const most = Math.max(0, ...probes.map(({ keys }) => keys.length));
  return Array.from({ length: most }, (_, at) => `key${at}`);
}

/** SQL for the products that a `probe` finds, before the exact conditions. */
export function foundByProbe(
  sql: Sql,
  probes: readonly Probe[],
  { verified }: Conditions,
): Fragment {
  if (!verified?.haveFewProducts) return sql`${hasKeys(sql, probes)} and ${onSale}`;
  // The operator's function instead of the operator, so that the planner reads these sellers' products and not all that match.
  return sql`p.seller_id = any(${verified.ids ?? []}::uuid[]) and ${onSale}
    and (probe.query = '' or ts_match_vq(p.search_lexemes, nullif(probe.query, '')::tsquery))`;
}

/** SQL for the conditions that lexemes do not decide, each beginning with `and`. */
export function exactConditions(sql: Sql, conditions: Conditions): Fragment {
  return sql`${pricedWithin(sql, conditions)} ${lookedUp(sql, conditions)}`;
}

/** SQL for the exact range of prices, beginning with `and`. */
export function pricedWithin(sql: Sql, { priceRange }: Conditions): Fragment {
  if (!priceRange) return sql``;
  const { from, to = 2_147_483_647 } = priceRange;
  // The sum keeps the planner from the index of prices, which it would read again for each slice.
  return sql`and p.price_cents + 0 between ${from} and ${to}`;
}

/** SQL for the conditions that need a look at other tables for each product, each beginning with `and`. */
export function lookedUp(sql: Sql, { verified, free, listedSince }: Conditions): Fragment {
  return sql`${verified ? isVerified(sql, verified) : sql``} ${free ? sql`and ${isFree}` : sql``}
    ${listedSince ? sql`and p.seller_id <> ${listedSince.userId}` : sql``}`;
}

/** SQL for what was listed late enough, beginning with `and`. Apart, so that the planner does not walk the index of ids. */
export function listedAfter(sql: Sql, { listedSince }: Conditions): Fragment {
  return listedSince ? sql`and id >= ${lowestIdAt(listedSince.afterMs + 1)}` : sql``;
}

const isVerified = (sql: Sql, { ids }: VerifiedSellers) =>
  ids ? sql`and p.seller_id = any(${ids}::uuid[])` : sql`and ${ofVerifiedSeller}`;

export function concatenated(sql: Sql, fragments: readonly Fragment[]): Fragment {
  return fragments.reduce<Fragment>((all, one) => sql`${all}${one}`, sql``);
}
