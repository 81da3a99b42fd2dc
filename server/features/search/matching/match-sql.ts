import { countriesWithoutBorder, shopCountry } from '#contract/delivery/customs-areas.ts';
import { findZone, type ShopZone } from '#contract/delivery/shop-zones.ts';
import type { SearchOrder } from '#contract/search/search.ts';
import { lowestIdAt } from '../../../core/ids.ts';
import { type Fragment, rawSql, type Sql } from '../../../database/sql.ts';
import { kindsAtRisk, permitMaterials, unknownMaterials } from '../../delivery/border-rules.ts';
import { hasDropped } from '../../products/price-drops.ts';
import { onSale } from '../../products/product-row.ts';
import type { Cursor, InterpretedSearch, PriceRange, Query } from './interpret-search.ts';
import type { MatchDeps } from './match-deps.ts';

/** What lexemes do not decide. */
export interface Conditions
  extends Pick<InterpretedSearch, 'priceRange' | 'listedSince'>,
    Pick<Query, 'verified' | 'dropped' | 'free' | 'sendTo'> {
  /** The products that one of these leaves, when they are few: reading them costs less than reading what has the lexemes. */
  among?: readonly string[] | undefined;
}

export type ConditionDeps = Pick<MatchDeps, 'reader' | 'shared' | 'fewProducts'>;

const usuallyFew = 5_000;

/**
 * Reads whether few products are of verified sellers, have dropped in price, or are sent to a zone. Only the work whose result is cached may call this,
 * once it has begun: what changes before that does not drop the result.
 */
export async function readConditions(
  { reader: { sql }, shared, fewProducts = usuallyFew }: ConditionDeps,
  { query: { verified, dropped, free, sendTo }, priceRange, listedSince }: InterpretedSearch,
): Promise<Conditions> {
  const readFew = async (ids: Fragment) => {
    const rows = await sql<
      { id: string }[]
    >`select id from (${ids}) found limit ${fewProducts + 1}`;
    return rows.length > fewProducts ? null : rows.map(({ id }) => id);
  };
  const ofVerified = sql`select p.id from users s cross join lateral (
    select p.id from products p where p.seller_id = s.id and ${onSale} offset 0
  ) p where s.verified_at is not null`;
  const few = await Promise.all([
    verified && shared('products of verified sellers', () => readFew(ofVerified)),
    dropped &&
      shared('products whose price has dropped', () =>
        readFew(
          sql`select p.id from products p where p.price_dropped_at is not null and ${onSale}`,
        ),
      ),
    sendTo &&
      shared(`products sent to ${sendTo}`, () =>
        readFew(sql`select product_id as id from shipping_prices where zone_id = ${sendTo}`),
      ),
  ]);
  const among = few.find((ids) => Array.isArray(ids));
  return { verified, dropped, free, sendTo, priceRange, listedSince, among };
}

/** SQL for whether a product's seller is verified. As a value and not as a join, so that few rows cost few lookups. */
export const ofVerifiedSeller = rawSql(
  '(select s.verified_at is not null from users s where s.id = p.seller_id)',
);

/** SQL for whether a product is free. */
export const isFree = rawSql(`(select live.id from bookings live
  where live.product_id = p.id and live.state in ('held', 'paid')
    and (live.state = 'paid' or live.hold_expires_at > now())) is null`);

/**
 * A query for the index, one of several that are asked in this order until there are enough matches: what it demands, one part
 * each. Asked for parts instead of the whole, the index leaps over what one of them leaves out.
 */
export interface Probe {
  tier: number;
  keys: readonly string[];
}

/** SQL for the probes as a table `probe`, in their order. */
export function probeTable(sql: Sql, probes: readonly Probe[]): Fragment {
  const keys = keyColumns(probes).map(
    (_, at) => sql`, ${probes.map((probe) => probe.keys[at] ?? null)}::text[]::tsquery[]`,
  );
  return sql`unnest(${probes.map(({ tier }) => tier)}::integer[] ${concatenated(sql, keys)})
    as probe (${rawSql(['tier', ...keyColumns(probes)].join(', '))})`;
}

/** SQL for whether product p has what the parts of a `probe` demand, each beginning with `and`. */
export function hasKeys(probes: readonly Probe[]): Fragment {
  return rawSql(
    keyColumns(probes)
      .map((key) => `and p.search_lexemes @@ probe.${key}`)
      .join(' '),
  );
}

/** Each tier and slice of a search has as many parts. */
function keyColumns(probes: readonly Probe[]): string[] {
  return (probes[0]?.keys ?? []).map((_, at) => `key${at}`);
}

/** SQL for the products p on sale that a `probe` finds. */
export function foundByProbe(sql: Sql, probes: readonly Probe[], { among }: Conditions): Fragment {
  if (!among) return sql`${onSale} ${hasKeys(probes)}`;
  // The operator's function instead of the operator, so that the planner reads these products and not all that match.
  const keys = keyColumns(probes).map((key) =>
    rawSql(`and ts_match_vq(p.search_lexemes, probe.${key})`),
  );
  return sql`p.id = any(${among}::uuid[]) and ${onSale} ${concatenated(sql, keys)}`;
}

/** SQL for the conditions that each product is compared with, each beginning with `and`. */
export function compared(sql: Sql, conditions: Conditions): Fragment {
  const { priceRange, verified, dropped, free, sendTo, listedSince } = conditions;
  // The sum keeps the planner from reading the whole index of prices beside that of lexemes.
  return sql`${pricedWithin(sql, priceRange, rawSql('p.price_cents + 0'))}
    ${verified ? sql`and ${ofVerifiedSeller}` : sql``} ${dropped ? sql`and ${hasDropped}` : sql``}
    ${free ? sql`and ${isFree}` : sql``}
    ${sendTo === undefined ? sql`` : sql`and ${isSentTo(sql, sendTo)}`}
    ${listedSince ? sql`and p.seller_id <> ${listedSince.userId} and p.id >= ${lowestIdAt(listedSince.afterMs + 1)}` : sql``}`;
}

