import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { conditions, limits } from '#contract/constants.ts';
import { amount, atMostCharacters, id, productIds } from '#contract/fields.ts';
import { sayLater, textsOf } from '#contract/language.ts';
import { messages } from '#contract/messages.ts';
import { msg } from '#contract/text.ts';
import { categoryInput } from './category-id.ts';
import { listedProduct } from './products.ts';

/** Prices of fewer products than this are not compared, because they say nothing of what is usual. */
export const comparedAtLeast = 5;

export const listSimilarProducts = defineCall({
  method: 'GET',
  path: '/products/{id}/similar',
  who: 'everybody',
  rule: 'a guest gets the advertised ones only with OPEN_CATALOGUE=0',
  summary: `List products on sale of other sellers that are like a product, which may be sold or off sale, the most similar first, at most ${limits.similarProducts}`,
  params: z.strictObject({ id }),
  paged: true,
  status: 200,
  reply: z.array(listedProduct),
  problems: ['bad-input', 'not-found'],
});

export const listProductsById = defineCall({
  method: 'GET',
  path: '/products/by-id',
  who: 'everybody',
  summary: `Read up to ${limits.productsById} products by their ids, in that order, without those that are not on sale any more`,
  query: z.strictObject({
    ids: productIds(limits.productsById),
  }),
  status: 200,
  reply: z.array(listedProduct),
  problems: ['bad-input'],
});

/** What the compared products have in common: the closest of these that enough products have. */
export const priceMatches = ['model', 'name', 'maker', 'kind'] as const;

export const pricePlaces = textsOf(['below most', 'about usual', 'above most']);

export const priceComparison = z.object({
  match: z
    .enum(priceMatches)
    .describe('The model, further words of the name, the maker, or only the kind of instrument'),
  kind: z.string().optional().describe("The kind of instrument, for example 'trumpet'"),
  condition: z
    .enum(conditions)
    .optional()
    .describe('All are in this condition; without it they are in any'),
  count: z.number().int().describe('How many are compared'),
  sold: z.number().int().describe('How many of them were sold here'),
  onSale: z.number().int().describe('How many of them are on sale'),
  lowest: z.number(),
  lowerQuartile: z.number(),
  median: z.number(),
  upperQuartile: z.number(),
  highest: z.number(),
  soldMedian: z
    .number()
    .optional()
    .describe(`The median of what was sold, when that is ${comparedAtLeast} or more`),
  conditions: z
    .array(z.object({ condition: z.enum(conditions), count: z.number().int() }))
    .describe('How many are in each condition'),
  place: z
    .enum(pricePlaces)
    .optional()
    .describe('Where the price is: below, within or above the middle half'),
});
export type PriceComparison = z.infer<typeof priceComparison>;

const comparisonReply = z.object({
  comparison: priceComparison
    .optional()
    .describe(`Missing when there are fewer than ${comparedAtLeast} similar ones`),
});

export const compareProductPrice = defineCall({
  method: 'GET',
  path: '/products/{id}/prices',
  who: 'everybody',
  summary:
    'Compare the price of a product with what similar ones of other sellers were sold for and are offered at',
  params: z.strictObject({ id }),
  status: 200,
  reply: comparisonReply,
  problems: ['bad-input', 'not-found'],
});

export const compareListingPrice = defineCall({
  method: 'GET',
  path: '/prices',
  who: 'seller',
  keyScope: 'listings:read',
  summary: 'The same for a product that is about to be listed',
  query: z.strictObject({
    name: z
      .string(sayLater(() => messages.required.name))
      .trim()
      .min(
        1,
        sayLater(() => messages.required.name),
      )
      .max(limits.nameLength, atMostCharacters(limits.nameLength)),
    category: categoryInput.optional(),
    kind: z.string().max(limits.kindLength, atMostCharacters(limits.kindLength)).optional(),
    brand: z.string().max(limits.brandLength, atMostCharacters(limits.brandLength)).optional(),
    model: z.string().max(limits.modelLength, atMostCharacters(limits.modelLength)).optional(),
    condition: z
      .enum(conditions, `The condition must be one of ${conditions.join(', ')}`)
      .optional(),
    price: amount(msg`This is not a price`).optional(),
  }),
  status: 200,
  reply: comparisonReply,
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});
