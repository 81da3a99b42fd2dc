import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { limits } from '#contract/constants.ts';
import { atMostCharacters } from '#contract/fields.ts';
import {
  kindSummary,
  languageOfReply,
  textLanguages,
} from '#contract/instruments/instrument-calls.ts';
import { categoryInput } from '#contract/products/category-id.ts';
import { priceComparison } from '#contract/products/similar-products.ts';

const kindInPlace = kindSummary.omit({ isInstrument: true });

const maker = z.object({
  id: z.string().describe('The name as it is written in addresses'),
  name: z.string(),
});

/** What one of the pages of instruments knows of its category, kind or maker; the search has the listings. */
export const browseInstruments = defineCall({
  method: 'GET',
  path: '/instruments',
  who: 'everybody',
  summary: 'Read which kinds and makers of instruments are on sale, and what they cost',
  query: z.strictObject({
    category: categoryInput.optional(),
    kind: z.string().max(limits.kindLength, atMostCharacters(limits.kindLength)).optional(),
    maker: z
      .string()
      .max(limits.brandLength, atMostCharacters(limits.brandLength))
      .optional()
      .describe('The id or any name of a maker that GET /brands knows'),
    language: languageOfReply,
  }),
  inLanguage: true,
  status: 200,
  reply: z.object({
    kind: kindInPlace
      .extend({
        lookFor: z.array(z.string()).describe('What to ask the seller before buying one'),
        lookForLanguages: textLanguages.describe(
          'The languages of those that are not in the language of the reply, by their places in the list: `{"0": "nl"}`',
        ),
      })
      .optional()
      .describe('The kind that was asked for'),
    maker: maker.optional().describe('The maker that was asked for'),
    kinds: z
      .array(kindInPlace)
      .describe('The other kinds on sale: of the maker, or else of the category'),
    makers: z.array(maker).describe('The other makers of whom that kind is on sale'),
    prices: priceComparison
      .optional()
      .describe('What the kind costs, of that maker where enough are known'),
  }),
  problems: ['bad-input', 'not-found'],
});
