import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { limits, reviewTerms, sellerMeasureTerms } from '#contract/constants.ts';
import { id, isoTime, page } from '#contract/fields.ts';
import { picture } from '#contract/images/images.ts';
import { ratingSummary } from '#contract/reviews/reviews.ts';
import { matchCount } from '#contract/search/search.ts';
import { traderStatement } from '#contract/users/traders.ts';
import { listedProduct } from './products.ts';

/** What was sold and has a page. Sales that were cancelled, returned or disputed are left out. */
export const lateSale = z.object({
  _id: id.describe('The product, whose page still opens'),
  name: z.string(),
  price: z.number().describe('The price that was asked for it'),
  image: z.string(),
  picture: picture.optional(),
  soldAt: isoTime.describe('When it was paid'),
  daysOnSale: z.number().int().describe('From the listing to the payment; 0 on the same day'),
});
export type LateSale = z.infer<typeof lateSale>;

/** What everyone may know about a seller: neither email nor phone. */
export const sellerProfile = z.object({
  _id: id,
  name: z.string(),
  userRole: z.literal('verified').optional().describe('Present while the seller is verified'),
  memberSince: isoTime.describe('When the seller registered'),
  about: z.string().optional().describe('What the seller says about themselves'),
  town: z.string().optional().describe('Where the seller is, as they say'),
  spoken: z.array(z.string()).optional().describe('Languages that the seller speaks, in BCP 47'),
  onSale: matchCount.describe(
    'How many products are on sale, also of those that the caller does not get',
  ),
  sold: matchCount.describe('How many products were sold and not returned'),
  soldLately: z
    .array(lateSale)
    .optional()
    .describe(`Of these what has a page, newest first, at most ${limits.lateSales}`),
  answerMinutes: z
    .number()
    .int()
    .optional()
    .describe(
      `The median time to the answer of a question, of the last ${sellerMeasureTerms.days} days, from ${sellerMeasureTerms.atLeast} questions on`,
    ),
  dispatchMinutes: z
    .number()
    .int()
    .optional()
    .describe('The same from the payment until it was sent'),
  rating: ratingSummary
    .optional()
    .describe(`What buyers say, from ${reviewTerms.shownFrom} reviews on`),
  trader: traderStatement
    .optional()
    .describe('Missing while the seller has not said whether they are a trader'),
  isLimited: z
    .boolean()
    .describe('Whether the caller gets the advertised products only, as guests do'),
});
export type SellerProfile = z.infer<typeof sellerProfile>;

export const readSeller = defineCall({
  method: 'GET',
  path: '/sellers/{id}',
  who: 'everybody',
  summary: 'Read the public profile of a seller',
  params: z.strictObject({ id }),
  status: 200,
  reply: sellerProfile,
  problems: ['bad-input', 'not-found'],
});

export const listSellerProducts = defineCall({
  method: 'GET',
  path: '/sellers/{id}/products',
  who: 'everybody',
  rule: 'a guest gets the advertised ones only with OPEN_CATALOGUE=0',
  summary: 'List what a seller has on sale, newest first, without the email address of the seller',
  params: z.strictObject({ id }),
  query: z.strictObject(page),
  paged: true,
  status: 200,
  reply: z.array(listedProduct),
  problems: ['bad-input', 'not-found'],
});
