import { dispatchTerms } from '#contract/constants.ts';
import type { ListingDelivery } from '#contract/delivery/delivery.ts';
import { findZone, shopZones } from '#contract/delivery/shop-zones.ts';
import { toMajorUnits, toMinorUnits } from '#contract/money/currency.ts';
import { type Fragment, rawSql, type Sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';

/** The columns for the delivery of `products p`; read with `deliveryFrom`. */
export const deliveryColumns = rawSql(`p.pickup, p.dispatch_days as "dispatchDays",
  case when p.ships then (
    select jsonb_object_agg(d.zone_id, d.price_cents) from shipping_prices d where d.product_id = p.id
  ) end as "shippingCents"`);

export interface DeliveryColumns {
  pickup: boolean;
  /** By the id of the zone; null when it is not sent. */
  shippingCents: Record<string, number> | null;
  /** The days that its seller needs to send it; null until they say so. */
  dispatchDays: number | null;
}

/** Zones that the owner has removed are left out, in the order of the others. */
export function deliveryFrom({
  pickup,
  shippingCents,
  dispatchDays,
}: DeliveryColumns): ListingDelivery {
  if (shippingCents === null) return { pickup };
  const shipping: Record<string, number> = {};
  for (const { id } of shopZones()) {
    const cents = shippingCents[id];
    if (cents !== undefined) shipping[id] = toMajorUnits(cents);
  }
  return { pickup, shipping, days: dispatchDays ?? dispatchTerms.defaultDays };
}

/** The columns of `products` that say the same; `saveShippingPrices` stores the prices. */
export function deliveryColumnsOf(delivery: ListingDelivery | undefined) {
  if (!delivery) return undefined;
  const { pickup, shipping = {}, days } = delivery;
  const ships = Object.keys(shipping).length > 0;
  return { pickup, ships, ...(days !== undefined && { dispatchDays: days }) };
}

/** Stores what sending a product costs instead of what was stored. The caller has locked the product. */
export function saveShippingPrices(tx: Tx, productId: string, delivery: ListingDelivery): void {
  const prices = Object.entries(delivery.shipping ?? {});
  const zoneIds = prices.map(([zoneId]) => zoneId);
  const cents = prices.map(([, price]) => toMinorUnits(price));
  tx.write`delete from shipping_prices where product_id = ${productId}`;
  if (prices.length === 0) return;
  tx.write`
    insert into shipping_prices (product_id, zone_id, price_cents)
    select ${productId}::uuid, zone_id, price_cents
    from unnest(${zoneIds}::text[], ${cents}::bigint[]) as sent (zone_id, price_cents)`;
}

/** Whether the prices differ from those that are stored for the zones of the shop. */
export async function haveShippingPricesChanged(
  tx: Tx,
  productId: string,
  { shipping = {} }: ListingDelivery,
): Promise<boolean> {
  const all = await tx.sql<{ zoneId: string; cents: number }[]>`
    select zone_id as "zoneId", price_cents as cents from shipping_prices
    where product_id = ${productId}`;
  const stored = all.filter(({ zoneId }) => findZone(zoneId));
  if (stored.length !== Object.keys(shipping).length) return true;
  return stored.some(({ zoneId, cents }) => {
    const price = shipping[zoneId];
    return price === undefined || toMinorUnits(price) !== cents;
  });
}

/** SQL for what sending product p to a zone costs, in cents; null when it is not sent there. */
export function shippingTo(sql: Sql, zoneId: string): Fragment {
  return sql`(
    select d.price_cents from shipping_prices d
    where d.product_id = p.id and d.zone_id = ${zoneId})`;
}
