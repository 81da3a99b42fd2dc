import { reviewTerms, saleTimes } from '#contract/constants.ts';
import type { AfterSaleMailKind } from '#contract/operations/mail-kinds.ts';
import { type Fragment, rawSql, type Sql } from '../../database/sql.ts';

/** The moments from which a clock of a sale counts, as columns of the fulfilment `f` and the return `r`. */
type ClockStart =
  | 'f.sent_at'
  | 'f.completed_at'
  | 'f.returned_at'
  | 'f.cancelled_at'
  | 'r.requested_at'
  | Fragment;

/**
 * The moment from which a clock counts: later than its start by the time for which disputes about the sale were open since
 * then, because an open dispute stops it.
 */
export function deadlineStart(sql: Sql, start: ClockStart, table: 'f' | 'r' = 'r'): Fragment {
  const [from, bookingId] =
    typeof start === 'string'
      ? [rawSql(start), rawSql(`${start.slice(0, 1)}.booking_id`)]
      : [start, rawSql(`${table}.booking_id`)];
  return sql`${from} + coalesce((
    select sum(ended.decided_at - greatest(ended.opened_at, ${from})) from disputes ended
    where ended.booking_id = ${bookingId} and ended.decided_at > ${from}), interval '0')`;
}

/** SQL for whether the sides of a fulfilment `f` meet instead of having it sent. */
const bothMeet = '(f.buyer_meets_at is not null and f.seller_meets_at is not null)';
export const isMeetingInstead = rawSql(bothMeet);

/** SQL for whether a fulfilment `f` waits for the permit without which it is not sent; who meets needs none here. */
const permitMissing = `(f.permit_due_at is not null and f.permit_given_at is null and not ${bothMeet})`;
export const isPermitMissing = rawSql(permitMissing);

/** What the seller's time begins with: the payment, or what came after it where a permit is needed. */
const dispatchStart = rawSql(`(case when f.permit_due_at is null then f.paid_at
  when ${bothMeet} then greatest(f.buyer_meets_at, f.seller_meets_at)
  else coalesce(f.permit_given_at, f.paid_at) end)`);

/** The days that its seller has to send it, as said at the booking, unless they meet or the permit is missing. */
const dispatchTime = rawSql(`case
  when ${bothMeet} then make_interval(days => ${saleTimes.cancelAfterDays})
  when ${permitMissing} then f.permit_due_at - f.paid_at
  else make_interval(days => coalesce(b.dispatch_days, ${saleTimes.cancelAfterDays})::int) end`);

/**
 * SQL for the time from which the buyer of a booking `b` with a fulfilment `f` may cancel. While its permit is missing the
 * clock cancels it then (`cancelWithoutPermit`).
 * @param wasDisputed whether there was a dispute, where that is known: only then disputes are read
 */
export function cancelFrom(sql: Sql, wasDisputed?: Fragment): Fragment {
  const paused = deadlineStart(sql, dispatchStart, 'f');
  return wasDisputed
    ? sql`(case when ${wasDisputed} then ${paused} else ${dispatchStart} end + ${dispatchTime})`
    : sql`(${paused} + ${dispatchTime})`;
}

/**
 * The time since which the seller of an accepted return `r` has to act: confirm what was sent back, or name a missing
 * place for what was received. Null when they do not have to.
 */
export function sellersSilence(sql: Sql): Fragment {
  return sql`(case when r.state = 'accepted' then case
    when r.sent_back_at is not null then r.sent_back_at
    when r.place is null then (
      select greatest(received.received_at, r.decided_at) from fulfilments received
      where received.booking_id = r.booking_id and received.state = 'received') end end)`;
}

/** A condition on a fulfilment `f` or a return `r`: no dispute about its sale is open. */
export function hasNoOpenDispute(sql: Sql, table: 'f' | 'r'): Fragment {
  return sql`not exists (
    select from disputes d where d.booking_id = ${rawSql(`${table}.booking_id`)} and d.state = 'open')`;
}

/** Joins `decided` to a fulfilment `f` or a return `r`: the dispute about its sale that was decided last, if any. */
export function joinLastDecision(sql: Sql, table: 'f' | 'r'): Fragment {
  return sql`left join lateral (
    select id, decided_at from disputes where booking_id = ${rawSql(`${table}.booking_id`)}
      and state = 'decided' order by decided_at desc limit 1
  ) decided on true`;
}

/**
 * A condition on a fulfilment `f` or a return `r` with `joinLastDecision`: no mail of this kind was queued for its sale.
 * One that was queued before a dispute was decided, or before a return was accepted or withdrawn from again, does not count,
 * because that has moved the date that it names.
 */
export function isNotAnnounced(sql: Sql, table: 'f' | 'r', kind: AfterSaleMailKind): Fragment {
  return sql`not exists (
    select from queued_mails m where m.subject_id = ${rawSql(`${table}.booking_id`)} and m.kind = ${kind}
      and (decided.id is null or m.created_at >= decided.decided_at)
      ${table === 'r' ? sql`and m.created_at >= coalesce(r.sent_back_at, r.decided_at, r.requested_at)` : sql``})`;
}

/**
 * The time until which the sale of booking `b` with fulfilment `f` can be reviewed, as if no dispute were open: null
 * unless it was completed, returned or cancelled by its seller, or its buyer found all to be well and it is completed
 * when the time to withdraw is over. An open dispute stops the clock, and one that was decided has moved it.
 */
export function reviewUntil(sql: Sql): Fragment {
  return sql`case
    when f.state = 'completed' then ${deadlineStart(sql, 'f.completed_at')}
    when f.state = 'returned' then ${deadlineStart(sql, 'f.returned_at')}
    when f.state = 'cancelled' and f.cancelled_by = b.seller_id
      then ${deadlineStart(sql, 'f.cancelled_at')}
    when f.state = 'received' and f.approved_at is not null
        and not exists (select from returns asked where asked.booking_id = f.booking_id)
      then f.return_until
    end + make_interval(days => ${reviewTerms.days})`;
}
