import { z } from 'zod';
import { defineCall } from '../call.ts';
import { limits } from '../constants.ts';
import { atMostCharacters } from '../fields.ts';
import { categoryInput, categoryReply } from '../products/category-id.ts';
import { brandLength } from './normal-brand.ts';

export const languageOfReply = z
  .string()
  .max(35)
  .optional()
  .describe(
    'A language of the shop, in which the reply is; missing: the first of the header `Accept-Language` that the shop has, or else its first',
  );

export const attributeTypes = [
  'choice',
  'number',
  'yesno',
  'text',
  'suggest',
  'year',
  'month',
  'country',
  'private',
] as const;

/** The fields of a listing that have the answers which are no facts. */
export const attributeFields = ['brand', 'model', 'made', 'serial', 'playingState'] as const;

export const textLanguages = z
  .record(z.string(), z.string())
  .optional()
  .describe(
    'The languages of the texts that the owner of the shop has not written in the language of the reply, by the names of their fields: `{"label": "nl"}`; missing: all are in that of the reply',
  );

const attributeId = z.string().describe('By which listings store the answer; it never changes');

export const kindAttribute = z.object({
  id: attributeId,
  label: z.string(),
  ask: z.string().optional().describe('What the seller is asked, where the label is not enough'),
  type: z
    .enum(attributeTypes)
    .describe(
      'choice: one of `values`; number: in `unit`, from `min` to `max`; yesno: `yes` or `no`; month: YYYY-MM; country: two letters; suggest: a line, see GET /brands; private: a line that the seller alone reads',
    ),
  values: z
    .array(z.object({ id: z.string(), label: z.string(), languages: textLanguages }))
    .optional(),
  unit: z.string().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  filter: z.boolean().describe('Whether buyers may filter by it'),
  first: z.boolean().describe('Whether it is asked first: at most seven of a kind'),
  field: z
    .enum(attributeFields)
    .optional()
    .describe('The field of a listing that has the answer; missing: it is one of its facts'),
  languages: textLanguages,
});
export type KindAttribute = z.infer<typeof kindAttribute>;

export const kindCheck = z.object({
  id: z.string(),
  ask: z.string(),
  good: z.enum(['yes', 'no']).describe('The answer that speaks for the instrument'),
  fine: z.string().describe('What the good answer says of it'),
  flaw: z.string().describe('What the other answer says of it'),
  languages: textLanguages,
});
export type KindCheck = z.infer<typeof kindCheck>;

export const kindSummary = z.object({
  id: z.string(),
  name: z.string(),
  category: categoryReply.optional().describe('Missing when the shop does not have it'),
  isInstrument: z.boolean().describe('False for amplifiers and the like'),
  languages: textLanguages,
});

const kindDetails = kindSummary.extend({
  attributes: z.array(kindAttribute).describe('Those of the kind, then those of every kind'),
  checks: z.array(kindCheck).describe('Questions that are answered by yes, no or unknown'),
  photos: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      why: z.string().describe('What it shows'),
      languages: textLanguages,
    }),
  ),
  materials: z
    .array(
      z.object({
        id: z.string(),
        label: z.string(),
        note: z.string(),
        cites: z.enum(['I', 'II']).optional().describe('The appendix of CITES'),
        crossBorderSale: z.enum(['free', 'permit', 'forbidden-without-papers', 'ask']),
        domesticSale: z.literal('papers').optional(),
      }),
    )
    .describe('Protected materials that it may have'),
  brandGroups: z.array(z.string()).describe('Groups of makers, see GET /brands'),
  customs: z
    .object({
      name: z.string().describe('The name of the kind in English'),
      hs: z.string().optional().describe('Six digits of the Harmonised System'),
    })
    .describe('For customs declarations. The code is a suggestion: check it'),
});

export const listKinds = defineCall({
  method: 'GET',
  path: '/kinds',
  who: 'everybody',
  summary: 'List the kinds of instruments',
  query: z.strictObject({ language: languageOfReply }),
  inLanguage: true,
  status: 200,
  reply: z.array(
    kindSummary.extend({
      leading: z
        .array(
          kindAttribute.pick({ id: true, type: true, values: true, unit: true, languages: true }),
        )
        .describe(
          'What matters most of it, for a line in lists; the hand only when it is the left',
        ),
    }),
  ),
  problems: ['bad-input'],
});

export const suggestKinds = defineCall({
  method: 'GET',
  path: '/kinds',
  who: 'everybody',
  summary: 'Suggest kinds of instruments for what was typed, or for the name of a listing',
  variant: { in: 'query', has: 'q' },
  query: z.strictObject({
    q: z.string().max(limits.nameLength, atMostCharacters(limits.nameLength)),
    category: categoryInput.optional().describe('Decides between kinds of the same name'),
    language: languageOfReply,
  }),
  inLanguage: true,
  status: 200,
  reply: z.object({
    kinds: z.array(kindSummary).describe('At most six, the likeliest first'),
    isNamed: z
      .boolean()
      .describe('Whether the words of the first alone fit: a listing of this name has that kind'),
  }),
  problems: ['bad-input'],
});

export const readKind = defineCall({
  method: 'GET',
  path: '/kinds/{id}',
  who: 'everybody',
  summary: 'Read what buyers ask about a kind of instrument',
  params: z.strictObject({ id: z.string().max(60) }),
  query: z.strictObject({ language: languageOfReply }),
  inLanguage: true,
  status: 200,
  reply: kindDetails,
  problems: ['bad-input', 'not-found'],
});

export const suggestBrands = defineCall({
  method: 'GET',
  path: '/brands',
  who: 'everybody',
  summary: 'Suggest makers while one is typed',
  query: z.strictObject({
    q: z.string().max(brandLength, atMostCharacters(brandLength)),
    kind: z.string().max(60).optional().describe('The makers of this kind come first'),
  }),
  status: 200,
  reply: z.array(
    z.object({
      name: z
        .string()
        .describe('As the maker writes it, also where another of its names was typed'),
      country: z.string().describe('Where the name is at home, in two letters'),
    }),
  ),
  problems: ['bad-input'],
});
