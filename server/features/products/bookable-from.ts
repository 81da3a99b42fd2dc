import { rebookAfterHours } from '#contract/constants.ts';
import type { Fragment, Sql } from '../../database/sql.ts';

interface Rebooking {
  /** SQL for the product's id. */
  productId: Fragment;
  buyerId: string;
  /** SQL for the present time. */
  at: Fragment;
}

/**
 * SQL for when a buyer who held a product last can book it again, in brackets; null when that is now. No one holds the
 * same product twice in a row without a pause, or one person could keep it from everyone without ever paying.
 */
export function bookableFrom(sql: Sql, { productId, buyerId, at }: Rebooking): Fragment {
  const ended = sql`least(last.released_at, last.hold_expires_at)`;
  const end = sql`${ended} + make_interval(hours => ${rebookAfterHours})`;
  return sql`(
    select ${end} from (
      select * from bookings h where h.product_id = ${productId} order by h.id desc limit 1
    ) last
    where last.buyer_id = ${buyerId} and ${end} > ${at}
      and (last.state = 'released' or last.state = 'held' and last.hold_expires_at <= ${at})
  )`;
}
