import { expect, test } from 'vitest';
import { timeLeft } from './time-left.ts';

const now = new Date('2026-05-01T10:00:00Z');

test.each([
  ['2026-05-03T10:00:00Z', '2 days'],
  ['2026-05-02T13:30:00Z', '1 day 3 h'],
  ['2026-05-01T12:05:00Z', '2 h 5 min'],
  ['2026-05-01T11:00:00Z', '1 h'],
  ['2026-05-01T10:04:00Z', '4 min'],
  ['2026-05-01T10:00:01Z', '1 min'],
  ['2026-05-01T10:00:00Z', null],
  ['2026-05-01T09:00:00Z', null],
])('a hold until %s has %s left', (end, expected) => {
  expect(timeLeft(end, now)).toBe(expected);
});
