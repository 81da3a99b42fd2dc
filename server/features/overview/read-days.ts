import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import type { Sql } from '../../database/sql.ts';
import { sqlState } from '../../database/sql-state.ts';

interface Day {
  /** 2026-11-22 */
  date: string;
  startsAt: Date;
}

interface Calendar {
  shown: Day[];
  /** When the last one ends. */
  shownUntil: Date;
  /** As many days before, up to the same time of day as now while the last one is not over. */
  before: { from: Date; until: Date };
}

/**
 * The days of a period, at most up to today, in a time zone whose rules PostgreSQL knows: with a change of summer time
 * a day has 23 or 25 hours.
 * @param to the last day; today when it is missing
 * @throws Problem bad-input when the database does not know the time zone
 */
export async function readDays(
  sql: Sql,
  { days, to, zone }: { days: number; to?: string | undefined; zone: string },
  at: Date,
): Promise<Calendar> {
  const found = await sql<(Day & { sameTimeBefore: Date })[]>`
    with today as (select (${at}::timestamptz at time zone ${zone})::date as day),
    last as (select least(coalesce(${to ?? null}::date, day), day) as day from today)
    select to_char(midnight, 'YYYY-MM-DD') as date, midnight at time zone ${zone} as "startsAt",
      (${at}::timestamptz at time zone ${zone} - make_interval(days => ${days}::int)) at time zone ${zone}
        as "sameTimeBefore"
    from last, generate_series((day - (2 * ${days}::int - 1))::timestamp, (day + 1)::timestamp, '1 day') midnight
    order by midnight`.catch((error: unknown) => {
    throw sqlState(error) === '22023' ? unknownZone(error) : error;
  });
  const [first, shown, end] = [found[0], found.slice(days, -1), found.at(-1)];
  const firstShown = shown[0];
  if (!first || !firstShown || !end) throw new Error('A period has at least one day');
  const isOver = end.startsAt <= at;
  const until = isOver ? firstShown.startsAt : first.sameTimeBefore;
  return { shown, shownUntil: end.startsAt, before: { from: first.startsAt, until } };
}

function unknownZone(cause: unknown): Problem {
  const message = msg`The database does not know this time zone`;
  return new Problem('bad-input', message, { errors: [{ field: 'zone', message }], cause });
}
