import { findZone } from '#contract/delivery/shop-zones.ts';
import { type Fragment, rawSql, type Sql } from '../../../database/sql.ts';

/** A zone to which products are to be sent, and how a search finds them. */
export interface WantedZone {
  zoneId: string;
  /** Whether so few products are sent there that reading those costs less than the slices of the catalogue. */
  hasFewProducts: boolean;
}

const fewProducts = 2_000;

/** Reads no further than needed, along the index of zones. */
export async function readHasFewProducts(sql: Sql, zoneId: string): Promise<boolean> {
  const listed = await sql`
    select from shipping_prices where zone_id = ${zoneId} limit ${fewProducts + 1}`;
  return listed.length <= fewProducts;
}

/** SQL for whether product p is sent to a zone; nothing is sent to one that the owner has removed. */
export function isSentTo(sql: Sql, { zoneId }: WantedZone): Fragment {
  if (!findZone(zoneId)) return rawSql('false');
  return sql`(select d.product_id from shipping_prices d
    where d.product_id = p.id and d.zone_id = ${zoneId}) is not null`;
}

/** SQL for the products that are sent to a zone with few, by their ids. */
export function amongProductsOf(sql: Sql, { zoneId }: WantedZone): Fragment {
  return sql`p.id = any(array(
    select d.product_id from shipping_prices d where d.zone_id = ${zoneId}))`;
}
