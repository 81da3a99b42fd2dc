import type { Role } from '#contract/constants.ts';
import { dollarsFromCents } from '#contract/fields.ts';
import type { ListedProduct, SingleProduct } from '#contract/products.ts';
import {
  type ImageColumns,
  imageColumns,
  imageFrom,
  type JoinedImage,
  type PictureOf,
} from '../../database/image-columns.ts';
import type { Fragment, Sql } from '../../database/sql.ts';

/** A product joined with its seller and its main picture, as `productColumns` selects it. */
export interface ProductRow extends ImageColumns {
  id: string;
  name: string;
  priceCents: number;
  originalPriceCents: number | null;
  category: ListedProduct['category'] | null;
  condition: ListedProduct['condition'];
  location: string;
  description: string;
  year: number;
  status: ListedProduct['status'];
  createdAt: Date;
  /** Null when the viewer may not see it. */
  phone: string | null;
  isWishlisted: boolean;
  sellerName: string;
  /** Empty when it is not proven and the viewer is neither the seller nor an admin. */
  sellerEmail: string;
  sellerVerified: boolean;
  /** When its live hold ends. */
  heldUntil: Date | null;
  /** The viewer's own live booking of it. */
  bookingId: string | null;
}

export interface SingleProductRow extends ProductRow {
  sellerSince: Date;
  /** The pictures after the main one, in the seller's order; null when there are none. */
  further: JoinedImage[] | null;
  alertRequested: boolean;
  bookableFrom: Date | null;
}

/** What functions that read products need. */
export interface ProductReader {
  sql: Sql;
  pictureOf: PictureOf;
}

export interface Viewer {
  id: string;
  role: Role;
}

/** No user has this id. It represents a guest, so that guests and users share one prepared statement. */
export const guestId = '00000000-0000-0000-0000-000000000000';

/**
 * The select list for `products p` with `productJoins`. The phone is for the seller, admins and the buyer of a live booking;
 * an email that is not proven may be somebody else's, so it is for the seller and admins.
 */
export function productColumns(sql: Sql, viewer: Viewer | null): Fragment {
  const viewerId = viewer?.id ?? guestId;
  return sql`
    p.id, p.name, p.price_cents as "priceCents", p.original_price_cents as "originalPriceCents",
    p.category, p.condition, p.location, p.description, p.purchase_year as year, p.status,
    p.created_at as "createdAt",
    case when ${viewer?.role === 'admin'} or p.seller_id = ${viewerId} or live.buyer_id = ${viewerId}
      then p.phone end as phone,
    case when live.state = 'held' then live.hold_expires_at end as "heldUntil",
    case when live.buyer_id = ${viewerId} then live.id end as "bookingId",
    exists (
      select from wishlist_items w where w.user_id = ${viewerId} and w.product_id = p.id
    ) as "isWishlisted",
    s.name as "sellerName", s.verified_at is not null as "sellerVerified",
    case when s.email_proven_at is not null or p.seller_id = ${viewerId} or ${viewer?.role === 'admin'}
      then s.email else '' end as "sellerEmail",
    ${imageColumns}`;
}

/** At most one booking of a product is live, so this adds no rows. */
export function productJoins(sql: Sql): Fragment {
  return sql`
    join users s on s.id = p.seller_id
    join images i on i.id = p.image_id
    left join bookings live on live.product_id = p.id and live.state in ('held', 'paid')
      and (live.state = 'paid' or live.hold_expires_at > now())`;
}

export function listedFrom(row: ProductRow, pictureOf: PictureOf): ListedProduct {
  return productFrom(row, pictureOf, { email: row.sellerEmail });
}

/** For the list of its seller. */
export function ownFrom(row: ProductRow, pictureOf: PictureOf): ListedProduct {
  return { ...listedFrom(row, pictureOf), booked: row.heldUntil !== null };
}

export function singleFrom(
  row: SingleProductRow,
  viewer: Viewer | null,
  pictureOf: PictureOf,
): SingleProduct {
  const product = productFrom(row, pictureOf, row.sellerEmail);
  const further = (row.further ?? []).map(pictureOf);
  const pictures = [product, ...further].flatMap(({ picture }) => picture ?? []);
  const images = [product.image, ...further.map(({ url }) => url)];
  return {
    ...product,
    images,
    // All or none: a picture at a hosting service has an address but no sizes.
    pictures: pictures.length === images.length ? pictures : undefined,
    alertRequested: viewer ? row.alertRequested : undefined,
    bookableFrom: row.bookableFrom?.toISOString(),
    sellerSince: row.sellerSince.toISOString(),
  };
}

/** One object literal without spreads, because lists create many. The serialiser omits `undefined` values. */
function productFrom<Email>(row: ProductRow, pictureOf: PictureOf, sellerEmail: Email) {
  const { url, picture } = pictureOf(imageFrom(row));
  return {
    _id: row.id,
    sellerName: row.sellerName,
    sellerEmail,
    name: row.name,
    price: dollarsFromCents(row.priceCents),
    originalPrice:
      row.originalPriceCents === null ? undefined : dollarsFromCents(row.originalPriceCents),
    category: row.category ?? undefined,
    condition: row.condition,
    number: row.phone ?? undefined,
    location: row.location,
    description: row.description,
    year: row.year,
    image: url,
    time: row.createdAt.toISOString(),
    status: row.status,
    wishlist: row.isWishlisted ? ('added' as const) : undefined,
    heldUntil: row.heldUntil?.toISOString() ?? null,
    bookingId: row.bookingId ?? undefined,
    userRole: row.sellerVerified ? ('verified' as const) : undefined,
    picture,
  };
}
