import { describe, expect, test } from 'vitest';
import {
  lineCount,
  paragraphsOf,
  previewOf,
  reservationText,
  savingPercent,
  unsold,
  yearsOfUse,
  yearsOfUseText,
} from './facts.ts';
import { listedSample } from './product-samples.ts';

const now = new Date('2026-11-21T12:00:00Z');

describe('years of use', () => {
  test('the years of use are the current year minus the purchase year', () => {
    expect(yearsOfUse(2014, now)).toBe(12);
  });

  test('the years of use are never below 0, not even for a year in the future', () => {
    expect(yearsOfUse(2027, now)).toBe(0);
    expect(yearsOfUseText(2099, now)).toBe('Under a year');
  });

  test.each([
    [2026, 'Under a year'],
    [2025, '1 year'],
    [1962, '64 years'],
  ])('the years of use of an instrument bought in %d read %s', (year, text) => {
    expect(yearsOfUseText(year, now)).toBe(text);
  });
});

describe('the preview of a description', () => {
  test('a description of 100 characters is its own preview', () => {
    expect(previewOf('a'.repeat(100))).toBe('a'.repeat(100));
  });

  test('a longer description is cut off after 100 characters, with an ellipsis', () => {
    expect(previewOf(`${'a'.repeat(100)}b`)).toBe(`${'a'.repeat(100)}…`);
  });

  test('a preview never cuts an emoji in two', () => {
    expect(previewOf('🎺'.repeat(101))).toBe(`${'🎺'.repeat(100)}…`);
  });

  test('a preview has no space before the ellipsis', () => {
    expect(previewOf(`${'a'.repeat(99)} and more`)).toBe(`${'a'.repeat(99)}…`);
  });

  test.each(['b'.repeat(300), `${'a'.repeat(99)} and more`, '🎺'.repeat(101)])(
    'a short description is its own preview: %s',
    (description) => {
      expect(previewOf(previewOf(description))).toBe(previewOf(description));
    },
  );
});

describe('the saving', () => {
  test.each([
    [80, 100, 20],
    [1250, 2100, 40],
    [0.01, 1_000_000, 99],
    [99.99, 100, undefined],
    [100, 100, undefined],
    [120, 100, undefined],
    [100, undefined, undefined],
  ])('the saving of %d against %s is %s per cent', (price, originalPrice, percent) => {
    expect(savingPercent(price, originalPrice)).toBe(percent);
  });
});

test('paragraphs are separated by empty lines, and keep single line breaks', () => {
  expect(paragraphsOf('One.\nStill one.\n\n \n\nTwo.\r\n\r\nThree.\n')).toEqual([
    'One.\nStill one.',
    'Two.',
    'Three.',
  ]);
});

test('products sold in the meantime are left out of a list', () => {
  const left = listedSample({ _id: 'left', status: 'advertise' });
  expect(unsold([listedSample({ status: 'sold' }), left])).toEqual([left]);
});

describe('the number of lines of a text', () => {
  test('the lines of a text include wrapped lines, line breaks, and an empty line between two paragraphs', () => {
    expect(lineCount(['x'.repeat(80)], 80)).toBe(1);
    expect(lineCount(['x'.repeat(81)], 80)).toBe(2);
    expect(lineCount(['one\ntwo', 'three'], 80)).toBe(4);
    expect(lineCount([], 80)).toBe(0);
  });
});

test.each([
  [1, 'Reserve for 1 hour, pay later'],
  [48, 'Reserve for 48 hours, pay later'],
  [72, 'Reserve for 72 hours, pay later'],
  [100, 'Reserve for 100 hours, pay later'],
  [168, 'Reserve for 7 days, pay later'],
])('a hold of %i hours is offered as: %s', (hours, text) => {
  expect(reservationText(hours)).toBe(text);
});
