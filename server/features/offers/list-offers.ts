import type { OfferSide } from '#contract/offers/offer-terms.ts';
import type { Offer } from '#contract/offers/offers.ts';
import { imageColumns, type PictureOf } from '../../database/image-columns.ts';
import type { Fragment, Sql } from '../../database/sql.ts';
import { type OfferRow, offerFrom } from './offer-row.ts';

export interface OfferReader {
  sql: Sql;
  pictureOf: PictureOf;
}

interface OfferFilter {
  email: string;
  as: OfferSide;
  /** Only those that can still be answered, or only the others. */
  live?: boolean | undefined;
  productId?: string | undefined;
  /** Only those with this user on the other side. */
  withId?: string | undefined;
  count: number;
  before: string;
}

/**
 * The offers that the user with this email made or, as a seller, those for the user's products, newest first. Empty for an
 * unknown email.
 */
export async function listOffers(
  { sql, pictureOf }: OfferReader,
  { email, as, live, productId, withId, count, before }: OfferFilter,
  at: Date,
): Promise<Offer[]> {
  const side: Fragment =
    as === 'buyer' ? sql`o.buyer_id` : sql`${isSeenBySeller(sql)} and o.seller_id`;
  const other: Fragment = as === 'buyer' ? sql`o.seller_id` : sql`o.buyer_id`;
  const rows = await sql<OfferRow[]>`
    ${selectOffers(sql)}
    where ${side} = (select id from users where lower(email) = lower(${email}) and removed_at is null)
      ${live === undefined ? sql`` : sql`and ${isLive(sql, at)} = ${live}`}
      ${productId === undefined ? sql`` : sql`and o.product_id = ${productId}`}
      ${withId === undefined ? sql`` : sql`and ${other} = ${withId}`}
      and o.id < ${before}
    order by o.id desc limit ${count}`;
  return rows.map((row) => offerFrom(row, as, at, pictureOf));
}

/** SQL for whether its seller sees offer o: one that a job declines for the seller only once it is declined. */
function isSeenBySeller(sql: Sql): Fragment {
  return sql`(not o.is_unseen and (o.declines_at is null or o.state = 'declined'))`;
}

/** SQL for whether offer o can still be answered. */
function isLive(sql: Sql, at: Date): Fragment {
  return sql`(o.state in ('open', 'countered') and o.expires_at > ${at})`;
}

function selectOffers(sql: Sql): Fragment {
  return sql`
    select o.id, o.product_id as "productId", p.name as "productName", p.price_cents as "priceCents",
      o.listed_cents as "listedCents", o.amounts_cents as "amountsCents", o.state, o.phone,
      o.location, o.delivery_method as "deliveryMethod", o.zone_id as "zoneId",
      o.zone_name as "zoneName", o.shipping_cents as "shippingCents", o.message, o.created_at as "createdAt", o.changed_at as "changedAt",
      o.expires_at as "expiresAt", o.is_below_least as "isBelowLeast",
      o.void_reason as "voidReason", o.booking_id as "bookingId", b.name as "buyerName",
      s.name as "sellerName", ${imageColumns}
    from offers o
    join products p on p.id = o.product_id
    join images i on i.id = p.image_id
    join users b on b.id = o.buyer_id
    join users s on s.id = o.seller_id`;
}
