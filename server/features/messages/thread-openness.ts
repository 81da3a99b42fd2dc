import { threadTimes } from '#contract/constants.ts';
import type { Fragment, Sql } from '../../database/sql.ts';

/**
 * SQL for when threads close, of thread t with product p and its people `buyer` and `seller`: null while they are closed,
 * 'infinity' while nothing closes them. They are open while the product is on sale; the two sides of a sale of it also for 90
 * days after the sale. Nobody writes to somebody who is gone. Blocks are another matter (`isBlocked`).
 */
export function openUntil(sql: Sql, at: Date): Fragment {
  return sql`case
    when buyer.removed_at is not null or seller.removed_at is not null then null
    when p.withdrawn_at is null and p.status <> 'sold' then 'infinity'::timestamptz
    else (
      select max(until) from (
        select coalesce(greatest(f.completed_at, f.returned_at, f.cancelled_at)
          + make_interval(days => ${threadTimes.openDaysAfterSale}::int), 'infinity') as until
        from bookings b join fulfilments f on f.booking_id = b.id
        where b.product_id = t.product_id and b.buyer_id = t.buyer_id
      ) sale where until > ${at}
    ) end`;
}
