import type { Booking } from '#contract/bookings.ts';
import type { Role } from '#contract/constants.ts';
import { dollarsFromCents } from '#contract/fields.ts';
import {
  type ImageColumns,
  imageColumns,
  imageFrom,
  type PictureOf,
} from '../../database/image-columns.ts';
import type { Fragment, Sql } from '../../database/sql.ts';
import { returnEndsAt } from './return-terms.ts';

/** What functions that read bookings need. */
export interface BookingReader {
  sql: Sql;
  pictureOf: PictureOf;
}

/** For which user, and at what time, a booking is read. */
export interface ReadingContext {
  viewer: { id: string; role: Role };
  at: Date;
}

/** A booking joined with its product, seller, image, return and payment, as `selectBookings` reads it. */
export interface BookingRow extends ImageColumns {
  id: string;
  buyerId: string;
  sellerId: string;
  buyerName: string;
  buyerEmail: string;
  productId: string;
  productName: string;
  priceCents: number;
  phone: string;
  location: string;
  state: Booking['state'];
  holdExpiresAt: Date;
  paidAt: Date | null;
  releaseReason: NonNullable<Booking['releaseReason']> | null;
  releaseNote: string | null;
  releasedAt: Date | null;
  createdAt: Date;
  sellerName: string;
  buyerRemoved: boolean;
  sellerRemoved: boolean;
  sellerPhone: string;
  transactionId: string | null;
  returnReason: string | null;
  returnState: NonNullable<Booking['return']>['state'];
  returnRequestedAt: Date;
  returnDecidedAt: Date | null;
}

/** `select … from bookings b …`; the caller appends `where`. */
export function selectBookings(sql: Sql): Fragment {
  return sql`
    select b.id, b.buyer_id as "buyerId", b.seller_id as "sellerId", b.buyer_name as "buyerName",
      b.buyer_email as "buyerEmail", b.product_id as "productId", b.product_name as "productName",
      b.price_cents as "priceCents", b.phone, b.location, b.state, b.hold_expires_at as "holdExpiresAt",
      b.paid_at as "paidAt", b.release_reason as "releaseReason", b.release_note as "releaseNote",
      b.released_at as "releasedAt", b.created_at as "createdAt",
      s.name as "sellerName", s.removed_at is not null as "sellerRemoved",
      u.removed_at is not null as "buyerRemoved", p.phone as "sellerPhone", paid.transaction_id as "transactionId",
      r.reason as "returnReason", r.state as "returnState", r.requested_at as "returnRequestedAt",
      r.decided_at as "returnDecidedAt",
      ${imageColumns}
    from bookings b
    join products p on p.id = b.product_id
    join users s on s.id = b.seller_id
    join users u on u.id = b.buyer_id
    join images i on i.id = b.image_id
    left join returns r on r.booking_id = b.id
    left join lateral (${payingPayment(sql)}) paid on b.paid_at is not null`;
}

/** A booking may have been charged more than once by mistake: prefers the recorded payment, then the first of its price. */
function payingPayment(sql: Sql): Fragment {
  return sql`
    select transaction_id from payments
    where booking_id = b.id and amount_cents = b.price_cents
    order by state <> 'recorded', id limit 1`;
}

/** An expired hold is shown as released, even before the job has released it. */
export function bookingFrom(
  row: BookingRow,
  { viewer, at }: ReadingContext,
  pictureOf: PictureOf,
): Booking {
  const { url: image, picture } = pictureOf(imageFrom(row));
  const isExpired = row.state === 'held' && row.holdExpiresAt <= at;
  const state = isExpired ? 'released' : row.state;
  const isLive = state === 'held' || state === 'paid';
  const maySeeSellerPhone =
    (isLive && row.buyerId === viewer.id) || row.sellerId === viewer.id || viewer.role === 'admin';
  return {
    _id: row.id,
    buyerName: row.buyerName,
    buyerEmail: row.buyerEmail,
    name: row.productName,
    price: dollarsFromCents(row.priceCents),
    image,
    picture,
    phone: row.phone,
    location: row.location,
    productId: row.productId,
    paid: row.paidAt !== null,
    state,
    releaseReason: isExpired ? 'expired' : (row.releaseReason ?? undefined),
    releaseNote: row.releaseNote ?? undefined,
    releasedAt: state === 'released' ? endOfHold(row).toISOString() : undefined,
    sellerName: row.sellerName,
    buyerRemoved: row.buyerRemoved || undefined,
    sellerRemoved: row.sellerRemoved || undefined,
    time: row.createdAt.toISOString(),
    expiresAt: state === 'held' ? row.holdExpiresAt.toISOString() : undefined,
    transactionId: row.transactionId ?? undefined,
    number: maySeeSellerPhone ? row.sellerPhone : undefined,
    paidAt: row.paidAt?.toISOString(),
    returnUntil: row.paidAt ? returnEndsAt(row.paidAt).toISOString() : undefined,
    return: returnFrom(row),
  };
}

/** An expired hold ended at its time, whenever the job released it. */
function endOfHold({ releaseReason, releasedAt, holdExpiresAt }: BookingRow): Date {
  return releaseReason !== 'expired' && releasedAt ? releasedAt : holdExpiresAt;
}

function returnFrom(row: BookingRow): Booking['return'] {
  if (row.returnReason === null) return undefined;
  return {
    reason: row.returnReason,
    state: row.returnState,
    time: row.returnRequestedAt.toISOString(),
    decidedAt: row.returnDecidedAt?.toISOString(),
  };
}
