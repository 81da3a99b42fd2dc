import type { Job } from '#contract/operations/jobs.ts';
import type { CurrentFigures } from '#contract/overview/overview.ts';
import type { MatchCount } from '#contract/search/search.ts';
import type { Fragment, Sql } from '../../database/sql.ts';
import { listJobs } from '../operations/list-jobs.ts';

/** What is counted one by one; beyond it there are "10,000 or more". */
const countedUpTo = 10_000;

type Counts = Record<Exclude<keyof CurrentFigures, 'jobsFailing'>, number> & {
  onSaleEstimate: number;
};

/**
 * The current numbers, and what waits for an admin. Each figure reads an index of just these rows and stops at a limit.
 * When more is on sale, the figure is what PostgreSQL knows of the size of that index since it last analysed the table.
 */
export async function readCurrentFigures(sql: Sql, at: Date): Promise<CurrentFigures> {
  const [jobs, [row]] = await Promise.all([listJobs(sql), readCounts(sql, at)]);
  const figure = (name: keyof Counts) => countOf(row?.[name]);
  const onSale = figure('onSale');
  const estimate = Math.max(onSale.count, row?.onSaleEstimate ?? 0);
  return {
    onSale: onSale.isExact ? onSale : { count: estimate, isExact: false },
    holdsEnding: figure('holdsEnding'),
    returnsOpen: figure('returnsOpen'),
    disputesOpen: figure('disputesOpen'),
    casesOpen: figure('casesOpen'),
    jobsFailing: { count: jobs.filter(isFailing).length, isExact: true },
    mailsWaiting: figure('mailsWaiting'),
    mailsGivenUp: figure('mailsGivenUp'),
  };
}

const isFailing = ({ state, lastRun }: Job) => state === 'stuck' || lastRun?.succeeded === false;

function readCounts(sql: Sql, at: Date): Promise<Counts[]> {
  return sql<Counts[]>`
    select
      ${countRows(sql, sql`from products where status <> 'sold' and withdrawn_at is null order by category, id desc nulls first`)} as "onSale",
      (select greatest(0, reltuples)::bigint from pg_class
        where oid = to_regclass('products_by_category')) as "onSaleEstimate",
      ${countRows(
        sql,
        sql`from bookings where state = 'held' and hold_expires_at > ${at}
          and hold_expires_at <= ${at}::timestamptz + interval '24 hours' order by hold_expires_at`,
      )} as "holdsEnding",
      ${countRows(sql, sql`from returns where state in ('requested', 'accepted')`)} as "returnsOpen",
      ${countRows(sql, sql`from disputes where state = 'open'`)} as "disputesOpen",
      ${countRows(sql, sql`from cases where state in ('open', 'appealed')`)} as "casesOpen",
      ${countRows(sql, sql`from queued_mails where sent_at is null and dropped_at is null`)} as "mailsWaiting",
      ${countRows(sql, sql`from queued_mails where dropped_at is not null and last_fault is not null`)}
        as "mailsGivenUp"`;
}

function countOf(found = 0): MatchCount {
  return { count: Math.min(found, countedUpTo), isExact: found <= countedUpTo };
}

/** An order that is the index's own makes the planner read that index, where rows that are not counted may come first. */
function countRows(sql: Sql, rows: Fragment): Fragment {
  return sql`(select count(*)::int from (select 1 ${rows} limit ${countedUpTo + 1}) counted)`;
}
