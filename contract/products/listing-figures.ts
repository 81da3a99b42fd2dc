import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { figuresAtOnce, viewDays } from '#contract/constants.ts';
import { email, id, productIds } from '#contract/fields.ts';
import { languageOfReply, textLanguages } from '#contract/instruments/instrument-calls.ts';

export const listingFigures = z.object({
  _id: id,
  views: z
    .number()
    .int()
    .describe(
      `How often its page was looked at in ${viewDays} days, without programs and its seller`,
    ),
  wishes: z.number().int().describe('How many people have it on their wishlist'),
  offers: z.number().int().optional().describe('Offers for it; absent where the shop has none'),
  questions: z
    .number()
    .int()
    .optional()
    .describe('Buyers who have written about it; absent where the shop has no messages'),
  priceAbove: z
    .number()
    .optional()
    .describe('Its price is above that of three quarters of similar ones: this price'),
  missing: z
    .object({
      field: z.enum(['kind', 'brand', 'fact']),
      label: z
        .string()
        .optional()
        .describe('Of a fact: what is asked, in the language of the reply'),
      languages: textLanguages,
    })
    .optional()
    .describe('What buyers filter by and its seller has not said; what matters most'),
});
export type ListingFigures = z.infer<typeof listingFigures>;

export const readListingFigures = defineCall({
  method: 'GET',
  path: '/products/figures',
  who: 'user',
  area: 'listings',
  rule: 'that seller, or an admin',
  keyScope: 'listings:read',
  summary: `Read how up to ${figuresAtOnce} of a seller's listings do: views, wishes, offers, questions, and what would help`,
  query: z.strictObject({
    email,
    ids: productIds(figuresAtOnce),
    language: languageOfReply,
  }),
  inLanguage: true,
  status: 200,
  reply: z.array(listingFigures),
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});

export const countProductView = defineCall({
  method: 'POST',
  path: '/products/{id}/view',
  who: 'everybody',
  refusedTo: 'nobody',
  changesCatalogue: false,
  summary:
    'Say that somebody looks at the page of a product, which its seller sees as a number. Nothing about the sender is stored',
  params: z.strictObject({ id }),
  status: 200,
  reply: z.object({ acknowledged: z.literal(true) }),
  problems: ['bad-input'],
});
