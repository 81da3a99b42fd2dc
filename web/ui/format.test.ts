import { describe, expect, test } from 'vitest';
import { formatDay, formatMoment, formatMoney, formatMonth } from './format.ts';

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

describe('dates', () => {
  // Half an hour before midnight in UTC is another day, month and year in half of the world.
  const late = '2026-12-31T23:30:00.000Z';

  test('a day is the day in UTC, wherever the machine stands', () => {
    expect(formatDay(late)).toBe('Dec 31, 2026');
  });

  test('a moment is the minute in UTC, by a clock of 24 hours', () => {
    expect(formatMoment(late)).toBe('Dec 31, 2026, 23:30');
    expect(formatMoment('2026-11-21T00:05:00.000Z')).toBe('Nov 21, 2026, 00:05');
  });

  test('a month is the month in UTC, wherever the machine stands', () => {
    expect(formatMonth(late)).toBe('December 2026');
  });
});
