import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { limits } from '#contract/constants.ts';
import { id, optionalLine, requiredLine, requiredText } from '#contract/fields.ts';
import { evidenceField } from '#contract/images/images.ts';
import { sayLater } from '#contract/language.ts';
import { serialNumber } from '#contract/products/serial.ts';
import { msg } from '#contract/text.ts';

export const stolenTerms = {
  /** Reports of one person within 24 hours. */
  perDay: 5,
  keptYears: 10,
} as const;

export const reportStolen = defineCall({
  method: 'POST',
  path: '/stolen',
  who: 'user',
  refusedTo: 'suspended',
  changesCatalogue: false,
  rule: 'with a confirmed address',
  summary: `Report an instrument as stolen, at most ${stolenTerms.perDay} within a day. When a listing has its serial number, admins look at both; neither the reply nor its time says whether one has`,
  body: z.strictObject({
    brand: requiredLine(msg`Enter the maker`, limits.brandLength),
    serial: serialNumber,
    kind: z
      .string(sayLater(msg`This is not a kind of instrument`))
      .trim()
      .max(limits.kindLength, sayLater(msg`This is not a kind of instrument`))
      .optional()
      .describe('The id of a kind, see GET /kinds'),
    reference: optionalLine(limits.reportLawLength).describe('Under which the police know of it'),
    explanation: requiredText(msg`Describe what happened`, limits.reportLength),
    images: evidenceField.optional().describe('Of the instrument, or that it is yours'),
  }),
  status: 201,
  reply: z.object({ acknowledged: z.literal(true), insertedId: id }),
  refusal: { acknowledged: false },
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'too-many-requests'],
});
