import { expect, test } from 'vitest';
import { parseRange } from './byte-range.ts';

test.each([
  [undefined, undefined],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=20-10', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,5-6', undefined],
  ['seconds=0-1', undefined],
  [`bytes=${'9'.repeat(400)}-`, undefined],
  ['bytes=1e1-', undefined],
])('the range %s of 100 bytes', (header, range) => {
  expect(parseRange(header, 100)).toEqual(range);
});
