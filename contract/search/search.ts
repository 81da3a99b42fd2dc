import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { limits, madeYear, purchaseYear } from '#contract/constants.ts';
import { findZone } from '#contract/delivery/shop-zones.ts';
import { atMostCharacters, id, inCurrency, page, priceBound } from '#contract/fields.ts';
import { textLanguages } from '#contract/instruments/instrument-calls.ts';
import { sayLater } from '#contract/language.ts';
import { highestAmount } from '#contract/money/currency.ts';
import { categoryInput } from '#contract/products/category-id.ts';
import { listedProduct } from '#contract/products/products.ts';
import { msg } from '#contract/text.ts';
import {
  eachField,
  type Facet,
  type FacetFilter,
  type FilterField,
  type FilterOf,
  type FilterValues,
  facetFilters,
  type SearchFilter,
  type searchFilters,
} from './search-filters.ts';

export const searchOrders = ['relevance', 'newest', 'price', '-price'] as const;
export type SearchOrder = (typeof searchOrders)[number];

/** How many attributes of a kind have counts. */
export const maxFactFacets = 5;

/** How many choices of what sellers write have a count: the most frequent ones. */
export const maxChoices = 10;

const searchText = z
  .string()
  .trim()
  .max(limits.searchLength, atMostCharacters(limits.searchLength));

const flag = (name: string) =>
  z
    .enum(['1', 'true'], `${name} may only be 1 or true`)
    .transform(() => '1' as const)
    .optional();

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

const { min: firstYear, max: lastYear } = madeYear;
const madeFault = sayLater(msg`Enter a year from ${firstYear} to ${lastYear}`);
const madeBound = z.coerce
  .number(madeFault)
  .int(madeFault)
  .min(firstYear, madeFault)
  .max(lastYear, madeFault)
  .optional();

/** More than any kind is asked that buyers filter by at once. */
const maxFacts = 10;
const factPattern = /^[a-z0-9-]{1,60}:[^,:]{1,60}$/;
const facts = z
  .union([z.string(), z.array(z.string())])
  .transform((given) => [...new Set([given].flat().flatMap((one) => one.split(',')))].sort())
  .refine(
    (each) => each.length <= maxFacts && each.every((one) => factPattern.test(one)),
    sayLater(msg`This is not an answer`),
  )
  .transform((each) => each.join(','));

/** The number of matches, or a number that is surely exceeded or reached. */
export const matchCount = z.object({
  count: z.number().int(),
  isExact: z
    .boolean()
    .describe('When false, there are at least this many, and not all were counted'),
});
export type MatchCount = z.infer<typeof matchCount>;

const choice = matchCount.extend({ value: z.string() });

type Filters = typeof searchFilters;
type FacetOf<Filter> = Filter extends { kind: 'flag' }
  ? typeof matchCount
  : Filter extends { kind: 'zone' }
    ? z.ZodOptional<z.ZodArray<typeof choice>>
    : z.ZodArray<typeof choice>;

/** Each count is of what matches with that choice in place of the one that is chosen now. */
export const searchFacets = z.object({
  ...(Object.fromEntries(facetFilters.map((filter) => [filter.name, facetOf(filter)])) as {
    [Name in Facet]: FacetOf<Filters[Name]>;
  }),
  facts: z
    .object({
      kind: z.string(),
      attributes: z.array(z.object({ attribute: z.string(), choices: z.array(choice) })),
    })
    .optional()
    .describe(
      `Of the kind that is chosen or understood: up to ${maxFactFacets} attributes by which buyers filter, see GET /kinds/{id}`,
    ),
});
export type SearchFacets = z.infer<typeof searchFacets>;

function facetOf(filter: FacetFilter): z.ZodType {
  switch (filter.kind) {
    case 'choice':
      return z.array(choice).describe(`Every ${filter.name}`);
    case 'words':
      return z.array(choice).describe('The most frequent ones, as sellers wrote them');
    case 'id':
      return z.array(choice).describe('The most frequent ones');
    case 'zone':
      return z
        .array(choice)
        .optional()
        .describe('Every zone of the shop by its id, where it has any');
    case 'flag':
      return matchCount.describe(filter.meaning);
  }
}

const bounds: Record<FilterOf<'range'>, readonly [lowest: z.ZodType, highest: z.ZodType]> = {
  made: [madeBound.describe('When it was made'), madeBound.describe('When it was made')],
  price: [priceBound('lowest').describe(inCurrency), priceBound('highest').describe(inCurrency)],
  year: [
    yearBound(firstYearTexts).describe('Purchase year'),
    yearBound(lastYearTexts).describe('Purchase year'),
  ],
};

