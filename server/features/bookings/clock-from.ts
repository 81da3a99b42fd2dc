import { type Fragment, rawSql, type Sql } from '../../database/sql.ts';

/** The moments from which a clock of a sale counts, as columns of the fulfilment `f` and the return `r`. */
type ClockStart = 'f.paid_at' | 'f.sent_at' | 'r.requested_at';

/**
 * The moment from which a clock counts: later than its start by the time for which disputes about the sale were open since
 * then, because an open dispute stops it.
 */
export function clockFrom(sql: Sql, start: ClockStart): Fragment {
  const [from, bookingId] = [rawSql(start), rawSql(`${start.slice(0, 1)}.booking_id`)];
  return sql`${from} + coalesce((
    select sum(ended.decided_at - greatest(ended.opened_at, ${from})) from disputes ended
    where ended.booking_id = ${bookingId} and ended.decided_at > ${from}), interval '0')`;
}

/** A condition on a fulfilment `f` or a return `r`: no dispute about its sale is open. */
export function hasNoOpenDispute(sql: Sql, table: 'f' | 'r'): Fragment {
  return sql`not exists (
    select from disputes d where d.booking_id = ${rawSql(`${table}.booking_id`)} and d.state = 'open')`;
}
