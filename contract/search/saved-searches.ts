import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { limits } from '#contract/constants.ts';
import { id, isoTime, requiredLine } from '#contract/fields.ts';
import { sayLater } from '#contract/language.ts';
import { messages } from '#contract/messages.ts';
import { msg } from '#contract/text.ts';
import { inOrder, matchCount, searchFields, searchOrders } from './search.ts';
import {
  eachField,
  type FilterField,
  type FilterValues,
  type SearchFilter,
} from './search-filters.ts';

const name = requiredLine(() => messages.required.name, limits.savedSearchNameLength);

/** The words and filters of a search, without which page of its results is shown. */
const searchQuery = inOrder(
  z
    .strictObject(searchFields)
    .refine(
      ({ q, exact: _exact, sort: _sort, ...filters }) =>
        q !== '' || Object.values(filters).some((value) => value !== undefined),
      sayLater(msg`Search for a word, or set a filter`),
    ),
);

const one = z.literal('1').optional();

/** The form of `searchQuery` when it was saved: the shop may have removed the zone since. */
export const savedQuery = z.object({
  q: z.string().optional(),
  exact: one,
  ...(eachField(savedValue) as {
    [Field in FilterField]: z.ZodOptional<z.ZodType<FilterValues[Field]>>;
  }),
  sort: z.enum(searchOrders).optional(),
});
export type SavedQuery = z.infer<typeof savedQuery>;

function savedValue(filter: SearchFilter): z.ZodType {
  if (filter.kind === 'range') return z.number().optional();
  if (filter.kind === 'flag') return one;
  return filter.kind === 'choice'
    ? (filter.name === 'category' ? z.string() : z.enum(Object.keys(filter.choices()))).optional()
    : z.string().optional();
}

export const savedSearch = z.object({
  _id: id,
  name: z.string(),
  query: savedQuery.describe('As `GET /search` takes it'),
  alert: z.boolean().describe('Whether its new matches are mailed'),
  newCount: matchCount.describe('What was listed since the user last looked at its results'),
  time: isoTime.describe('When it was saved'),
});
export type SavedSearch = z.infer<typeof savedSearch>;

export const listSavedSearches = defineCall({
  method: 'GET',
  path: '/saved-searches',
  who: 'user',
  rule: 'their own',
  summary: `List your saved searches, newest first; there are at most ${limits.savedSearchesPerUser}`,
  status: 200,
  reply: z.array(savedSearch),
  problems: ['not-signed-in'],
});

export const saveSearch = defineCall({
  method: 'POST',
  path: '/saved-searches',
  who: 'user',
  refusedTo: 'suspended',
  changesCatalogue: false,
  summary: 'Save a search. With an alert, its new matches are mailed, at most once a day',
  body: z.strictObject({
    name,
    query: searchQuery,
    alert: z.boolean(sayLater(msg`Choose whether new matches are mailed`)).default(true),
  }),
  status: 201,
  reply: z.object({ acknowledged: z.literal(true), insertedId: id }),
  refusal: { acknowledged: false, insertedId: null },
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'conflict'],
});

export const changeSavedSearch = defineCall({
  method: 'PATCH',
  path: '/saved-searches/{id}',
  who: 'user',
  refusedTo: 'suspended',
  changesCatalogue: false,
  rule: 'their own',
  summary: 'Rename a saved search, switch its mails on or off, or mark its results as seen',
  params: z.strictObject({ id }),
  body: z
    .strictObject({
      name: name.optional(),
      alert: z.boolean(sayLater(msg`Choose whether new matches are mailed`)).optional(),
      seen: z.literal(true, 'This may only be true').optional(),
    })
    .refine((changes) => Object.keys(changes).length > 0, sayLater(msg`Give name, alert or seen`)),
  status: 200,
  reply: z.object({ acknowledged: z.literal(true), modifiedCount: z.number().int() }),
  refusal: { modifiedCount: 0 },
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found'],
});

export const removeSavedSearch = defineCall({
  method: 'DELETE',
  path: '/saved-searches/{id}',
  who: 'user',
  refusedTo: 'nobody',
  changesCatalogue: false,
  rule: 'their own',
  summary: 'Delete a saved search',
  params: z.strictObject({ id }),
  status: 200,
  reply: z.object({ acknowledged: z.literal(true), deletedCount: z.number().int() }),
  refusal: { deletedCount: 0 },
  problems: ['bad-input', 'not-signed-in', 'not-found'],
});
