import type { CallRequest } from '#contract/calls.ts';
import { toMinorUnits } from '#contract/currency.ts';
import type { SearchOrder } from '#contract/search.ts';
import { idMs } from '../../../core/ids.ts';
import type { Term } from '../words/parse-words.ts';
import type { Stems } from '../words/read-stems.ts';
import { type Frequencies, shareOf } from './frequencies.ts';
import { type Clause, filterClauses, queryText, tiersOf } from './lexemes.ts';
import {
  type BoundedPrices,
  type PriceRange,
  priceCover,
  priceSlices,
  pricesIn,
  timeSlices,
} from './slices.ts';
import type { VerifiedSellers } from './verified-sellers.ts';

export type Query = CallRequest<'searchProducts'>['query'];

/** What lexemes do not decide, or not exactly. */
export interface Conditions {
  priceRange: PriceRange | undefined;
  /** When only products of verified sellers are wanted. */
  verified: VerifiedSellers | undefined;
  free: boolean;
  /** When only what is new to somebody is wanted. */
  listedSince?: ListedSince | undefined;
}

/** What was listed after a moment, and not by the user for whom it is new. */
export interface ListedSince {
  afterMs: number;
  userId: string;
}

/** A search as clauses of lexemes and conditions. */
export interface Search extends Conditions {
  /** The clauses of the words: the matches of each tier are among those of the next. */
  tiers: readonly (readonly Clause[])[];
  filters: readonly Clause[];
}

/** The place in a list behind which the next page begins. */
export interface Cursor {
  /** Of relevance the tier, of prices the price in cents. */
  key: number;
  id: string;
}

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
/** The same for a slice of a whole doubling, of which there are few: most begin a page where there is next to nothing. */
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

interface Interpreted {
  terms: readonly Term[];
  places: readonly Term[];
  stems: Stems;
  /** When the query asks for them. */
  verified: VerifiedSellers | undefined;
}

export function searchOf(query: Query, { terms, places, stems, verified }: Interpreted): Search {
  const { minPrice, maxPrice } = query;
  const isPriced = minPrice !== undefined || maxPrice !== undefined;
  return {
    tiers: tiersOf(terms, stems),
    filters: filterClauses(query, stems, places),
    priceRange: isPriced
      ? {
          from: toMinorUnits(minPrice ?? 0),
          to: maxPrice === undefined ? undefined : toMinorUnits(maxPrice),
        }
      : undefined,
    verified,
    free: query.free !== undefined,
  };
}

/** Relevance needs words. */
export function orderOf(query: Query, { tiers }: Pick<Search, 'tiers'>): SearchOrder {
  const hasWords = (tiers.at(-1) ?? []).length > 0;
  const order = query.sort ?? 'relevance';
  return order === 'relevance' && !hasWords ? 'newest' : order;
}

interface Wanted {
  search: Search;
  order: SearchOrder;
  cursor: Cursor | undefined;
  frequencies: Frequencies;
  /** No product was listed later. */
  nowMs: number;
}

export function planSearch({ search, order, cursor, frequencies, nowMs }: Wanted): Plan {
  const { tiers, filters } = search;
  const broadest = [...(tiers.at(-1) ?? []), ...filters];
  if (order === 'price' || order === '-price') {
    const range = rangeFrom(search.priceRange ?? { from: 1 }, order, cursor);
    const query = queryText(broadest);
    if (areAllRead(search, broadest, frequencies)) {
      return { kind: 'probes', probes: [probeOf(0, broadest)] };
    }
    if (canWalk(search, broadest, frequencies)) return { kind: 'price-walk', query, range };
    const { likely } = shareOf(broadest, frequencies);
    const shareIn = (slice: string) => shareOf([[[slice]]], frequencies).most;
    const matchesIn = (slice: string) => likely * shareIn(slice) * frequencies.products;
    const hasFew = (slice: string, isWide: boolean) =>
      shareIn(slice) <= sparseShare || matchesIn(slice) <= (isWide ? maxInWideSlice : maxInSlice);
    const probes = priceSlices(range, order === '-price', hasFew).map((slice) => ({
      ...probeOf(0, [[[slice]], ...broadest]),
      slice,
      walk: matchesIn(slice) <= maxInSlice ? undefined : within(pricesIn(slice), range),
    }));
    return { kind: 'probes', probes, skipsEmptyPrices: frequencies.products >= largeShop };
  }
  const wanted = order === 'relevance' ? tiers : tiers.slice(-1);
  const from = order === 'relevance' ? (cursor?.key ?? 0) : 0;
  const probes = wanted.slice(from).flatMap((clauses, at) => {
    const before = at + from === 0 ? undefined : wanted[at + from - 1];
    // Not later than now, whatever a made-up cursor says: time has many slices.
    const within = at === 0 && cursor ? Math.min(idMs(cursor.id), nowMs) : nowMs;
    const wantedFirst = firstSlice.page;
    return newestProbes({
      wantedFirst,
      search,
      clauses: [...clauses, ...filters],
      asked: [...clauses, ...withPrice(search, frequencies)],
      before,
      tier: at + from,
      within,
      sinceMs: search.listedSince?.afterMs,
      frequencies,
    });
  });
  return { kind: 'probes', probes };
}

/** The probes that find all matches, of every tier, newest first. */
export function planCount(search: Search, frequencies: Frequencies, nowMs: number): Probe[] {
  const clauses = [...(search.tiers.at(-1) ?? []), ...withPrice(search, frequencies)];
  return newestProbes({
    wantedFirst: firstSlice.counts,
    search,
    clauses,
    asked: clauses,
    tier: 0,
    within: nowMs,
    frequencies,
  });
}

function withPrice({ filters, priceRange }: Search, frequencies: Frequencies): Clause[] {
  if (!priceRange) return [...filters];
  const priced: Clause = priceCover(priceRange).map((lexeme) => [lexeme]);
  return shareOf([priced], frequencies).most <= selectiveShare
    ? [...filters, priced]
    : [...filters];
}

interface NewestProbes {
  search: Search;
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
  frequencies: Frequencies;
}

function newestProbes(wanted: NewestProbes): Probe[] {
  const { search, clauses, asked, before, tier, within, sinceMs, wantedFirst, frequencies } =
    wanted;
  if (areAllRead(search, clauses, frequencies)) return [probeOf(tier, asked, before)];
  const likely = shareOf(clauses, frequencies).likely * frequencies.products;
  return timeSlices(within, (catalogueMs * wantedFirst) / likely, sinceMs).map((slice) =>
    probeOf(tier, [[[slice]], ...asked], before),
  );
}

/** Whether all matches are read and sorted, instead of slices. */
function areAllRead({ verified }: Search, clauses: readonly Clause[], known: Frequencies): boolean {
  return verified?.haveFewProducts === true || isFew(clauses, known);
}

/**
 * Two conditions may exclude each other, and unlike the index of lexemes the walk would learn that only at its end. So would
 * it with sellers of whom few are verified.
 */
function canWalk({ verified }: Search, clauses: readonly Clause[], known: Frequencies) {
  const isOneCondition = clauses.length <= 1 && !verified;
  return isOneCondition && shareOf(clauses, known).likely >= walkFromShare;
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
