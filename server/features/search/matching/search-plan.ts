import type { SearchOrder } from '#contract/search/search.ts';
import { idMs } from '../../../core/ids.ts';
import { type Frequencies, shareOf } from './frequencies.ts';
import type { Conditions, Cursor, InterpretedSearch } from './interpret-search.ts';
import { type Clause, queryText } from './lexemes.ts';
import {
  type BoundedPrices,
  type PriceRange,
  priceCover,
  priceSlices,
  pricesIn,
  timeSlices,
} from './slices.ts';

/** A query for the index, one of several that are asked in this order until there are enough matches. */
export interface Probe {
  tier: number;
  query: string;
  /**
   * What the query demands, one part each, at most `maxKeys`. Asked for parts instead of the whole, the index leaps over
   * what one of them leaves out.
   */
  keys: readonly string[];
  /** The slice of prices that it asks for. */
  slice?: string;
  /** Prices with probably more matches than should be sorted. */
  walk?: BoundedPrices | undefined;
}

/** How to find the matches: by the index of lexemes, or along that of prices when many match. */
export type Plan =
  | { kind: 'probes'; probes: Probe[]; skipsEmptyPrices?: boolean }
  | { kind: 'price-walk'; query: string; range: PriceRange };

/** When there cannot be more matches than this, all are read and sorted. */
const readAllBelow = 2_000;
/** The same for matches that there probably are, unless there may be ten times as many. */
const probablyBelow = 1_000;
/** How many matches the first slice should have: for a page, and for counting to the limit. */
const firstSlice = { page: 8, counts: 250 };
/** How many matches a slice of prices may have, all of which are sorted for a page. */
const maxInSlice = 2_000;
/** The same for a slice of a whole doubling. There are few: most begin a page where there is next to nothing. */
const maxInWideSlice = 100;
/** A slice with at most this share of all products is next to empty, in a large shop too, and not cut. */
const sparseShare = 0.002;
/** The time in which most of what is on sale was listed, about. */
const catalogueMs = 365 * 24 * 3_600_000;
/** The index combines a range of prices with the words when it leaves out most products; otherwise each match is compared. */
const selectiveShare = 0.1;
/**
 * At this share the walk along the prices reads some hundred products for a page. It passes all that is cheaper when few of
 * the cheap ones match, as with 'guitar', so rarer things are found by slices.
 */
const walkFromShare = 0.3;
/** Further clauses are one key. */
export const maxKeys = 4;
/** From here on an empty slice of prices costs more than to learn that many of them are empty. */
const largeShop = 3_000_000;
/** In smaller shops all matches are read. */
const smallShop = 5_000;

interface Wanted
  extends Conditions,
    Pick<InterpretedSearch, 'tiers' | 'filters' | 'order' | 'frequencies'> {
  cursor: Cursor | undefined;
  /** No product was listed later. */
  nowMs: number;
}

export function planSearch(search: Wanted): Plan {
  const { order } = search;
  return order === 'price' || order === '-price'
    ? planByPrice(search, order)
    : { kind: 'probes', probes: probesOfTiers(search) };
}

function planByPrice(search: Wanted, order: 'price' | '-price'): Plan {
  const { cursor, frequencies } = search;
  const clauses = [...(search.tiers.at(-1) ?? []), ...search.filters];
  const range = rangeFrom(search.priceRange ?? { from: 1 }, order, cursor);
  if (areAllRead(search, clauses)) return { kind: 'probes', probes: [probeOf(0, clauses)] };
  if (canWalk(search, clauses)) return { kind: 'price-walk', query: queryText(clauses), range };
  const { likely } = shareOf(clauses, frequencies);
  const shareIn = (slice: string) => shareOf([[[slice]]], frequencies).most;
  const matchesIn = (slice: string) => likely * shareIn(slice) * frequencies.products;
  const hasFew = (slice: string, isWide: boolean) =>
    shareIn(slice) <= sparseShare || matchesIn(slice) <= (isWide ? maxInWideSlice : maxInSlice);
  const probes = priceSlices(range, order === '-price', hasFew).map((slice) => ({
    ...probeOf(0, [[[slice]], ...clauses]),
    slice,
    walk: matchesIn(slice) <= maxInSlice ? undefined : within(pricesIn(slice), range),
  }));
  return { kind: 'probes', probes, skipsEmptyPrices: frequencies.products >= largeShop };
}

