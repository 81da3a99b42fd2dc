import { language } from '#contract/language.ts';
import type { OverviewRow } from '#contract/overview/overview.ts';

const day = { day: 'numeric', month: 'short' } as const;
const dayOfYear = { ...day, year: 'numeric' } as const;
const options = { day, dayOfYear, weekday: { ...dayOfYear, weekday: 'short' } } as const;

type Days = Pick<OverviewRow, 'from' | 'to'>;

/** The label on the axis of a chart: `Nov 22`, the first day of a week. */
export function formatTick({ from }: Days): string {
  return dateFormat('day').format(new Date(from));
}

/** A day as `Sun, Nov 22, 2026`, several days as `Nov 16 – 22, 2026`. */
export function formatDays({ from, to }: Days): string {
  if (from === to) return dateFormat('weekday').format(new Date(from));
  return dateFormat('dayOfYear').formatRange(new Date(from), new Date(to));
}

/** A year of days is formatted whenever the pointer moves over a chart. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Dates of the contract have no time zone: as midnight in UTC they are themselves. */
function dateFormat(kind: keyof typeof options): Intl.DateTimeFormat {
  const key = `${language()} ${kind}`;
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(language(), { ...options[kind], timeZone: 'UTC' });
  formats.set(key, format);
  return format;
}
