import { expect, test } from 'vitest';
import { testCards } from '#contract/payments/test-cards.ts';
import {
  brandOf,
  expiryOf,
  grouped,
  isCardNumber,
  isInFuture,
  partsOfExpiry,
} from './card-number.ts';

test.each([
  ['4242424242424242', '4242 4242 4242 4242'],
  ['424242', '4242 42'],
  ['4242 4242-4242 4242', '4242 4242 4242 4242'],
  ['378282246310005', '3782 822463 10005'],
  ['30569309 0200 04', '3056 9309 0200 04'],
  ['42424242424242429999', '4242 4242 4242 4242'],
  ['no digits', ''],
])('%s is written %s', (typed, expected) => {
  expect(grouped(typed)).toBe(expected);
});

test.each(testCards)('$number is a $brand', ({ number, brand, outcome }) => {
  expect(brandOf(number).name).toBe(brand);
  expect(isCardNumber(number)).toBe(outcome !== 'incorrect_number');
});

test.each([
  ['1', '1'],
  ['12', '12'],
  ['123', '12 / 3'],
  ['1230', '12 / 30'],
  ['12 / 30', '12 / 30'],
  ['12/2030', '12 / 30'],
  ['12 / ', '12'],
  ['5', '05'],
])('an expiry typed as %j becomes %j', (typed, expected) => {
  expect(expiryOf(typed)).toBe(expected);
});

test('an expiry date is a month of a year, or null', () => {
  expect(partsOfExpiry('07 / 31')).toEqual({ month: 7, year: 2031 });
  expect(['13 / 30', '00 / 30', '1 / 30', '07'].map(partsOfExpiry)).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test('a card is valid until the end of its month', () => {
  const at = (time: string) => isInFuture({ month: 4, year: 2026 }, new Date(time));
  expect(at('2026-04-30T23:59:00Z')).toBe(true);
  expect(at('2026-05-01T12:00:00Z')).toBe(false);
});
