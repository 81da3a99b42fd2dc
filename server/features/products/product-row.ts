import type { CheckAnswer } from '#contract/instruments/facts.ts';
import { toMajorUnits } from '#contract/money/currency.ts';
import type { ListedProduct, SingleProduct } from '#contract/products/products.ts';
import {
  type ImageColumns,
  imageColumns,
  imageFrom,
  type JoinedImage,
  type PictureOf,
} from '../../database/image-columns.ts';
import { selected } from '../../database/row-sql.ts';
import { type Fragment, rawSql, type Sql } from '../../database/sql.ts';
import type { ClipColumns } from '../clips/clip-row.ts';
import { withBorders } from '../delivery/border-rules.ts';
import {
  type DeliveryColumns,
  deliveryColumns,
  deliveryFrom,
} from '../delivery/listing-delivery.ts';
import { brandId, findBrand } from '../instruments/find-brand.ts';
import { type TraderColumns, traderFrom } from '../users/state-trader.ts';
import { type CodePhotoColumns, codePhotoFrom } from './code-photo-columns.ts';
import { type ListedColumns, listedColumns, listedFieldsFrom } from './listing-columns.ts';
import {
  heldUntilColumn,
  liveBookingJoin,
  type PersonalFields,
  type PersonalRow,
  personalColumns,
  personalFieldsFrom,
  personalFieldsOf,
  type Viewer,
} from './personal-fields.ts';
import { hasDropped } from './price-drops.ts';
import { ratingFrom } from './rating.ts';

/** What everyone sees of a product, its seller and its main picture, as `sharedColumns` selects it. */
interface SharedRow extends ImageColumns, DeliveryColumns, ListedColumns {
  id: string;
  status: ListedProduct['status'];
  createdAt: Date;
  /** The price before a drop that is shown. */
  droppedFromCents: number | null;
  /** Null when the seller was removed. */
  sellerId: string | null;
  sellerName: string;
  /** Empty while it is not proven, because it may be another user's. */
  sellerEmail: string;
  sellerVerified: boolean;
  reviewCount: number;
  reviewStars: number;
  /** When anyone's live hold of it ends. */
  heldUntil: Date | null;
}

/** A product as one viewer sees it, as `productColumns` selects it. */
export interface ProductRow extends SharedRow, PersonalRow {}

export interface SingleProductRow extends ProductRow, SinglePersonalRow, CodePhotoColumns {
  takesOffers: boolean;
  checks: Record<string, CheckAnswer> | null;
  trader: TraderColumns | null;
  sellerSince: Date;
  /** Null while it is not sold. */
  soldAt: Date | null;
  /** The pictures after the main one, in the seller's order; null when there are none. */
  further: JoinedImage[] | null;
  clips: ClipColumns[];
  soldHereBefore: string | null;
}

/** The columns of one product that depend on the viewer. */
export interface SinglePersonalRow extends PersonalRow {
  alertRequested: boolean;
  bookableFrom: Date | null;
  /** Null when there is none, and for everyone but the seller. */
  leastOfferCents: number | null;
}

/** What functions that read products need. */
export interface ProductReader {
  sql: Sql;
  pictureOf: PictureOf;
}

/** The select list for `products p` with `productJoins`, as this viewer sees them. */
export function productColumns(sql: Sql, viewer: Viewer | null): Fragment {
  return sql`${sharedColumns(sql)}, ${personalColumns(sql, viewer)}, ${deliveryColumns}`;
}

/** Nothing here may depend on the viewer: what is made of it is cached for everyone. */
function sharedColumns(sql: Sql): Fragment {
  return sql`
    p.id, ${selected(listedColumns, 'p')}, p.status,
    p.created_at as "createdAt", case when ${hasDropped} then p.price_before_cents end as "droppedFromCents",
    ${heldUntilColumn}, case when s.removed_at is null then s.id end as "sellerId", s.name as "sellerName", s.verified_at is not null as "sellerVerified",
    s.review_count as "reviewCount", s.review_stars as "reviewStars",
    case when s.email_proven_at is not null then s.email else '' end as "sellerEmail",
    ${imageColumns}`;
}

