import { afterEach, describe, expect, test } from 'vitest';
import { findCurrency } from '#contract/money/currencies.ts';
import { setShopCurrency, usDollar } from '#contract/money/shop-currency.ts';
import {
  formatAge,
  formatDay,
  formatFullTime,
  formatMoney,
  formatMonth,
  formatPaid,
  formatTime,
} from './format.ts';

describe('money', () => {
  test.each([
    [1250, '$1,250'],
    [89.5, '$89.50'],
    [0.05, '$0.05'],
    [1_000_000, '$1,000,000'],
    [1999.99, '$1,999.99'],
  ])('%d dollars are written %s', (dollars, written) => {
    expect(formatMoney(dollars)).toBe(written);
  });
});

test('an amount that is paid has cents, also when it is whole', () => {
  expect(formatPaid(1250)).toBe('$1,250.00');
  expect(formatPaid(89.5)).toBe('$89.50');
});

describe('money of a shop in another currency', () => {
  afterEach(() => setShopCurrency(usDollar));

  test.each([
    ['EUR', 1250, '€1,250'],
    ['EUR', 89.5, '€89.50'],
    ['JPY', 125_000, '¥125,000'],
    ['KWD', 1.234, 'KWD\u00a01.234'],
    ['KWD', 12.5, 'KWD\u00a012.500'],
    ['KWD', 1250, 'KWD\u00a01,250'],
    ['CAD', 19.99, 'CA$19.99'],
  ])('money in %s: %d is written %s', (code, amount, written) => {
    setShopCurrency(findCurrency(code) ?? usDollar);
    expect(formatMoney(amount)).toBe(written);
  });
});

describe('dates', () => {
  // Half an hour before midnight in UTC is another day, month and year in half of the world.
  const late = '2026-12-31T23:30:00.000Z';

  test('a date is in UTC, in every time zone', () => {
    expect(formatDay(late)).toBe('Dec 31, 2026');
  });

  test('a time has a 24-hour clock, and the year only when it is another one', () => {
    const now = new Date('2026-11-21T12:00:00Z');
    expect(formatTime(late, now, { timeZone: 'UTC' })).toBe('Dec 31, 23:30');
    expect(formatTime('2026-11-21T00:05:00.000Z', now, { timeZone: 'UTC' })).toBe('Nov 21, 00:05');
    expect(formatTime('2025-12-31T23:30:00.000Z', now, { timeZone: 'UTC' })).toBe(
      'Dec 31, 2025, 23:30',
    );
    expect(formatTime(late, now, { isDay: true, timeZone: 'UTC' })).toBe('Dec 31');
  });

  test('a month is in UTC, in every time zone', () => {
    expect(formatMonth(late)).toBe('December 2026');
  });
});

describe('an age', () => {
  const now = new Date('2026-11-21T12:00:00Z');

  test.each([
    ['2026-11-21T11:59:30Z', 'just now'],
    ['2026-11-21T11:59:00Z', '1 minute ago'],
    ['2026-11-21T10:00:30Z', '1 hour ago'],
    ['2026-11-21T10:00:00Z', '2 hours ago'],
    ['2026-11-20T11:00:00Z', '1 day ago'],
    ['2026-11-14T12:00:00Z', '1 week ago'],
    ['2026-10-22T12:00:00Z', '1 month ago'],
    ['2025-11-26T12:00:00Z', '12 months ago'],
    ['2025-11-21T12:00:00Z', '1 year ago'],
    ['2001-11-21T12:00:00Z', '25 years ago'],
  ])('the age of what was at %s reads %s', (time, words) => {
    expect(formatAge(time, now)).toBe(words);
  });

  test("the age is 'just now' when the reader’s clock is behind", () => {
    expect(formatAge('2026-11-21T12:03:00Z', now)).toBe('just now');
  });
});

test('a full time is local and names its zone, because it differs from the server’s', () => {
  expect(formatFullTime('2026-11-21T00:05:00.000Z')).toMatch(
    /^Nov 2[01], 2026, \d\d:\d5 [A-Z]\S*$/,
  );
});
