/*
 * The catalogue cut into slices in the order of a list. Each slice is a lexeme, so that the index combines it with the words
 * of a search and reads little of a frequent word. `search_lexemes` gives every product one lexeme of each level.
 */

/**
 * The slices from one time back to another, newest first; the last one may begin earlier. They begin small and become larger,
 * so that a search for a frequent word ends in the first ones and one for a rare word takes few.
 * @param smallestMs the first slices are about as long as this, in milliseconds
 * @param toMs the beginning of all times by default
 */
export function timeSlices(fromMs: number, smallestMs = 0, toMs = 0): string[] {
  const fits = (level: number) => 2 ** (finestTime + level) <= smallestMs;
  const levels = timeLevels.slice(Math.max(0, timeLevels.findLastIndex(fits)));
  const size = 2 ** (levels[0] ?? 0);
  // To the end of the slice in which that time is.
  const last = (Math.floor(fromMs / 2 ** finestTime / size) + 1) * size - 1;
  const first = Math.max(0, Math.floor(toMs / 2 ** finestTime));
  const slices = cut({ first, last, levels, startsAt: 'last', growsSlowly: true });
  return slices.map(({ level, at }) => `t${finestTime + level}:${at}`);
}

/** Prices in integer cents; without `to` there is no upper limit. */
export interface PriceRange {
  from: number;
  to?: number | undefined;
}

/** Few lexemes that together contain a range of prices, and little beyond its ends. */
export function priceCover(range: PriceRange): string[] {
  const levels = priceLevels;
  return cut({ ...binsOf(range), levels, startsAt: 'first', growsSlowly: false }).map(priceLexeme);
}

/**
 * The slices of a range of prices in the order of the price. All matches in a slice are read and sorted, so a slice is cut
 * into finer ones unless it has few. The finest ones are not: they contain about one price.
 * @param hasFew whether the slice with this lexeme has few matches, or next to none if it is a wide one
 */
export function priceSlices(
  range: PriceRange,
  isDescending: boolean,
  hasFew: (lexeme: string, isWide: boolean) => boolean,
): string[] {
  const startsAt = isDescending ? 'last' : 'first';
  const levels = priceLevels;
  const isWhole = (slice: Slice) => hasFew(priceLexeme(slice), slice.level > widestCrowded);
  return cut({ ...binsOf(range), levels, startsAt, growsSlowly: true, isWhole }).map(priceLexeme);
}

/** Both belong to it. */
export interface BoundedPrices {
  from: number;
  to: number;
}

/** The prices in a slice. */
export function pricesIn(lexeme: string): BoundedPrices {
  const [level = 0, at = 0] = lexeme.slice(1).split(':').map(Number);
  const size = 2 ** level;
  return { from: lowestPrice(at * size), to: lowestPrice((at + 1) * size) - 1 };
}

/** The slice of this level in which a slice of prices is; itself when it is no finer. */
export function widerPrices(lexeme: string, level: number): string {
  const [own = 0, at = 0] = lexeme.slice(1).split(':').map(Number);
  return own >= level ? lexeme : priceLexeme({ level, at: Math.floor(at / 2 ** (level - own)) });
}

/** The doublings of the price that contain a range of prices. */
export function doublingsOf(range: PriceRange): string[] {
  const { first, last } = binsOf(range);
  const [lowest, highest] = [first >> doublingLevel, last >> doublingLevel];
  return Array.from({ length: highest - lowest + 1 }, (_, at) =>
    priceLexeme({ level: doublingLevel, at: lowest + at }),
  );
}

/** A slice of level n has 2^(22 + n) milliseconds: 70 minutes, 9 hours, 3 days, 25 days, 199 days, 4 years. */
const finestTime = 22;
const timeLevels = [0, 3, 6, 9, 12, 15];

/** 64 bins for each doubling of the price, and on the levels above 16, 4 and 1. */
const priceLevels = [0, 2, 4, 6];
const doublingLevel = 6;
const binsPerDoubling = 2 ** doublingLevel;
/** Prices crowd, so a slice has at most a quarter of a doubling, unless there is next to nothing in it. */
const widestCrowded = 4;
/** The highest price is below 2^27 cents. */
const lastBin = 27 * binsPerDoubling - 1;

const priceLexeme = ({ level, at }: Slice) => `p${level}:${at}`;

function binsOf({ from, to }: PriceRange) {
  return { first: binOf(from), last: to === undefined ? lastBin : binOf(to) };
}

/** The bin of a price, as `search_lexemes` computes it: the doubling, and the six binary digits after the first one. */
function binOf(priceCents: number): number {
  const price = Math.max(1, Math.round(priceCents));
  const doubling = 31 - Math.clz32(price);
  return (doubling - 1) * binsPerDoubling + Math.floor((price * binsPerDoubling) / 2 ** doubling);
}

function lowestPrice(bin: number): number {
  const doubling = Math.floor(bin / binsPerDoubling);
  return Math.ceil((2 ** doubling * (binsPerDoubling + (bin % binsPerDoubling))) / binsPerDoubling);
}

interface Slice {
  level: number;
  /** The number of the slice on its level. */
  at: number;
}

interface Cut {
  /** Numbers of the finest slices. */
  first: number;
  last: number;
  /** A slice of level n has 2^n of the finest ones. Ascending, from 0. */
  levels: readonly number[];
  startsAt: 'first' | 'last';
  /** Whether each slice is at most one level above the one before it. */
  growsSlowly: boolean;
  /** Whether a slice may stay as it is instead of being cut into finer ones. By default each may. */
  isWhole?: (slice: Slice) => boolean;
}

/** Covers the numbers from first to last with slices, in order from one end. */
function cut({ first, last, levels, startsAt, growsSlowly, isWhole }: Cut): Slice[] {
  const slices: Slice[] = [];
  let [low, high, reached] = [first, last, growsSlowly ? 0 : levels.length - 1];
  const sliceOf = (level: number): Slice => ({
    level,
    at: Math.floor((startsAt === 'first' ? low : high) / 2 ** level),
  });
  const isInside = (level: number) =>
    startsAt === 'first'
      ? low % 2 ** level === 0 && low + 2 ** level - 1 <= high
      : (high + 1) % 2 ** level === 0 && high - 2 ** level + 1 >= low;
  const fits = (level: number) => isInside(level) && (isWhole?.(sliceOf(level)) ?? true);
  while (low <= high) {
    const index = levels.findLastIndex((level, at) => at <= reached && fits(level));
    const level = levels[Math.max(0, index)] ?? 0;
    slices.push(sliceOf(level));
    if (startsAt === 'first') low += 2 ** level;
    else high -= 2 ** level;
    reached = Math.max(reached, index + 1);
  }
  return slices;
}