/** Which of `products p` lists and searches show, worded as the partial indexes are. */
export const onSale = rawSql("p.status <> 'sold' and p.withdrawn_at is null");

/** Which of `products p` have a page: also what is sold, as long as no decision of the admins hides it. */
export const isShown = rawSql('p.withdrawn_at is null and p.hidden_for is null');

/** At most one booking of a product is live, so this adds no rows. */
export function productJoins(sql: Sql): Fragment {
  return sql`
    join users s on s.id = p.seller_id
    join images i on i.id = p.image_id
    ${liveBookingJoin}`;
}

/** Products as everyone sees them, and the fields that one viewer sees differently. */
export interface ViewedProducts {
  items: ListedProduct[];
  personal: Map<string, PersonalFields>;
}

export function viewedFrom(rows: readonly ProductRow[], pictureOf: PictureOf): ViewedProducts {
  return {
    items: rows.map((row) => sharedFrom(row, pictureOf, { email: row.sellerEmail })),
    personal: personalFieldsOf(rows),
  };
}

/** The columns for the list of its seller, and for admins. */
export function ownFrom(row: ProductRow, pictureOf: PictureOf): ListedProduct {
  const shared = sharedFrom(row, pictureOf, { email: row.sellerEmail });
  return { ...shared, ...personalFieldsFrom(row), booked: row.heldUntil !== null };
}

export function singleFrom(
  row: SingleProductRow,
  viewer: Viewer | null,
  pictureOf: PictureOf,
): SingleProduct {
  const product = sharedFrom(row, pictureOf, row.sellerEmail);
  const further = (row.further ?? []).map(pictureOf);
  const pictures = [product, ...further].flatMap(({ picture }) => picture ?? []);
  const images = [product.image, ...further.map(({ url }) => url)];
  const ids = [row.imageId, ...(row.further ?? []).map(({ id }) => id)];
  const maker = product.brand === undefined ? undefined : findBrand(product.brand);
  return {
    ...product,
    images,
    codePhoto: codePhotoFrom(
      row,
      ids.map((id, place) => ({ id, url: images[place] ?? '' })),
    ),
    // All or none: a picture at a hosting service has an address but no sizes.
    pictures: pictures.length === images.length ? pictures : undefined,
    alertRequested: viewer ? false : undefined,
    sellerSince: row.sellerSince.toISOString(),
    soldAt: row.soldAt?.toISOString(),
    soldHereBefore: row.soldHereBefore ?? undefined,
    takesOffers: row.takesOffers,
    makerId: maker && brandId(maker),
    trader: traderFrom(row.trader),
    ...singlePersonalFieldsFrom(row),
  };
}

/** What this viewer sees of one product and other users do not; empty when they see what everyone sees. */
export function singlePersonalFieldsFrom(row: SinglePersonalRow): Partial<SingleProduct> {
  const { sellerEmail, ...personal } = personalFieldsFrom(row) ?? {};
  const fields: Partial<SingleProduct> = personal;
  if (sellerEmail) fields.sellerEmail = sellerEmail.email;
  if (row.alertRequested) fields.alertRequested = true;
  if (row.leastOfferCents !== null) fields.leastOffer = toMajorUnits(row.leastOfferCents);
  if (row.bookableFrom) fields.bookableFrom = row.bookableFrom.toISOString();
  return fields;
}

/** The serialiser omits `undefined` values. */
function sharedFrom<Email>(row: SharedRow, pictureOf: PictureOf, sellerEmail: Email) {
  const { url, picture } = pictureOf(imageFrom(row));
  return {
    _id: row.id,
    sellerId: row.sellerId ?? undefined,
    sellerName: row.sellerName,
    sellerEmail,
    ...listedFieldsFrom(row),
    image: url,
    time: row.createdAt.toISOString(),
    status: row.status,
    priceBefore: row.droppedFromCents === null ? undefined : toMajorUnits(row.droppedFromCents),
    heldUntil: row.heldUntil?.toISOString() ?? null,
    userRole: row.sellerVerified ? ('verified' as const) : undefined,
    rating: ratingFrom(row.reviewCount, row.reviewStars),
    picture,
    delivery: withBorders(deliveryFrom(row), row),
  };
}
