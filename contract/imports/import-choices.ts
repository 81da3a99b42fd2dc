import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { email } from '#contract/fields.ts';
import { importFields, importLimits } from './import-fields.ts';
import { valueMeaning } from './listing-imports.ts';

const field = z.enum(importFields);
const said = z.string().max(importLimits.saidLength);

export const importChoice = z.object({
  field,
  said: z.string().optional().describe('A value of its column; missing for the value of all rows'),
  means: valueMeaning.optional().describe('What that value means'),
  value: z.string().optional().describe('The value of all rows'),
});
export type ImportChoice = z.infer<typeof importChoice>;

const rule = 'the seller, or an admin';
const problems = ['bad-input', 'not-signed-in', 'not-allowed'] as const;

export const readImportChoices = defineCall({
  method: 'GET',
  path: '/import-choices',
  who: 'seller',
  area: 'listings',
  rule,
  keyScope: 'listings:read',
  summary: "What is remembered from a seller's files of listings for the next one",
  query: z.strictObject({ email }),
  status: 200,
  reply: z.array(importChoice),
  problems,
});

export const forgetImportChoices = defineCall({
  method: 'DELETE',
  path: '/import-choices',
  who: 'seller',
  area: 'listings',
  refusedTo: 'nobody',
  changesCatalogue: false,
  rule,
  keyScope: 'listings:write',
  summary: 'Forget one of these choices, or all',
  query: z.strictObject({
    email,
    field: field.optional().describe('All are forgotten without it'),
    said: said.optional().describe('Without it, the value of all rows'),
  }),
  status: 200,
  reply: z.object({ acknowledged: z.literal(true), deletedCount: z.number().int() }),
  refusal: { acknowledged: false, deletedCount: 0 },
  problems,
});
