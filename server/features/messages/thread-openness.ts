import { threadTimes } from '#contract/constants.ts';
import type { Fragment, Sql } from '../../database/sql.ts';

/**
 * SQL for when the thread about product p between the users `buyer` and `seller` closes: null when it is closed,
 * 'infinity' while no time is set. It is open while the product is on sale; after a sale of it to this buyer for 90
 * more days. No one can write to a removed user. Blocks are another matter (`isBlocked`).
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
        where b.product_id = p.id and b.buyer_id = buyer.id
      ) sale where until > ${at}
    ) end`;
}
