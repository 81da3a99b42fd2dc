import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { conditions, limits, playingStates } from '#contract/constants.ts';
import { email, id, isoTime, requiredLine } from '#contract/fields.ts';
import { sayKnown } from '#contract/language.ts';
import { categoryInput } from '#contract/products/category-id.ts';
import { saidText } from '#contract/said-text.ts';
import { msg } from '#contract/text.ts';
import {
  type ImportField,
  importFields,
  importLimits,
  importNotices,
  importOutcomes,
  importStates,
  valueFields,
} from './import-fields.ts';

const columnName = z.string().max(importLimits.columnNameLength);
/** What a value of a column says of a listing. */
export const valueMeaning = z.strictObject({
  condition: z.enum(conditions).optional(),
  playing_state: z.enum(playingStates).optional(),
  category: categoryInput.optional(),
  kind: z.string().max(limits.kindLength).optional(),
});
export type ValueMeaning = z.infer<typeof valueMeaning>;
const meanings = z
  .array(z.strictObject({ said: z.string().max(importLimits.saidLength), means: valueMeaning }))
  .max(importLimits.saidValues)
  .describe(
    'Of a condition, a playing state, a category and a kind: what its values say, where it is something else than the shop reads',
  );
/** A column by its name, with what rows get that have nothing in it, or a value that is the same for all rows. */
const importSource = z.union([
  z.strictObject({
    column: columnName,
    further: z
      .array(columnName)
      .max(importLimits.furtherColumns)
      .optional()
      .describe('Of pictures, more columns with them; of others, what is read where it is empty'),
    values: meanings.optional(),
    value: z.string().max(limits.addressLength).optional(),
  }),
  z.strictObject({ value: z.string().max(limits.addressLength) }),
]);
const importMapping = z.partialRecord(z.enum(importFields), importSource);
export const sentMapping = importMapping.superRefine(({ external_id: source }, context) => {
  const isOneColumn = !source || ('column' in source && !source.further);
  if (isOneColumn && source?.value === undefined) return;
  const message = sayKnown(msg`Choose a column for it: each row needs an external id of its own`);
  context.addIssue({ code: 'custom', path: ['external_id'], message });
});
export type ImportMapping = z.infer<typeof importMapping>;

/** The columns that a field is read from. */
export const columnsOfSource = (source: ImportMapping[ImportField]): readonly string[] =>
  source && 'column' in source ? [source.column, ...(source.further ?? [])] : [];

/** The programs whose files are recognised. */
export const exportingSystems = ['reverb', 'woocommerce', 'shopify', 'ebay'] as const;

/** What is wrong with a row, and where. */
const importError = z.object({
  field: z.enum(importFields).optional().describe('Missing when it is about the whole row'),
  column: z.string().optional(),
  value: z.string().optional().describe('What is there, cut off after 100 characters'),
  ...saidText.shape,
});
export type ImportError = z.infer<typeof importError>;

const count = z.number().int();

