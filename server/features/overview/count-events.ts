import { lowestIdAt } from '../../core/ids.ts';
import type { Sql } from '../../database/sql.ts';
import { accounts } from '../ledger/write-ledger.ts';

/** What happened in some time. Money in cents. */
export interface EventCounts {
  listings: number;
  offers: number;
  bookings: number;
  sales: number;
  salesCents: number;
  refundedCents: number;
  commissionCents: number;
  signUps: number;
  threads: number;
  messages: number;
}

export interface QuarterCounts extends EventCounts {
  startsAt: Date;
}

export const quarterMs = 900_000;

/** The beginning of the quarter of an hour in which a time is. */
export function quarterOf(timeMs: number): number {
  return Math.floor(timeMs / quarterMs) * quarterMs;
}

/**
 * Counts what happened in each quarter of an hour, from the rows themselves. Ids begin with the time of creation, so each
 * count is a range of a primary key. A sale is a charge that pays for a booking, at the time of its ledger entry, with what was paid for sending, and a refund
 * counts when its entry was written: a charge that could buy nothing is in neither.
 * @param fromMs the beginning of a quarter
 * @param untilMs as well
 * @returns the quarters in which something happened
 */
export async function countEvents(
  sql: Sql,
  { fromMs, untilMs }: { fromMs: number; untilMs: number },
): Promise<QuarterCounts[]> {
  const length = Math.max(0, Math.round((untilMs - fromMs) / quarterMs));
  const starts = Array.from({ length }, (_, index) => fromMs + index * quarterMs);
  return sql<QuarterCounts[]>`
    with quarters as materialized (
      select * from unnest(
        ${starts.map((ms) => new Date(ms))}::timestamptz[],
        ${starts.map(lowestIdAt)}::uuid[],
        ${starts.map((ms) => lowestIdAt(ms + quarterMs))}::uuid[]
      ) as quarter (starts_at, first_id, end_id)
    ), counted as (
      select starts_at as "startsAt", listings.count as listings, bookings.count as bookings,
        offers.count as offers, sign_ups.count as "signUps", threads.count as threads,
        messages.count as messages, money.*
      from quarters q
      cross join lateral (
        select count(*)::int from products p where p.id >= q.first_id and p.id < q.end_id
      ) listings
      cross join lateral (
        select count(*)::int from bookings b where b.id >= q.first_id and b.id < q.end_id
      ) bookings
      cross join lateral (
        select count(*)::int from offers o where o.id >= q.first_id and o.id < q.end_id
      ) offers
      cross join lateral (
        select count(*)::int from users u where u.id >= q.first_id and u.id < q.end_id
      ) sign_ups
      cross join lateral (
        select count(*)::int from threads t where t.id >= q.first_id and t.id < q.end_id
      ) threads
      cross join lateral (
        select count(*)::int from messages m where m.id >= q.first_id and m.id < q.end_id
      ) messages
      cross join lateral (
        select count(*) filter (
            where e.kind = 'charge' and e.credit <> ${accounts.unapplied}
              and e.cause not like '%:shipping')::int as sales,
          coalesce(sum(e.amount_cents) filter (
            where e.kind = 'charge' and e.credit <> ${accounts.unapplied}), 0)::bigint as "salesCents",
          coalesce(sum(e.amount_cents) filter (
            where e.kind in ('refund', 'chargeback') and e.debit <> ${accounts.unapplied}), 0)::bigint
            as "refundedCents",
          coalesce(sum(case ${accounts.commission} when e.credit then e.amount_cents
            when e.debit then -e.amount_cents else 0 end), 0)::bigint as "commissionCents"
        from ledger_entries e where e.id >= q.first_id and e.id < q.end_id
      ) money
    )
    select * from counted
    where (listings, offers, bookings, "signUps", threads, messages, sales, "salesCents",
      "refundedCents", "commissionCents") <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    order by "startsAt"`;
}
