import { limits, madeYear, purchaseYear } from '#contract/constants.ts';
import { findZone } from '#contract/delivery/shop-zones.ts';
import { highestAmount } from '#contract/money/currency.ts';
import { currencyTexts } from '#contract/money/currency-texts.ts';
import { readAmount } from '#contract/money/read-amount.ts';
import { formatDigits, shopCurrency } from '#contract/money/shop-currency.ts';
import { paths } from '#contract/page-paths.ts';
import { findCategory } from '#contract/products/shop-categories.ts';
import type { SearchOrder } from '#contract/search/search.ts';
import {
  eachField,
  type FilterField,
  type FilterOf,
  type FilterValues,
  type SearchFilter,
  searchFilters,
} from '#contract/search/search-filters.ts';
import { searchTexts } from '#contract/search/search-texts.ts';

/** What a search page shows: the same names and values as in its address and in the call. */
export interface SearchState extends Partial<FilterValues> {
  q?: string;
  /** Search for the words as they are, without a correction. */
  exact?: '1';
  sort?: SearchOrder;
  /** The page of results to begin with, in the links of a browser without scripts. */
  cursor?: string;
}

export type SearchField = keyof SearchState;

export interface SearchAddress {
  state: SearchState;
  errors: SearchErrors;
}

/** What was typed into a field that does not take it, and why. The search ignores it. */
export type SearchErrors = Partial<Record<SearchField, { typed: string; message: string }>>;

type Reader = (text: string) => string | number | undefined;

// Not the array of the contract, which would bring the schema library into the page's script.
export const searchOrders = Object.keys(searchTexts.orders) as SearchOrder[];

const cursorPattern = /^\d{1,9}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const { errors: errorTexts } = searchTexts;
const ranges = {
  price: {
    ends: searchFilters.price.ends,
    read: price,
    error: priceError,
    reversed: () => errorTexts.priceRange,
  },
  made: {
    ends: searchFilters.made.ends,
    read: yearMade,
    error: () => errorTexts.made,
    reversed: () => errorTexts.yearRange,
  },
  year: {
    ends: searchFilters.year.ends,
    read: year,
    error: () => errorTexts.year,
    reversed: () => errorTexts.yearRange,
  },
} satisfies Record<FilterOf<'range'>, object>;

/** The schema of the address. An empty value means none; other values that a field does not take are errors. */
const readers: Readonly<Record<SearchField, Reader>> = {
  q: (text) => text.slice(0, limits.searchLength),
  exact: oneOf(['1']),
  ...eachField(readerOf),
  sort: oneOf(searchOrders),
  cursor: (text) => (cursorPattern.test(text) ? text : undefined),
};

function readerOf(filter: SearchFilter): Reader {
  switch (filter.kind) {
    case 'choice':
      return filter.name === 'category' ? findCategory : oneOf(Object.keys(filter.choices()));
    case 'range':
      return ranges[filter.name].read;
    case 'words':
      return (text) => text.slice(0, filter.maxLength);
    case 'id':
      return (text) => (/^[\w-]+$/.test(text) ? text.slice(0, filter.maxLength) : undefined);
    case 'facts':
      return (text) => (factsPattern.test(text) ? text : undefined);
    case 'zone':
      return (text) => findZone(text)?.id;
    case 'flag':
      return oneOf(['1']);
  }
}

const factsPattern = /^[a-z0-9-]{1,60}:[^,:]{1,60}(?:,[a-z0-9-]{1,60}:[^,:]{1,60}){0,9}$/;

/**
 * Values are kept for the fields into which people type, and for the zone: the results have what cannot be shipped
 * there once the shop has removed it. Other fields have unknown values in an outdated address only.
 */
const typedErrors = eachField(({ kind, name }) => {
  if (kind === 'range') return ranges[name].error;
  return kind === 'zone' ? () => errorTexts.zone : undefined;
});

/** Reads the query of an address, or the fields of the filter form. */
export function readSearchAddress(
  query: Pick<URLSearchParams, 'get'> & Partial<Pick<URLSearchParams, 'getAll'>>,
): SearchAddress {
  const state: SearchState = {};
  const errors: SearchErrors = {};
  for (const field of searchFields) {
    // A form without scripts has a field for each attribute.
    const facts = field === 'fact' ? query.getAll?.(field).filter(Boolean).join(',') : undefined;
    const text = (facts ?? query.get(field))?.trim();
    if (!text) continue;
    const value = readers[field](text);
    const message = typedErrors[field as FilterField]?.(text);
    if (value !== undefined) Object.assign(state, { [field]: value });
    else if (message) errors[field] = { typed: text, message };
  }
  for (const { ends, reversed } of Object.values(ranges)) {
    refuseReversed(state, errors, ends, reversed());
  }
  return { state, errors };
}

/** The address of a search page with this state, its fields in a fixed order. */
export function searchAddress(state: SearchState): string {
  const given = searchFields.filter((field) => state[field] !== undefined);
  if (given.length === 0) return paths.search();
  return paths.search(Object.fromEntries(given.map((field) => [field, String(state[field])])));
}

/** The state without these fields, and on its first page of results. */
export function without(state: SearchState, ...fields: SearchField[]): SearchState {
  const left = { ...state };
  for (const field of [...fields, 'cursor'] as const) delete left[field];
  return left;
}

/** The state without these words, as a reply says what it understood; undefined when they are not found in what was typed. */
export function withoutWords(state: SearchState, text: string): SearchState | undefined {
  const typed = state.q?.split(/\s+/) ?? [];
  const wanted = plain(text).split(' ');
  const at = typed.findIndex((_, from) =>
    wanted.every((word, index) => plain(typed[from + index] ?? '') === word),
  );
  if (at < 0) return undefined;
  const q = typed.toSpliced(at, wanted.length).join(' ');
  const left = without(state, 'q');
  return q === '' ? left : { ...left, q };
}

const plain = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

export const searchFields = Object.keys(readers) as SearchField[];

/** An upper end below the lower one is an error of the upper one. */
function refuseReversed(
  state: SearchState,
  errors: SearchErrors,
  [lower, upper]: (typeof ranges)[keyof typeof ranges]['ends'],
  message: string,
): void {
  const [from, to] = [state[lower], state[upper]];
  if (from === undefined || to === undefined || from <= to) return;
  delete state[upper];
  errors[upper] = { typed: String(to), message };
}

function oneOf(values: readonly string[]): Reader {
  return (text) => values.find((value) => value === text);
}

function price(text: string): number | undefined {
  const reading = readAmount(text);
  const amount = 'amount' in reading ? reading.amount : -1;
  return amount >= 0 && amount <= highestAmount() ? amount : undefined;
}

function priceError(text: string): string {
  const reading = readAmount(text);
  if ('message' in reading && reading.message !== undefined) return reading.message;
  const { marks } = shopCurrency();
  return errorTexts.price(currencyTexts.unit(), marks[0], formatDigits(highestAmount(), 0));
}

function year(text: string): number | undefined {
  return yearWithin(text, purchaseYear);
}

function yearMade(text: string): number | undefined {
  return yearWithin(text, madeYear);
}

function yearWithin(text: string, { min, max }: { min: number; max: number }): number | undefined {
  const number = /^\d{4}$/.test(text) ? Number(text) : Number.NaN;
  return number >= min && number <= max ? number : undefined;
}
