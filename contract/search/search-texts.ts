import { countLimit } from '#contract/constants.ts';
import { textsOf } from '#contract/language.ts';
import { msg, plural, type Text, t } from '#contract/text.ts';
import type { MatchCount, SearchOrder } from './search.ts';

/** What search says to visitors. Apart from `messages.ts`, because the first page does not need it. */
export const searchTexts = textsOf({
  title: (words: string) => t`Results for “${words}”`,
  everything: msg`All instruments`,
  /** `27 instruments`, `27 or more instruments`, `more than 1,000 instruments` */
  instruments: (total: MatchCount) => {
    const { count } = total;
    return {
      exact: () => t`${plural(count, { one: '# instrument', other: '# instruments' })}`,
      least: () =>
        t`${plural(count, { one: '# or more instruments', other: '# or more instruments' })}`,
      above: () =>
        t`${plural(count, { one: 'more than # instrument', other: 'more than # instruments' })}`,
    }[accuracyOf(total)]();
  },
  moreThan: (count: string) => t`more than ${count}`,
  orMore: (count: string) => t`${count} or more`,
  corrected: (words: string, typed: string) =>
    t`Showing results for “${words}” instead of “${typed}”.`,
  searchTyped: (typed: string) => t`Search for “${typed}”`,
  loading: msg`Searching`,
  /** Above what has all else. */
  close: (missed: string) => t`Close, but not “${missed}”`,
  filters: {
    heading: msg`Filters`,
    notLoaded: msg`The filters did not load. Please try again.`,
    active: (count: number) => (count === 0 ? t`Filters` : t`Filters (${count})`),
    any: msg`Any`,
    minPrice: (sign: string) => t`From ${sign}`,
    maxPrice: (sign: string) => t`To ${sign}`,
    minYear: msg({ message: 'From', context: 'year' }),
    maxYear: msg({ message: 'To', context: 'year' }),
    more: msg`Show only`,
    apply: msg`Apply filters`,
    clear: msg`Clear all filters`,
    remove: msg`Remove the filter`,
    show: (total: MatchCount | undefined) => {
      if (!total) return t`Show results`;
      const { count } = total;
      return {
        exact: () => t`${plural(count, { one: 'Show # instrument', other: 'Show # instruments' })}`,
        least: () =>
          t`${plural(count, { one: 'Show # or more instruments', other: 'Show # or more instruments' })}`,
        above: () =>
          t`${plural(count, { one: 'Show more than # instrument', other: 'Show more than # instruments' })}`,
      }[accuracyOf(total)]();
    },
  },
  chips: {
    prices: (from: string, to: string) => t`${from} to ${to}`,
    minPrice: (from: string) => t`From ${from}`,
    maxPrice: (to: string) => t`Up to ${to}`,
    years: (from: number, to: number) => t`Bought ${from} to ${to}`,
    minYear: (from: number) => t`Bought in ${from} or later`,
    maxYear: (to: number) => t`Bought in ${to} or earlier`,
    madeYears: (from: number, to: number) => t`Made ${from} to ${to}`,
    madeFrom: (from: number) => t`Made in ${from} or later`,
    madeTo: (to: number) => t`Made in ${to} or earlier`,
  },
  order: msg`Sort by`,
  orders: {
    relevance: msg`Best match`,
    newest: msg`Newest`,
    price: msg`Price, low to high`,
    '-price': msg`Price, high to low`,
  } satisfies Record<SearchOrder, Text>,
  errors: {
    price: (unit: string, example: number | undefined, highest: string) =>
      t`Type the price in ${unit}, like ${example}, up to ${highest}`,
    year: msg`Type the year from 1900 to 2099`,
    made: msg`Type the year from 1600 to 2099`,
    zone: msg`The shop has no such zone`,
    priceRange: msg`The highest price is below the lowest`,
    yearRange: msg`The last year is before the first`,
  },
  guests: {
    /** `shown` is how many are advertised; undefined when others may be on further pages. */
    advertised: (shown: number | undefined) => {
      if (shown === undefined) return t`You see those that are advertised.`;
      return t`${plural(shown, {
        one: 'You see the one that is advertised.',
        other: 'You see the # that are advertised.',
      })}`;
    },
    matching: (total: MatchCount) => {
      const { count } = total;
      return {
        exact: () =>
          t`${plural(count, { one: '# instrument matches.', other: '# instruments match.' })}`,
        least: () =>
          t`${plural(count, { one: '# or more instruments match.', other: '# or more instruments match.' })}`,
        above: () =>
          t`${plural(count, { one: 'more than # instrument match.', other: 'more than # instruments match.' })}`,
      }[accuracyOf(total)]();
    },
    why: msg`Log in to see all of them. We’ll bring you back here.`,
  },
  suggestions: {
    list: msg`Suggestions`,
    instrument: msg`Instrument`,
    category: msg`Category`,
    kind: msg`Kind of instrument`,
    maker: msg`Maker`,
    count: (count: number) =>
      t`${plural(count, { one: 'One suggestion', other: '# suggestions' })}`,
  },
  empty: {
    title: msg`Nothing matches`,
    none: (wanted: string) => t`No “${wanted}” on sale`,
    save: msg`Save this search, and we’ll email you as soon as there is one.`,
    words: msg`Check the spelling, or use fewer words: the maker, the model or the kind of instrument.`,
    filters: msg`Remove a filter: each one shown above goes away with one press.`,
    nothing: msg`As soon as a seller lists an instrument, it is found here.`,
    categories: msg`Or look through a category:`,
  },
});

/** Exact, or at least so many, or more than are counted. */
function accuracyOf({ count, isExact }: MatchCount): 'exact' | 'least' | 'above' {
  if (isExact) return 'exact';
  return count < countLimit ? 'least' : 'above';
}
