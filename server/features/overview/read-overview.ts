import { toMajorUnits } from '#contract/money/currency.ts';
import { shopCurrency } from '#contract/money/shop-currency.ts';
import type {
  EventFigures,
  Overview,
  OverviewRow,
  OverviewStep,
} from '#contract/overview/overview.ts';
import type { Sql } from '../../database/sql.ts';
import type { EventCounts } from './count-events.ts';
import { readCurrentFigures } from './read-current-figures.ts';
import { readDays } from './read-days.ts';
import { addCounts, countRecent, missingOf, noCounts, sumCounts } from './sum-counts.ts';

interface Period {
  days: number;
  /** The last day; today when it is missing. */
  to?: string | undefined;
  by: OverviewStep;
  zone: string;
}

/**
 * The shop's figures of now and of a period. What happened is read from the counts of quarters of an hour, which add up to
 * days of every time zone: at most as many rows as the period has quarters, however large the shop is.
 * @throws Problem bad-input when the database does not know the time zone
 */
export async function readOverview(sql: Sql, period: Period, at: Date): Promise<Overview> {
  const [{ shown, shownUntil, before }, counted] = await Promise.all([
    readDays(sql, period, at),
    countRecent(sql, at),
  ]);
  const bounds = [...shown.map(({ startsAt }) => startsAt), shownUntil];
  const [now, sums, [sumBefore = noCounts]] = await Promise.all([
    readCurrentFigures(sql, at),
    sumCounts(sql, counted, bounds),
    sumCounts(sql, counted, [before.from, before.until]),
  ]);
  const days = shown.map(({ date }, index) => ({ date, counts: sums[index] ?? noCounts }));
  const { by, zone } = period;
  const [from = '', to = ''] = [days[0]?.date, days.at(-1)?.date];
  return {
    now,
    from,
    to,
    by,
    zone,
    currency: shopCurrency().code,
    total: figuresFrom(sums.reduce(addCounts, noCounts)),
    before: missingOf(counted, before).length > 0 ? undefined : figuresFrom(sumBefore),
    rows: groupsOf(days, by).map(rowFrom),
    missing: missingOf(counted, { from: bounds[0] ?? shownUntil, until: shownUntil }),
  };
}

interface CountedDay {
  date: string;
  counts: EventCounts;
}

/** Each day by itself, or those of each week together. */
function groupsOf(days: readonly CountedDay[], by: OverviewStep): CountedDay[][] {
  const groups: CountedDay[][] = [];
  for (const day of days) {
    const group = groups.at(-1);
    if (by === 'day' || !group || isMonday(day)) groups.push([day]);
    else group.push(day);
  }
  return groups;
}

function isMonday({ date }: CountedDay): boolean {
  return new Date(date).getUTCDay() === 1;
}

function rowFrom(days: CountedDay[]): OverviewRow {
  const sum = days.map(({ counts }) => counts).reduce(addCounts, noCounts);
  return { from: days[0]?.date ?? '', to: days.at(-1)?.date ?? '', ...figuresFrom(sum) };
}

function figuresFrom({ salesCents, refundedCents, commissionCents, ...counts }: EventCounts) {
  return {
    ...counts,
    salesAmount: toMajorUnits(salesCents),
    refundedAmount: toMajorUnits(refundedCents),
    commission: toMajorUnits(commissionCents),
  } satisfies EventFigures;
}
