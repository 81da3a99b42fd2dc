import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { limits } from '#contract/constants.ts';
import { shopCommission } from '#contract/payouts/commission-terms.ts';
import { lateSale } from '#contract/products/sellers.ts';

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
