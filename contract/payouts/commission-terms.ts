import { z } from 'zod';

const amount = z.number().optional();
const parts = {
  fixed: amount.describe('Added to the share'),
  minimum: amount.describe('The least that is taken, with the fixed part'),
  maximum: amount.describe('The most that is taken, with the fixed part'),
};

/** The terms of one sale, as `CommissionTerms`. */
export const commissionTerms = z.object({
  percent: z.number().describe('Of the price'),
  ...parts,
});

/** The terms of all categories, as `ShopCommission`. */
export const shopCommission = commissionTerms
  .extend({
    categories: z
      .record(z.string(), z.object({ percent: amount, ...parts }))
      .optional()
      .describe('What differs in a category, by its id'),
  })
  .describe('What the shop takes of a sale that is booked from now on, never more than its price');
