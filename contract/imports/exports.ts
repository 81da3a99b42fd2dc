import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { email } from '#contract/fields.ts';

/** What an admin can take out of the shop as a file of comma-separated values. */
export const exportKinds = [
  'people',
  'listings',
  'bookings',
  'payments',
  'refunds',
  'returns',
  'disputes',
  'ledger',
  'payouts',
  'invoices',
  'wishes',
  'alerts',
  'taxes',
] as const;
/** In UTC. */
const taxYear = z.string().regex(/^20\d{2}$/, 'Write the year as 2026');

export type ExportKind = (typeof exportKinds)[number];

export const readTaxes = defineCall({
  method: 'GET',
  path: '/earnings/taxes',
  who: 'user',
  area: 'money',
  rule: 'that seller, or an admin',
  keyScope: 'sales:read',
  summary:
    'What a seller was credited in one year (UTC), by quarter, with the number of sales: a line for the tax papers',
  query: z.strictObject({ email, year: taxYear }),
  status: 200,
  isCsv: true,
  streamed: true,
  reply: z.string(),
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found', 'too-many-requests'],
});

export const exportRecords = defineCall({
  method: 'GET',
  path: '/exports/{kind}',
  who: 'admin',
  area: 'shop',
  rule: 'with a recent proof of who asks; each export is recorded in the audit log',
  keyScope: 'exports:read',
  summary: 'All records of a kind as CSV, oldest first, streamed',
  params: z.strictObject({
    kind: z.enum(exportKinds, `Export one of ${exportKinds.join(', ')}`),
  }),
  query: z.strictObject({
    year: taxYear.optional().describe('Of `taxes`; the last year that has ended by default (UTC)'),
    headings: z
      .string()
      .max(35)
      .optional()
      .describe(
        'A language of the shop: the columns of listings have headings in it instead of their names',
      ),
  }),
  status: 200,
  isCsv: true,
  streamed: true,
  reply: z.string(),
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'too-many-requests'],
});