/** SQL for whether product p is sent to a zone; nothing is sent to one that the owner has removed. */
function isSentTo(sql: Sql, zoneId: string): Fragment {
  const zone = findZone(zoneId);
  if (!zone) return rawSql('false');
  return sql`(select d.product_id from shipping_prices d
    where d.product_id = p.id and d.zone_id = ${zoneId}) is not null and not ${isClosed(sql, zone)}`;
}

/** SQL for whether a zone is closed for product p as a whole, as `closureOf` says it. Of `p` only the id is known everywhere. */
function isClosed(sql: Sql, { countries }: ShopZone): Fragment {
  const origin = sql`coalesce(c.country, ${shopCountry() ?? null}::text)`;
  const notSaid = countries
    ? sql`or c.materials is null and c.kind = any(${kindsAtRisk()}::text[]) and ${origin} is not null`
    : sql``;
  const near = [...new Set((countries ?? []).flatMap(countriesWithoutBorder))];
  return sql`exists (
    select from products c where c.id = p.id and coalesce(${origin} <> all(${near}::text[]), true)
      and (c.materials && ${unknownMaterials}::text[]
        or c.materials && ${permitMaterials}::text[] and not coalesce(c.gets_permit, false) ${notSaid}))`;
}

function pricedWithin(
  sql: Sql,
  range: PriceRange | undefined,
  price: Fragment = rawSql('p.price_cents'),
): Fragment {
  if (!range) return sql``;
  return sql`and ${price} between ${range.from} and ${range.to ?? 2_147_483_647}`;
}

/** What to find, in which order. */
export interface WantedMatches {
  conditions: Conditions;
  order: SearchOrder;
  cursor: Cursor | undefined;
  /** How many to find at most. */
  count: number;
}

/** SQL for the first matches of a `probe`, in order. What needs a look at other tables is looked up in this order. */
export function matchesOfProbe(
  sql: Sql,
  probes: readonly Probe[],
  { conditions, order, cursor, count }: WantedMatches,
): Fragment {
  const inOrder = ordering(sql, order);
  // `offset 0` keeps the planner from going along another index, past all that does not match.
  return sql`
    select p.id, p.price_cents from (
      select * from (
        select p.id, p.price_cents, p.price_before_cents, p.seller_id from products p
        where ${foundByProbe(sql, probes, conditions)} offset 0
      ) found
      where ${isBehind(sql, order, cursor)} order by ${inOrder} offset 0
    ) p
    where true ${compared(sql, conditions)} order by ${inOrder} limit ${count}`;
}

/**
 * SQL for the first products in the order of prices, when no lexemes are wanted. Behind a cursor there are two walks along
 * the prices, of the same price and of the other ones, so that each begins where the page does.
 */
export function alongPrices(
  sql: Sql,
  { conditions, order, cursor, count }: WantedMatches,
): Fragment {
  const inOrder = ordering(sql, order);
  const walk = (place: Fragment) => sql`(
    select p.id, p.price_cents from products p
    where ${onSale} and ${place} ${pricedWithin(sql, conditions.priceRange)} ${compared(sql, conditions)}
    order by ${inOrder} limit ${count})`;
  const walks = cursor
    ? sql`${walk(isOfSamePrice(sql, order, cursor))} union all ${walk(isOfNextPrices(sql, order, cursor))}`
    : walk(sql`true`);
  return sql`select * from (${walks}) walked order by ${inOrder} limit ${count}`;
}

export function concatenated(sql: Sql, fragments: readonly Fragment[]): Fragment {
  return fragments.reduce<Fragment>((all, one) => sql`${all}${one}`, sql``);
}

/** SQL for whether a match comes behind the cursor. */
export function isBehind(sql: Sql, order: SearchOrder, cursor: Cursor | undefined): Fragment {
  if (!cursor) return sql`true`;
  if (order === 'price' || order === '-price') {
    return sql`(${isOfNextPrices(sql, order, cursor)} or ${isOfSamePrice(sql, order, cursor)})`;
  }
  return isOlder(sql, order, cursor);
}

/**
 * SQL for the order. Of the same price, the newest comes first when prices rise, and last when they fall: one order is the
 * other one reversed, so that they share an index.
 */
export function ordering(sql: Sql, order: SearchOrder): Fragment {
  if (order === 'price') return sql`price_cents, id desc`;
  if (order === '-price') return sql`price_cents desc, id`;
  return sql`id desc`;
}

/** Of relevance, only in the tier of the cursor: those behind it begin with their newest. */
function isOlder(sql: Sql, order: SearchOrder, { key, id }: Cursor): Fragment {
  if (order === 'newest') return sql`id < ${id}`;
  return sql`probe.tier >= ${key}
    and id < case when probe.tier = ${key} then ${id}::uuid else ${greatestId}::uuid end`;
}

const greatestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

function isOfSamePrice(sql: Sql, order: SearchOrder, { key, id }: Cursor): Fragment {
  return order === 'price'
    ? sql`price_cents = ${key} and id < ${id}`
    : sql`price_cents = ${key} and id > ${id}`;
}

function isOfNextPrices(sql: Sql, order: SearchOrder, { key }: Cursor): Fragment {
  return order === 'price' ? sql`price_cents > ${key}` : sql`price_cents < ${key}`;
}
