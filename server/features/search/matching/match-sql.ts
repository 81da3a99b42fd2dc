import type { SearchOrder } from '#contract/search/search.ts';
import { lowestIdAt } from '../../../core/ids.ts';
import { type Fragment, rawSql, type Sql } from '../../../database/sql.ts';
import type { Conditions, Cursor } from './interpret-search.ts';
import type { VerifiedSellers } from './verified-sellers.ts';
import { isSentTo } from './zone-products.ts';

/** SQL for whether a product's seller is verified. As a value and not as a join, so that few rows cost few lookups. */
export const ofVerifiedSeller = rawSql(
  '(select s.verified_at is not null from users s where s.id = p.seller_id)',
);

/** SQL for whether a product is free. */
export const isFree = rawSql(`(select live.id from bookings live
  where live.product_id = p.id and live.state in ('held', 'paid')
    and (live.state = 'paid' or live.hold_expires_at > now())) is null`);

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
export function lookedUp(sql: Sql, { verified, free, sendTo, listedSince }: Conditions): Fragment {
  return sql`${verified ? isVerified(sql, verified) : sql``} ${free ? sql`and ${isFree}` : sql``}
    ${sendTo ? sql`and ${isSentTo(sql, sendTo)}` : sql``}
    ${listedSince ? sql`and p.seller_id <> ${listedSince.userId}` : sql``}`;
}

/** SQL for what was listed late enough, beginning with `and`. Apart, so that the planner does not walk the index of ids. */
export function listedAfter(sql: Sql, { listedSince }: Conditions): Fragment {
  return listedSince ? sql`and id >= ${lowestIdAt(listedSince.afterMs + 1)}` : sql``;
}

export function concatenated(sql: Sql, fragments: readonly Fragment[]): Fragment {
  return fragments.reduce<Fragment>((all, one) => sql`${all}${one}`, sql``);
}

/** SQL for whether a match comes behind the cursor. */
export function isBehind(sql: Sql, order: SearchOrder, cursor: Cursor | undefined): Fragment {
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

/**
 * SQL for the order. Of the same price, the newest comes first when prices rise, and last when they fall: one order is the
 * other one reversed, so that they share an index.
 */
export function ordering(sql: Sql, order: SearchOrder): Fragment {
  if (order === 'price') return sql`price_cents, id desc`;
  if (order === '-price') return sql`price_cents desc, id`;
  return sql`id desc`;
}

/**
 * SQL for what `walk` finds along the index of prices. Behind a cursor there are two walks, of the same price and of the
 * other ones, so that each begins where the page does.
 */
export function walkFrom(
  sql: Sql,
  order: SearchOrder,
  cursor: Cursor | undefined,
  walk: (place: Fragment) => Fragment,
): Fragment {
  return cursor
    ? sql`${walk(isOfSamePrice(sql, order, cursor))} union all ${walk(isOfNextPrices(sql, order, cursor))}`
    : walk(sql`true`);
}

const isVerified = (sql: Sql, { ids }: VerifiedSellers) =>
  ids ? sql`and p.seller_id = any(${ids}::uuid[])` : sql`and ${ofVerifiedSeller}`;

function isOfSamePrice(sql: Sql, order: SearchOrder, { key, id }: Cursor): Fragment {
  return order === 'price'
    ? sql`price_cents = ${key} and id < ${id}`
    : sql`price_cents = ${key} and id > ${id}`;
}

function isOfNextPrices(sql: Sql, order: SearchOrder, { key }: Cursor): Fragment {
  return order === 'price' ? sql`price_cents > ${key}` : sql`price_cents < ${key}`;
}
