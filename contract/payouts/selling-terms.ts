import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { limits } from '#contract/constants.ts';
import { id, isoTime } from '#contract/fields.ts';
import { picture } from '#contract/images/images.ts';
import { shopCommission } from '#contract/payouts/commission-terms.ts';

const lateSale = z.object({
  _id: id.describe('The product, whose page still opens'),
  name: z.string(),
  price: z.number().describe('The price that was asked for it'),
  image: z.string(),
  picture: picture.optional(),
  soldAt: isoTime.describe('When it was paid'),
  daysOnSale: z.number().int().describe('From the listing to the payment; 0 on the same day'),
});
export type LateSale = z.infer<typeof lateSale>;

const sellingTerms = z.object({
  commissionPercent: z
    .number()
    .describe("The shop's share of what is booked from now on, in percent of the price"),
  commission: shopCommission,
  sold: z
    .array(lateSale)
    .describe(`What was sold last and has a page, newest first, at most ${limits.lateSales}`),
});
export type SellingTerms = z.infer<typeof sellingTerms>;

export const readSellingTerms = defineCall({
  method: 'GET',
  path: '/selling',
  who: 'everybody',
  summary: 'Read what it costs to sell here, and what was sold lately',
  status: 200,
  reply: sellingTerms,
  problems: [],
});