export const listingImport = z.object({
  _id: id,
  seller: z.object({ name: z.string(), email: z.string() }),
  fileName: z.string(),
  encoding: z.string().describe('As it was recognised'),
  delimiter: z.string(),
  columns: z.array(z.string()).describe('Their names, which are made different and not empty'),
  examples: z.array(z.array(z.string())).describe('The first rows'),
  answerColumns: z
    .array(z.string())
    .describe(
      'Those that say what buyers ask about an instrument; they are read without a mapping',
    ),
  rowCount: count,
  pictureCount: count.describe('Pictures of a ZIP file that wait for the import'),
  system: z
    .enum(exportingSystems)
    .optional()
    .describe('The program that wrote the file, by the names of its columns'),
  mapping: importMapping.describe('Guessed, or as this seller used it last'),
  state: z.enum(importStates),
  processed: count.describe('Rows that were checked, or stored, so far'),
  counts: z.object({ created: count, changed: count, unchanged: count, refused: count }),
  values: z
    .array(
      z.object({
        field: z.enum(valueFields),
        column: z.string(),
        said: z.array(
          z.object({
            value: z.string(),
            count,
            means: valueMeaning
              .optional()
              .describe('As the shop reads it; missing when it says nothing'),
          }),
        ),
        isWhole: z.boolean().describe('False when the column has more values than these'),
      }),
    )
    .describe(
      'While the columns can be changed: what the columns of conditions, playing states, categories and kinds say, the most frequent first',
    ),
  notices: z
    .array(z.object({ notice: z.enum(importNotices), count, row: count }))
    .describe(
      'What is not listed as the file says it, in how many rows that are listed or changed, and the first of them',
    ),
  refusals: z
    .array(z.object({ row: count, errors: z.array(importError) }))
    .describe('The first 50 refused rows; `errors.csv` has all'),
  listings: z
    .array(z.object({ _id: id, row: count, name: z.string(), outcome: z.enum(importOutcomes) }))
    .describe('The first 50 listings that were created or changed'),
  time: isoTime,
});
export type ListingImport = z.infer<typeof listingImport>;

const problems = ['bad-input', 'not-signed-in', 'not-allowed', 'not-found'] as const;
const rule = 'the seller, or an admin';

export const uploadListingFile = defineCall({
  method: 'POST',
  path: '/listing-imports',
  who: 'seller',
  area: 'listings',
  refusedTo: 'limited',
  changesCatalogue: false,
  rule: 'sellers for themselves, admins for a seller whom they name; 10 a minute and address',
  keyScope: 'listings:write',
  summary:
    'Upload a CSV file of listings, or a ZIP file with it and its pictures, as the body; nothing is listed yet',
  raw: ['text/csv', 'application/zip'],
  query: z.strictObject({
    seller: email.describe('Whose listings they are'),
    name: requiredLine(msg`Enter the name of the file`, importLimits.fileNameLength),
  }),
  status: 201,
  reply: listingImport,
  problems: [...problems, 'too-large', 'wrong-content', 'too-many-requests'],
});

export const readListingImport = defineCall({
  method: 'GET',
  path: '/listing-imports/{id}',
  who: 'seller',
  area: 'listings',
  rule,
  keyScope: 'listings:read',
  summary: 'Read where an import stands',
  params: z.strictObject({ id }),
  status: 200,
  reply: listingImport,
  problems,
});

export const mapListingImport = defineCall({
  method: 'PUT',
  path: '/listing-imports/{id}',
  who: 'seller',
  area: 'listings',
  refusedTo: 'limited',
  changesCatalogue: false,
  rule,
  keyScope: 'listings:write',
  summary: 'Say which column is which field; what was checked is checked again',
  params: z.strictObject({ id }),
  body: z.strictObject({ mapping: sentMapping }),
  status: 200,
  reply: listingImport,
  problems: [...problems, 'conflict'],
});

export const runListingImport = defineCall({
  method: 'POST',
  path: '/listing-imports/{id}/batches',
  who: 'seller',
  area: 'listings',
  refusedTo: 'limited',
  changesCatalogue: true,
  rule,
  keyScope: 'listings:write',
  summary:
    'Check, or store, up to 100 more rows, as many as 15 seconds suffice to fetch pictures for; repeat it until the state says checked, or done',
  params: z.strictObject({ id }),
  body: z.strictObject({
    step: z.enum(['check', 'import'], 'The step must be check or import'),
  }),
  status: 200,
  reply: listingImport,
  problems: [...problems, 'conflict', 'too-many-requests', 'unavailable'],
});

export const readListingImportErrors = defineCall({
  method: 'GET',
  path: '/listing-imports/{id}/errors',
  who: 'seller',
  area: 'listings',
  rule,
  keyScope: 'listings:read',
  summary: 'What is wrong with the rows that were refused, as CSV',
  params: z.strictObject({ id }),
  status: 200,
  isCsv: true,
  streamed: true,
  reply: z.string(),
  problems: [...problems, 'too-many-requests'],
});
