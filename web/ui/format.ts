import { formatDigits } from '#contract/shop-currency.ts';

/**
 * How numbers and dates are formatted. Locale and time zone are fixed, so that server-rendered HTML and the browser
 * agree; only `formatHere` uses the reader's time zone.
 */
const locale = 'en-US';
const day = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' });
const dateTime = dateFormat({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const month = dateFormat({ month: 'long', year: 'numeric' });

export { formatMoney } from '#contract/shop-currency.ts';

/** A whole number: `1,250`. */
export function formatNumber(number: number): string {
  return formatDigits(number, 0);
}

/** A date: `Nov 21, 2026`. */
export function formatDay(isoTime: string): string {
  return day.format(new Date(isoTime));
}

/** Date and time in UTC: `Nov 21, 2026, 09:05`. */
export function formatDateTime(isoTime: string): string {
  return dateTime.format(new Date(isoTime));
}

/** Month and year: `November 2026`. */
export function formatMonth(isoTime: string): string {
  return month.format(new Date(isoTime));
}

/** A relative time in its largest full unit: `2 hours ago`. Under a minute: `just now`. */
export function formatAge(isoTime: string, now: Date): string {
  const ageMs = now.getTime() - Date.parse(isoTime);
  const [unit, unitMs] = units.find(([, ms]) => ageMs >= ms) ?? [];
  return unit ? age.format(-Math.floor(ageMs / unitMs), unit) : 'just now';
}

/** Date and time in the machine's time zone: `Nov 21, 2026, 10:49 AM GMT+1`. In the browser only. */
export function formatHere(isoTime: string): string {
  return here().format(new Date(isoTime));
}

/** The address of a link that calls this telephone number. */
export function phoneAddress(number: string): string {
  return `tel:${number.replaceAll(/[^+\d]/g, '')}`;
}

const hourMs = 3_600_000;
const age = new Intl.RelativeTimeFormat(locale);
const units = [
  ['year', 365 * 24 * hourMs],
  ['month', 30 * 24 * hourMs],
  ['week', 7 * 24 * hourMs],
  ['day', 24 * hourMs],
  ['hour', hourMs],
  ['minute', 60_000],
] as const;

let madeHere: Intl.DateTimeFormat | undefined;

/** Created on first use, because it depends on the browser. */
function here(): Intl.DateTimeFormat {
  madeHere ??= new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  return madeHere;
}

function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
}
