import { expect, it } from 'vitest';
import { priceCover, priceSlices, timeSlices } from './slices.ts';

/** The finest slices inside a slice: two to the power of its level. */
const finest = (slice: string, lowest = 0) => {
  const [level = 0, at = 0] = slice.slice(1).split(':').map(Number);
  const size = 2 ** (level - lowest);
  return Array.from({ length: size }, (_, index) => at * size + index);
};

it.each([
  ['from the cheapest', 500, undefined, false],
  ['from the dearest', 500, 90_000, true],
  ['of all prices', 1, undefined, true],
] as const)('slices of prices %s are together the range, in order', (_name, from, to, falls) => {
  const slices = priceSlices({ from, to }, falls);
  const bins = slices.flatMap((slice) => (falls ? finest(slice).toReversed() : finest(slice)));
  const steps = bins.slice(1).map((bin, at) => bin - (bins[at] ?? 0));
  expect(new Set(steps)).toEqual(new Set([falls ? -1 : 1]));
  // From 2^8 cents on there are 64 bins of 4 cents.
  const lowest = from === 1 ? 0 : 8 * 64 + (500 - 256) / 4;
  expect(Math.min(...bins)).toBeLessThanOrEqual(lowest);
  expect(Math.min(...bins)).toBeGreaterThan(lowest - 16);
  expect(slices.length).toBeLessThan(130);
});

it('slices of time go back from now without a gap, the first ones small', () => {
  const now = Date.UTC(2026, 10, 28, 12);
  const slices = timeSlices(now, Date.UTC(2020, 0, 1));
  const times = slices.flatMap((slice) => finest(slice, 25).toReversed());
  expect(times[0]).toBe(Math.floor(now / 2 ** 25));
  expect(new Set(times.slice(1).map((time, at) => time - (times[at] ?? 0)))).toEqual(new Set([-1]));
  expect(slices.length).toBeLessThan(40);
  expect(slices[0]).toMatch(/^t25:/);
  expect(timeSlices(now, 0, 31)[0]).toMatch(/^t31:/);
});

it('only a narrow range of prices has a cover of few lexemes', () => {
  expect(priceCover({ from: 10_000, to: 12_000 })).toEqual(['p4:52', 'p4:53']);
  expect(priceCover({ from: 10_000, to: 30_000 })).toBeUndefined();
  expect(priceCover({ from: 10_000 })).toBeUndefined();
});
