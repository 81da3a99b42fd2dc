import { toMajorUnits } from '#contract/money/currency.ts';
import type { UserExport } from '#contract/users/user-export.ts';
import type { offers } from '../../database/schema/offers.ts';
import type { Sql } from '../../database/sql.ts';
import { chosenDeliveryFrom } from '../delivery/choose-delivery.ts';
import { pagesOf } from './json-stream.ts';

type OfferRow = Omit<
  typeof offers.$inferSelect,
  'sellerId' | 'isUnseen' | 'declinesAt' | 'idempotencyKey' | 'idempotencyDigest'
> & {
  productName: string;
};

/** The offers that a user has made and was made, newest first, for `exportUser`. */
export function exportOffers(sql: Sql, userId: string): AsyncIterable<UserExport['offers']> {
  return pagesOf(
    ({ cursor, count }) => sql<OfferRow[]>`
      select o.id, o.product_id as "productId", p.name as "productName", o.buyer_id as "buyerId",
        o.listed_cents as "listedCents", o.amounts_cents as "amountsCents", o.state, o.message,
        o.phone, o.location, o.delivery_method as "deliveryMethod", o.zone_id as "zoneId",
        o.zone_name as "zoneName", o.shipping_cents as "shippingCents", o.booking_id as "bookingId", o.created_at as "createdAt",
        o.changed_at as "changedAt"
      from offers o join products p on p.id = o.product_id
      where (o.buyer_id = ${userId} or o.seller_id = ${userId} and not o.is_unseen
        and (o.declines_at is null or o.state = 'declined'))
        and o.id < ${cursor}
      order by o.id desc limit ${count}`,
    (row) => exportedOfferFrom(row, userId),
  );
}

/** Phone, place and message are the buyer's data. */
function exportedOfferFrom(row: OfferRow, userId: string): UserExport['offers'][number] {
  const isOwn = row.buyerId === userId;
  return {
    _id: row.id,
    as: isOwn ? 'buyer' : 'seller',
    productId: row.productId,
    name: row.productName,
    listedPrice: toMajorUnits(row.listedCents),
    amounts: row.amountsCents.map((cents) => toMajorUnits(cents)),
    shipping: toMajorUnits(row.shippingCents),
    delivery: chosenDeliveryFrom(row),
    state: row.state,
    message: (isOwn && row.message) || undefined,
    phone: isOwn ? row.phone : undefined,
    location: isOwn ? row.location : undefined,
    bookingId: row.bookingId ?? undefined,
    time: row.createdAt.toISOString(),
    changedAt: row.changedAt.toISOString(),
  };
}
