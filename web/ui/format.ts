import { currencySign } from '#contract/constants.ts';

/*
 * How numbers and dates are written, in one place. Locale and time zone are fixed, so that the server's page and the
 * browser's say the same letter for letter.
 */
const locale = 'en-US';
const wholeDollars = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const dollarsAndCents = new Intl.NumberFormat(locale, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const day = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' });
const moment = dateFormat({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const month = dateFormat({ month: 'long', year: 'numeric' });

/** Dollars as `$1,250`, with cents only where there are some: `$89.50`. */
export function formatMoney(dollars: number): string {
  const format = Number.isInteger(dollars) ? wholeDollars : dollarsAndCents;
  return currencySign + format.format(dollars);
}

/** A moment as its day: `Nov 21, 2026`. */
export function formatDay(isoTime: string): string {
  return day.format(new Date(isoTime));
}

/** A moment to the minute, by the clock of UTC: `Nov 21, 2026, 09:05`. */
export function formatMoment(isoTime: string): string {
  return moment.format(new Date(isoTime));
}

/** A moment as its month: `November 2026`. */
export function formatMonth(isoTime: string): string {
  return month.format(new Date(isoTime));
}

function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
}
