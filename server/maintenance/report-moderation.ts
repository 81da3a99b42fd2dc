import { stringify } from 'csv-stringify/sync';
import type pg from 'pg';
import { StartupError } from '../core/startup-error.ts';

const columns = [
  'year',
  'reason',
  'outcome',
  'ground',
  'cases',
  'reports',
  'median_hours',
  'decided_by_machines',
  'appeals',
  'appeals_upheld',
  'appeals_reversed',
  'appeals_median_hours',
] as const;

/**
 * What was reported in a year (UTC) and what became of it, as article 15 of the DSA asks: a line for each reason,
 * outcome and ground. A case that was reported for several reasons counts for the first. No one is named.
 */
export async function* reportModeration(client: pg.Client, [year = '']: readonly string[]) {
  if (!/^20\d\d$/.test(year)) throw new StartupError('Of which year?', 'Write it as 2026.');
  const { rows } = await client.query<Record<string, unknown>>(
    `with counted as (
      select c.*, (select count(*)::int from reports r where r.case_id = c.id) as reports,
        coalesce((select r.reason from reports r where r.case_id = c.id order by r.id limit 1),
          (select r.reason from reports r where r.case_id = c.reopens order by r.id limit 1)) as reason
      from cases c
      where opened_at >= make_timestamptz($1::int, 1, 1, 0, 0, 0, 'UTC')
        and opened_at < make_timestamptz($1::int + 1, 1, 1, 0, 0, 0, 'UTC')
    ), grouped as (
      select reason, coalesce(outcome, state) as outcome, ground_kind as ground,
        count(*)::int as cases, sum(reports)::int as reports,
        round((percentile_cont(0.5) within group (
          order by extract(epoch from decided_at - opened_at)) / 3600)::numeric, 1) as median_hours,
        array_agg(id) as ids
      from counted group by reason, coalesce(outcome, state), ground_kind
    )
    select $1 as year, 0 as decided_by_machines, grouped.*, appealed.*
    from grouped cross join lateral (
      select count(*)::int as appeals,
        (count(*) filter (where a.outcome = 'upheld'))::int as appeals_upheld,
        (count(*) filter (where a.outcome = 'reversed'))::int as appeals_reversed,
        round((percentile_cont(0.5) within group (
          order by extract(epoch from a.decided_at - a.created_at)) / 3600)::numeric, 1)
          as appeals_median_hours
      from appeals a where a.case_id = any(ids)
    ) appealed
    order by reason, outcome, ground`,
    [year],
  );
  yield stringify(rows, { header: true, columns: [...columns] }).trimEnd();
}