function schemaOf(filter: SearchFilter, field: FilterField): z.ZodType {
  switch (filter.kind) {
    case 'choice': {
      if (filter.name === 'category') return categoryInput.optional();
      const values = Object.keys(filter.choices());
      return z.enum(values, `The ${filter.name} must be one of ${values.join(', ')}`).optional();
    }
    case 'range':
      return bounds[filter.name][field === filter.ends[0] ? 0 : 1];
    case 'words':
      return z
        .string()
        .trim()
        .max(filter.maxLength, atMostCharacters(filter.maxLength))
        .optional()
        .describe(`Words of the ${filter.name}; all must match`);
    case 'id':
      return z
        .string()
        .trim()
        .max(filter.maxLength, atMostCharacters(filter.maxLength))
        .regex(/^[\w-]+$/, sayLater(msg`This is not an id`))
        .optional()
        .describe(`The id of the ${filter.name}`);
    case 'facts':
      return facts
        .optional()
        .describe(
          'What the seller answered, as attribute:answer; repeatable. Of one attribute any, of several all must match',
        );
    case 'zone':
      return z
        .string()
        .trim()
        .max(limits.zoneIdLength)
        .refine((zone) => findZone(zone) !== undefined, sayLater(msg`The shop has no such zone`))
        .optional()
        .describe('Only what can be sent to this zone; each item then has its `shipping`');
    case 'flag':
      return flag(filter.name).describe(filter.meaning);
  }
}

/** What a search looks for, by the names of its address. */
export const searchFields = {
  q: searchText
    .default('')
    .describe('Words of what the seller says of it, in any order; all must match'),
  exact: flag('exact').describe('Search for the words as they are, without a correction'),
  ...(eachField(schemaOf) as {
    [Field in FilterField]: z.ZodOptional<z.ZodType<FilterValues[Field]>>;
  }),
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
    })
    .refine(({ madeFrom = madeYear.min, madeTo = madeYear.max }) => madeFrom <= madeTo, {
      path: ['madeTo'],
      ...sayLater(msg`The last year must not be before the first`),
    });
}

type RangeEnd = 'minPrice' | 'maxPrice' | 'minYear' | 'maxYear' | 'madeFrom' | 'madeTo';

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
    items: z.array(
      listedProduct.extend({
        close: z
          .literal(true)
          .optional()
          .describe('It lacks a fact that was wanted, which nothing on sale has'),
      }),
    ),
    total: matchCount.describe('How many match, also of those that the caller does not get'),
    corrected: z
      .string()
      .optional()
      .describe(
        'What was searched instead of `q`, when nothing matches that: similar words, or fewer',
      ),
    understood: z
      .array(
        z.object({
          text: z.string().describe('As typed'),
          as: z.enum(['kind', 'fact', 'brand']),
          id: z
            .string()
            .describe('Of a kind, of a fact as attribute:answer, or the name of a maker'),
        }),
      )
      .optional()
      .describe('The words that name a kind, a fact or a maker'),
    missed: z
      .array(
        z.object({
          text: z.string().optional().describe('Words as typed; missing: a filter'),
          id: z.string().optional().describe('A fact as attribute:answer, where it is one'),
        }),
      )
      .optional()
      .describe('What the close ones lack of what was asked'),
    facets: searchFacets.optional().describe('On the first page'),
    isLimited: z
      .boolean()
      .optional()
      .describe('Whether the caller gets the advertised ones only, as guests do'),
  }),
  problems: ['bad-input'],
});

const suggestionKinds = ['word', 'instrument', 'category', 'kind', 'maker'] as const;

export const suggestSearches = defineCall({
  method: 'GET',
  path: '/search/suggestions',
  who: 'everybody',
  summary:
    'Suggest kinds, makers, words, instruments and categories for what somebody begins to type, at most ten',
  query: z.strictObject({
    q: searchText.default(''),
    language: z
      .string()
      .max(limits.languageTagLength)
      .optional()
      .describe('A language of the shop, in which kinds are named; without it no kinds and makers'),
  }),
  status: 200,
  reply: z.array(
    z.object({
      kind: z.enum(suggestionKinds),
      text: z.string(),
      productId: id.optional().describe('Of an instrument'),
      id: z.string().optional().describe('Of a kind, by which a search filters'),
      languages: textLanguages,
    }),
  ),
  problems: ['bad-input'],
});
