import type { Cursor, PriceRange } from './interpret-search.ts';

/*
 * The catalogue cut into slices in the order of a list. Each slice is a lexeme, so that the index combines it with the words
 * of a search and reads little of a frequent word. `search_lexemes` gives every product one lexeme of each level. The first
 * slices are small and the later ones larger, so that a frequent word ends in the first ones and a rare one takes few.
 */

/** Two to the power of a level milliseconds: 9 hours, 3 days, 25 days, 199 days, 4 years. */
const timeLevels = [25, 28, 31, 34, 37] as const;
export type TimeLevel = (typeof timeLevels)[number];
/** 64 slices for each doubling of the price, then 16 and 4. */
const priceLevels = [0, 2, 4];
/** Two to the power of this cents are above the highest price. */
const doublings = 27;

/**
 * The slices from one time back to another, newest first; the last one may begin earlier.
 * @param smallest the level of the first ones
 */
export function timeSlices(fromMs: number, toMs = 0, smallest: TimeLevel = 25): string[] {
  const levels = timeLevels.filter((level) => level >= smallest);
  const end = Math.floor(fromMs / 2 ** smallest) + 1;
  return growing(end, Math.floor(toMs / 2 ** smallest), levels).map((slice) => `t${slice}`);
}

/** The slices of a range of prices, the cheapest first, or the dearest. */
export function priceSlices({ from, to }: PriceRange, isDescending: boolean): string[] {
  const first = binOf(from);
  const end = (to === undefined ? doublings * 64 - 1 : binOf(to)) + 1;
  const slices = isDescending ? growing(end, first, priceLevels) : growing(first, end, priceLevels);
  return slices.map((slice) => `p${slice}`);
}

/**
 * Quarters of a doubling that contain a range of prices; undefined when it is wide, because then each price is compared at less
 * cost.
 */
export function priceCover({ from, to }: PriceRange): string[] | undefined {
  if (to === undefined || to > maxCovered * from) return undefined;
  const [first, last] = [binOf(from) >> 4, binOf(to) >> 4];
  return Array.from({ length: last - first + 1 }, (_, at) => `p4:${first + at}`);
}

const maxCovered = 2;

/** The prices of a page that begins behind a cursor. */
export function pricesFrom(
  range: PriceRange = { from: 1 },
  isDescending: boolean,
  cursor: Cursor | undefined,
): PriceRange {
  if (!cursor) return range;
  return isDescending
    ? { ...range, to: Math.min(range.to ?? cursor.key, cursor.key) }
    : { ...range, from: Math.max(range.from, cursor.key) };
}

/** The bin of a price, as `search_lexemes` computes it: the doubling, and the six binary digits after the first one. */
function binOf(priceCents: number): number {
  const price = Math.max(1, Math.round(priceCents));
  const doubling = 31 - Math.clz32(price);
  return (doubling - 1) * 64 + Math.floor((price * 64) / 2 ** doubling);
}

/** Slices from the border `start` to the border `end`, which may be below, as level and number. The last one may go beyond. */
function growing(start: number, end: number, levels: readonly number[]): string[] {
  const isDescending = end < start;
  const slices: string[] = [];
  let border = start;
  for (const [index, level] of levels.entries()) {
    const sizeOf = (each = level) => 2 ** (each - (levels[0] ?? 0));
    const size = sizeOf();
    const isWidest = index === levels.length - 1;
    const isOver = () => (isDescending ? border <= end : border >= end);
    while (!isOver() && (isWidest || border % sizeOf(levels[index + 1]) !== 0)) {
      slices.push(`${level}:${border / size - (isDescending ? 1 : 0)}`);
      border += isDescending ? -size : size;
    }
  }
  return slices;
}
