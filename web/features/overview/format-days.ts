import type { OverviewRow } from '#contract/overview.ts';

const locale = 'en-US';
const day = dateFormat({ day: 'numeric', month: 'short' });
const dayOfYear = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' });
const weekday = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });

type Days = Pick<OverviewRow, 'from' | 'to'>;

/** For the axis of a chart: `Nov 22`, the first day of a week. */
export function formatTick({ from }: Days): string {
  return day.format(new Date(from));
}

/** A day as `Sun, Nov 22, 2026`, several days as `Nov 16 – 22, 2026`. */
export function formatDays({ from, to }: Days): string {
  if (from === to) return weekday.format(new Date(from));
  return dayOfYear.formatRange(new Date(from), new Date(to));
}

/** Dates of the contract have no time zone: as midnight in UTC they are themselves. */
function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
}
