import { z } from 'zod';
import { defineCall } from './call.ts';
import { categories, conditions, limits, purchaseYear } from './constants.ts';
import { highestAmount } from './currency.ts';
import { atMostCharacters, id, inCurrency, page, priceBound } from './fields.ts';
import { sayLater } from './language.ts';
import { listedProduct } from './products.ts';
import { findZone } from './shop-zones.ts';
import { msg } from './text.ts';

export const searchOrders = ['relevance', 'newest', 'price', '-price'] as const;
export type SearchOrder = (typeof searchOrders)[number];

/** How many choices of the place have a count: the most frequent ones. */
export const placeChoices = 10;

const searchText = z
  .string()
  .trim()
  .max(limits.searchLength, atMostCharacters(limits.searchLength));

/** As long as the places of instruments are, so that each can be searched for. */
const placeText = z
  .string()
  .trim()
  .max(limits.locationLength, atMostCharacters(limits.locationLength));

const flag = (name: string) => z.enum(['1', 'true'], `${name} may only be 1 or true`).optional();

const { min: minYear, max: maxYear } = purchaseYear;

const firstYearTexts = {
  number: msg`The first year must be a number`,
  whole: msg`The first year must be a whole number`,
  least: msg`The first year must be at least ${minYear}`,
  most: msg`The first year may be at most ${maxYear}`,
};
const lastYearTexts = {
  number: msg`The last year must be a number`,
  whole: msg`The last year must be a whole number`,
  least: msg`The last year must be at least ${minYear}`,
  most: msg`The last year may be at most ${maxYear}`,
};

const yearBound = (texts: typeof firstYearTexts) =>
  z.coerce
    .number(sayLater(texts.number))
    .int(sayLater(texts.whole))
    .min(minYear, sayLater(texts.least))
    .max(maxYear, sayLater(texts.most))
    .optional();

/** How many match, or a number that is surely exceeded or reached. */
export const matchCount = z.object({
  count: z.number().int(),
  isExact: z
    .boolean()
    .describe('When false, there are at least this many, and not all were counted'),
});
export type MatchCount = z.infer<typeof matchCount>;

const choice = matchCount.extend({ value: z.string() });

/** Each count is of what matches with that choice in place of the one that is chosen now. */
export const searchFacets = z.object({
  category: z.array(choice).describe('Every category'),
  condition: z.array(choice).describe('Every condition'),
  place: z.array(choice).describe('The most frequent places, as sellers wrote them'),
  sendTo: z.array(choice).optional().describe('Every zone of the shop by its id, where it has any'),
  verified: matchCount.describe('Of verified sellers'),
  free: matchCount.describe('Not on hold'),
});
export type SearchFacets = z.infer<typeof searchFacets>;

/** What a search looks for, by the names of its address. */
export const searchFields = {
  q: searchText
    .default('')
    .describe('Words of name, description, category and place, in any order; all must match'),
  exact: flag('exact').describe('Search for the words as they are, without a correction'),
  category: z.enum(categories, `The category must be one of ${categories.join(', ')}`).optional(),
  condition: z.enum(conditions, `The condition must be one of ${conditions.join(', ')}`).optional(),
  minPrice: priceBound('lowest').describe(inCurrency),
  maxPrice: priceBound('highest').describe(inCurrency),
  minYear: yearBound(firstYearTexts).describe('Purchase year'),
  maxYear: yearBound(lastYearTexts).describe('Purchase year'),
  place: placeText.optional().describe('Words of the place; all must match'),
  sendTo: z
    .string()
    .trim()
    .max(limits.zoneIdLength)
    .refine((zone) => findZone(zone) !== undefined, sayLater(msg`The shop has no such zone`))
    .optional()
    .describe('Only what can be sent to this zone; each item then has its `shipping`'),
  verified: flag('verified').describe('Of verified sellers only'),
  free: flag('free').describe('Without those on hold'),
  sort: z
    .enum(searchOrders, `The order must be one of ${searchOrders.join(', ')}`)
    .optional()
    .describe('By default relevance with words, and newest without'),
};

/** The two ends of each range in their order. */
export function inOrder<Schema extends z.ZodType<Partial<Record<RangeEnd, number | undefined>>>>(
  schema: Schema,
): Schema {
  return schema
    .refine(({ minPrice = 0, maxPrice = highestAmount() }) => minPrice <= maxPrice, {
      path: ['maxPrice'],
      ...sayLater(msg`The highest price must not be below the lowest`),
    })
    .refine(({ minYear = purchaseYear.min, maxYear = purchaseYear.max }) => minYear <= maxYear, {
      path: ['maxYear'],
      ...sayLater(msg`The last year must not be before the first`),
    });
}

type RangeEnd = 'minPrice' | 'maxPrice' | 'minYear' | 'maxYear';

export const searchProducts = defineCall({
  method: 'GET',
  path: '/search',
  who: 'everybody',
  rule: 'a guest reads how many match and gets the advertised ones only with OPEN_CATALOGUE=0',
  summary: 'Search the products that are not sold by words and filters',
  query: inOrder(
    z.strictObject({
      ...searchFields,
      limit: page.limit,
      cursor: z
        .string()
        .regex(
          /^\d{1,9}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
          sayLater(msg`This is not a cursor`),
        )
        .optional()
        .describe('From the `Link` of the page before'),
    }),
  ),
  hasNextPage: true,
  status: 200,
  reply: z.object({
    items: z.array(listedProduct),
    total: matchCount.describe('How many match, also of those that the caller does not get'),
    corrected: z
      .string()
      .optional()
      .describe(
        'What was searched instead of `q`, when nothing matches that: similar words, or fewer',
      ),
    facets: searchFacets.optional().describe('On the first page'),
    isLimited: z
      .boolean()
      .optional()
      .describe('Whether the caller gets the advertised ones only, as guests do'),
  }),
  problems: ['bad-input'],
});

const suggestionKinds = ['word', 'instrument', 'category'] as const;

export const suggestSearches = defineCall({
  method: 'GET',
  path: '/search/suggestions',
  who: 'everybody',
  summary:
    'Suggest words, instruments and categories for what somebody begins to type, at most ten',
  query: z.strictObject({ q: searchText.default('') }),
  status: 200,
  reply: z.array(
    z.object({
      kind: z.enum(suggestionKinds),
      text: z.string(),
      productId: id.optional().describe('Of an instrument'),
    }),
  ),
  problems: ['bad-input'],
});
