import { sellerMeasureTerms } from '#contract/constants.ts';
import { lowestIdAt } from '../../core/ids.ts';
import type { Sql } from '../../database/sql.ts';

const { days, atLeast, unansweredAfterDays } = sellerMeasureTerms;
const dayMs = 86_400_000;

/**
 * Measures how soon each seller answers and sends, as the median of the last 90 days, where there are at least three.
 *
 * A question is what a buyer writes first, or after the seller has written. It is answered by the seller's next message. The
 * first question of a conversation counts with the time that has passed when it was not answered within a week, so that a seller
 * who answers few does not look quick; what follows ('Thank you!') may need no answer. Offers and what the buyer writes after the
 * payment are no questions of this kind, and a parcel counts from its payment until it was marked as sent.
 * @returns for how many sellers something else was measured than before
 */
export async function measureSellers({ sql }: { sql: Sql }, now: Date): Promise<number> {
  const since = new Date(now.getTime() - days * dayMs);
  const [measured] = await sql<{ count: number }[]>`
    with written as (
      select t.id, t.seller_id, t.created_at as begun_at, m.id as message_id, m.created_at,
        m.author_id = t.seller_id as is_sellers,
        lag(m.author_id = t.seller_id) over in_thread as was_sellers,
        min(m.created_at) filter (where m.author_id = t.seller_id)
          over (partition by t.id order by m.id rows between 1 following and unbounded following) as answered_at
      from messages m join threads t on t.id = m.thread_id
      where m.id >= ${lowestIdAt(since.getTime())}
      window in_thread as (partition by t.id order by m.id)
    ), waited as (
      select seller_id, coalesce(answered_at,
          case when was_sellers is null and begun_at >= ${since}
            and created_at < ${new Date(now.getTime() - unansweredAfterDays * dayMs)} then ${now}::timestamptz end
        ) - created_at as time
      from written where not is_sellers and was_sellers is not false
    ), answers as (
      select seller_id, ceil(extract(epoch from percentile_cont(0.5) within group (order by time)) / 60)::int as minutes
      from waited where time is not null group by 1 having count(*) >= ${atLeast}
    ), parcels as (
      select b.seller_id, ceil(extract(epoch from percentile_cont(0.5) within group (order by f.sent_at - f.paid_at)) / 60)::int as minutes
      from fulfilments f join bookings b on b.id = f.booking_id
      where f.method = 'shipping' and f.sent_at >= ${since}
        and f.booking_id >= ${lowestIdAt(since.getTime() - days * dayMs)}
      group by 1 having count(*) >= ${atLeast}
    ), stored as (
      insert into seller_measures (seller_id, answer_minutes, dispatch_minutes, measured_at)
      select coalesce(a.seller_id, p.seller_id), a.minutes, p.minutes, ${now}::timestamptz
      from answers a full join parcels p on p.seller_id = a.seller_id
      order by 1
      on conflict (seller_id) do update set answer_minutes = excluded.answer_minutes,
        dispatch_minutes = excluded.dispatch_minutes, measured_at = excluded.measured_at
      where (seller_measures.answer_minutes, seller_measures.dispatch_minutes)
        is distinct from (excluded.answer_minutes, excluded.dispatch_minutes)
      returning seller_id
    ), gone as (
      delete from seller_measures where seller_id not in (
        select seller_id from answers union all select seller_id from parcels)
      returning seller_id
    )
    select (select count(*) from stored)::int + (select count(*) from gone)::int as count`;
  return measured?.count ?? 0;
}
