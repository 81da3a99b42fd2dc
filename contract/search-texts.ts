import type { SearchOrder } from './search.ts';

/** What search says to visitors. Apart from `messages.ts`, because the first page does not need it. */
export const searchTexts = {
  title: (words: string) => `Results for “${words}”`,
  everything: 'All instruments',
  instruments: (count: string, isOne: boolean) =>
    `${count} ${isOne ? 'instrument' : 'instruments'}`,
  moreThan: (count: string) => `more than ${count}`,
  orMore: (count: string) => `${count} or more`,
  corrected: (words: string, typed: string) =>
    `Showing results for “${words}” instead of “${typed}”.`,
  searchTyped: (typed: string) => `Search for “${typed}”`,
  loading: 'Searching',
  filters: {
    heading: 'Filters',
    notLoaded: 'The filters did not load. Please try again.',
    active: (count: number) => (count === 0 ? 'Filters' : `Filters (${count})`),
    category: 'Category',
    condition: 'Condition',
    any: 'Any',
    price: 'Price',
    minPrice: (sign: string) => `From ${sign}`,
    maxPrice: (sign: string) => `To ${sign}`,
    year: 'Purchase year',
    minYear: 'From',
    maxYear: 'To',
    place: 'Place',
    more: 'Show only',
    verified: 'Verified sellers',
    free: 'Available now',
    apply: 'Apply filters',
    clear: 'Clear all filters',
    remove: 'Remove the filter',
    show: (instruments = 'results') => `Show ${instruments}`,
  },
  chips: {
    prices: (from: string, to: string) => `${from} to ${to}`,
    minPrice: (from: string) => `From ${from}`,
    maxPrice: (to: string) => `Up to ${to}`,
    years: (from: number, to: number) => `Bought ${from} to ${to}`,
    minYear: (from: number) => `Bought in ${from} or later`,
    maxYear: (to: number) => `Bought in ${to} or earlier`,
  },
  order: 'Sort by',
  orders: {
    relevance: 'Best match',
    newest: 'Newest',
    price: 'Price, low to high',
    '-price': 'Price, high to low',
  } satisfies Record<SearchOrder, string>,
  errors: {
    price: (unit: string, example: number | undefined, highest: string) =>
      `Type the price in ${unit}, like ${example}, up to ${highest}`,
    year: 'Type the year from 1900 to 2099',
    priceRange: 'The highest price is below the lowest',
    yearRange: 'The last year is before the first',
  },
  guests: {
    /** `shown` is how many are advertised; undefined when others may be on further pages. */
    advertised: (shown: number | undefined) => `You see ${advertisedOnes(shown)} advertised.`,
    matching: (instruments: string, isOne: boolean) =>
      `${instruments} ${isOne ? 'matches' : 'match'}.`,
    why: 'Log in to see all of them. We’ll bring you back here.',
  },
  suggestions: {
    list: 'Suggestions',
    instrument: 'Instrument',
    category: 'Category',
    count: (count: number) => (count === 1 ? 'One suggestion' : `${count} suggestions`),
  },
  empty: {
    title: 'Nothing matches',
    words:
      'Check the spelling, or use fewer words: the maker, the model or the kind of instrument.',
    filters: 'Remove a filter: each one shown above goes away with one press.',
    nothing: 'As soon as a seller lists an instrument, it is found here.',
    categories: 'Or look through a category:',
  },
} as const;

function advertisedOnes(shown: number | undefined): string {
  if (shown === undefined) return 'those that are';
  return shown === 1 ? 'the one that is' : `the ${shown} that are`;
}