/** The probes of each tier after the other, newest first; without relevance all matches are one tier. */
function probesOfTiers(search: Wanted): Probe[] {
  const { tiers, filters, order, cursor, nowMs } = search;
  const wanted = order === 'relevance' ? tiers : tiers.slice(-1);
  const from = order === 'relevance' ? (cursor?.key ?? 0) : 0;
  return wanted.slice(from).flatMap((clauses, at) =>
    newestProbes({
      wantedFirst: firstSlice.page,
      search,
      clauses: [...clauses, ...filters],
      asked: [...clauses, ...filtersOf(search)],
      before: at + from === 0 ? undefined : wanted[at + from - 1],
      tier: at + from,
      // Not later than now, whatever a made-up cursor says: time has many slices.
      within: at === 0 && cursor ? Math.min(idMs(cursor.id), nowMs) : nowMs,
      sinceMs: search.listedSince?.afterMs,
    }),
  );
}

/** The probes that find all matches, of every tier, newest first. */
export function planCount(search: Omit<Wanted, 'order' | 'cursor'>): Probe[] {
  const clauses = [...(search.tiers.at(-1) ?? []), ...filtersOf(search)];
  return newestProbes({
    wantedFirst: firstSlice.counts,
    search,
    clauses,
    asked: clauses,
    tier: 0,
    within: search.nowMs,
  });
}

type Filtered = Pick<Wanted, 'filters' | 'priceRange' | 'frequencies'>;

/** The filters, and the range of prices when it leaves out most products. */
function filtersOf({ filters, priceRange, frequencies }: Filtered): readonly Clause[] {
  if (!priceRange) return filters;
  const priced: Clause = priceCover(priceRange).map((lexeme) => [lexeme]);
  return shareOf([priced], frequencies).most <= selectiveShare ? [...filters, priced] : filters;
}

interface NewestProbes {
  search: Estimated;
  /** By which the number of matches is estimated. */
  clauses: readonly Clause[];
  asked: readonly Clause[];
  /** The clauses of the tier before, whose matches are not wanted again. */
  before?: readonly Clause[] | undefined;
  tier: number;
  within: number;
  /** Nothing earlier is wanted. */
  sinceMs?: number | undefined;
  /** How many matches the first slice should have. */
  wantedFirst: number;
}

function newestProbes(wanted: NewestProbes): Probe[] {
  const { search, clauses, asked, before, tier, within, sinceMs, wantedFirst } = wanted;
  if (areAllRead(search, clauses)) return [probeOf(tier, asked, before)];
  const likely = shareOf(clauses, search.frequencies).likely * search.frequencies.products;
  return timeSlices(within, (catalogueMs * wantedFirst) / likely, sinceMs).map((slice) =>
    probeOf(tier, [[[slice]], ...asked], before),
  );
}

type Estimated = Pick<Wanted, 'verified' | 'sendTo' | 'frequencies'>;

/** Whether all matches are read and sorted, instead of slices. */
function areAllRead(
  { verified, sendTo, frequencies }: Estimated,
  clauses: readonly Clause[],
): boolean {
  const areFew = verified?.haveFewProducts === true || sendTo?.hasFewProducts === true;
  return areFew || isFew(clauses, frequencies);
}

/**
 * Two conditions may exclude each other, and unlike the index of lexemes the walk would learn that only at its end. So would
 * it with sellers of whom few are verified, and with a zone to which little is sent.
 */
function canWalk(
  { verified, sendTo, frequencies }: Estimated,
  clauses: readonly Clause[],
): boolean {
  const isOneCondition = clauses.length <= 1 && !verified && !sendTo;
  return isOneCondition && shareOf(clauses, frequencies).likely >= walkFromShare;
}

function isFew(clauses: readonly Clause[], frequencies: Frequencies): boolean {
  if (clauses.length === 0) return false;
  const { products } = frequencies;
  const { most, likely } = shareOf(clauses, frequencies);
  const isProbablyFew = likely * products <= probablyBelow && most * products <= 10 * probablyBelow;
  return products <= smallShop || most * products <= readAllBelow || isProbablyFew;
}

/** Without what the tier before has found. */
function probeOf(tier: number, asked: readonly Clause[], before?: readonly Clause[]): Probe {
  const [first, ...others] = asked.map((clause) => queryText([clause]));
  if (first === undefined) return { tier, query: '', keys: [] };
  const rest = others.slice(maxKeys - 2);
  const keys = [first, ...others.slice(0, maxKeys - 2)];
  if (rest.length > 0) keys.push(rest.join(' & '));
  if (before) keys.push(`${keys.pop()} & !(${queryText(before)})`);
  return { tier, query: keys.join(' & '), keys };
}

function within({ from, to }: BoundedPrices, range: PriceRange): BoundedPrices {
  return { from: Math.max(from, range.from), to: Math.min(to, range.to ?? to) };
}

/** The prices of a page that begins behind a cursor. */
export function rangeFrom(
  range: PriceRange,
  order: SearchOrder,
  cursor: Cursor | undefined,
): PriceRange {
  if (!cursor) return range;
  return order === 'price'
    ? { ...range, from: Math.max(range.from, cursor.key) }
    : { ...range, to: Math.min(range.to ?? cursor.key, cursor.key) };
}
