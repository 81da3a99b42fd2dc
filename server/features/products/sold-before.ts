import { type Fragment, rawSql, type Sql } from '../../database/sql.ts';

/** Whether a decision has given the buyer of `bookings b` money back: then the sale is nothing to go by. */
export const wasRefundedByDecision = rawSql(
  "exists (select from disputes x where x.booking_id = b.id and x.state = 'decided' and x.refund_cents > 0)",
);

/**
 * The month in which the seller `s` of `products p`, which is on sale, bought the instrument with the same maker and serial number
 * in this shop, if both sides of that sale have agreed that it is said, and are still here. Otherwise null, so that nobody
 * learns by listing a number whether it is known: who sees the month has bought that very instrument here. It is also null
 * once the seller has sold it on.
 */
export function soldHereBefore(sql: Sql): Fragment {
  return sql`(
    select to_char(b.paid_at at time zone 'UTC', 'YYYY-MM')
    from products former
    join bookings b on b.id = former.sold_booking_id and b.state = 'paid'
    join fulfilments f on f.booking_id = b.id and f.state = 'completed'
    join users seller on seller.id = b.seller_id
    where former.serial_digest = p.serial_digest and former.id <> p.id and former.hidden_for is null
      and b.buyer_id = p.seller_id and p.status <> 'sold'
      and f.traced_by_buyer_at is not null and f.traced_by_seller_at is not null
      and seller.removed_at is null and seller.suspended_at is null
      and s.removed_at is null and s.suspended_at is null
      and not ${wasRefundedByDecision}
      and not exists (
        select from products sold join bookings onward on onward.id = sold.sold_booking_id
        where sold.serial_digest = p.serial_digest and sold.seller_id = p.seller_id
          and onward.paid_at > b.paid_at)
    order by b.paid_at desc limit 1
  )`;
}
