import { language } from '#contract/language.ts';
import { formatDigits } from '#contract/money/shop-currency.ts';
import { t } from '#contract/text.ts';

/**
 * Formats numbers and dates in the current language. The time zone is fixed, so that server-rendered HTML and the
 * browser agree; only `formatTime` and `formatFullTime` use the reader's.
 */

export { formatList } from '#contract/isolate.ts';
export { formatMoney, formatPaid } from '#contract/money/shop-currency.ts';

/** A whole number: `1,250`. */
export function formatNumber(number: number): string {
  return formatDigits(number, 0);
}

/** An average of stars: `4.3`. */
export function formatStars(average: number): string {
  return formatDigits(average, 1);
}

/** A date: `Nov 21, 2026`. */
export function formatDay(isoTime: string): string {
  return timeFormat('date', 'UTC').format(new Date(isoTime));
}

/** Month and year: `November 2026`. */
export function formatMonth(isoTime: string): string {
  return timeFormat('month', 'UTC').format(new Date(isoTime));
}

/** A relative time in its largest full unit: `2 hours ago`. Under a minute: `just now`. */
export function formatAge(isoTime: string, now: Date): string {
  const ageMs = now.getTime() - Date.parse(isoTime);
  const [unit, unitMs] = units.find(([, ms]) => ageMs >= ms) ?? [];
  return unit ? ageFormat().format(-Math.floor(ageMs / unitMs), unit) : t`just now`;
}

/**
 * Date and time, or the day alone, with the year when it is another one: `Nov 21, 10:49`, `Nov 21`. In the machine's time
 * zone unless one is given.
 */
export function formatTime(
  isoTime: string,
  now: Date,
  { isDay = false, timeZone }: { isDay?: boolean; timeZone?: 'UTC' } = {},
): string {
  const time = new Date(isoTime);
  const [thisYear, otherYear] = isDay
    ? (['day', 'longDay'] as const)
    : (['short', 'long'] as const);
  const yearOf = (date: Date) => (timeZone ? date.getUTCFullYear() : date.getFullYear());
  return timeFormat(yearOf(time) === yearOf(now) ? thisYear : otherYear, timeZone).format(time);
}

/** Date and time in the machine's time zone, which it names: `Nov 21, 2026, 10:49 GMT+1`. In the browser only. */
export function formatFullTime(isoTime: string): string {
  return timeFormat('full').format(new Date(isoTime));
}

/** The address of a link that calls this telephone number. */
export function phoneAddress(number: string): string {
  return `tel:${number.replaceAll(/[^+\d]/g, '')}`;
}

const hourMs = 3_600_000;
const units = [
  ['year', 365 * 24 * hourMs],
  ['month', 30 * 24 * hourMs],
  ['week', 7 * 24 * hourMs],
  ['day', 24 * hourMs],
  ['hour', hourMs],
  ['minute', 60_000],
] as const;

const shortDay = { day: 'numeric', month: 'short' } as const;
const short = {
  ...shortDay,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const satisfies Intl.DateTimeFormatOptions;
const timeOptions = {
  month: { month: 'long', year: 'numeric' },
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  day: shortDay,
  longDay: { ...shortDay, year: 'numeric' },
  short,
  long: { ...short, year: 'numeric' },
  full: { ...short, year: 'numeric', timeZoneName: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Created on first use: they depend on the browser, and a server renders pages in several languages. */
const timeFormats = new Map<string, Intl.DateTimeFormat>();
const ageFormats = new Map<string, Intl.RelativeTimeFormat>();

function timeFormat(kind: keyof typeof timeOptions, timeZone?: 'UTC'): Intl.DateTimeFormat {
  const key = `${language()} ${kind} ${timeZone}`;
  const format =
    timeFormats.get(key) ?? new Intl.DateTimeFormat(language(), { ...timeOptions[kind], timeZone });
  timeFormats.set(key, format);
  return format;
}

function ageFormat(): Intl.RelativeTimeFormat {
  const format = ageFormats.get(language()) ?? new Intl.RelativeTimeFormat(language());
  ageFormats.set(language(), format);
  return format;
}
