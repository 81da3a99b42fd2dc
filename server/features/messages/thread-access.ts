import type { Fragment, Sql } from '../../database/sql.ts';

/** SQL for whether a dispute between the two people of thread t about its product is open: admins read it then. */
export function hasOpenDispute(sql: Sql): Fragment {
  return sql`exists (
    select from disputes d join bookings b on b.id = d.booking_id
    where d.state = 'open' and b.product_id = t.product_id and b.buyer_id = t.buyer_id)`;
}
