import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { limits } from '#contract/constants.ts';
import { deliveryField } from '#contract/delivery/delivery.ts';
import { atMostCharacters, atMostPictures, id, isoTime } from '#contract/fields.ts';
import { importLimits, importOutcomes } from '#contract/imports/import-fields.ts';
import { sayLater } from '#contract/language.ts';
import { changeShape } from '#contract/products/listing-fields.ts';
import { saidText } from '#contract/said-text.ts';
import { msg, plural } from '#contract/text.ts';

export const inventoryLimits = { bulk: 100, bulkBytes: 1024 * 1024, page: 100 } as const;
const maxListings = inventoryLimits.bulk;

/** What happened to a listing of a dealer. */
export const inventoryStates = ['on-sale', 'held', 'sold', 'withdrawn'] as const;

const noId = sayLater(msg`Give the id by which your own system knows it`);
const externalId = z
  .string(noId)
  .trim()
  .min(1, noId)
  .max(importLimits.externalIdLength, atMostCharacters(importLimits.externalIdLength))
  .regex(/^\P{Cc}*$/u, sayLater(msg`Use one line, without control characters`))
  .describe('The id by which the own system of the seller knows it: an SKU, compared exactly');

const listingShape = {
  ...changeShape,
  delivery: deliveryField.optional(),
  images: z
    .array(
      z
        .string(sayLater(msg`The pictures must be a list of addresses`))
        .trim()
        .max(limits.addressLength),
      sayLater(msg`The pictures must be a list of addresses`),
    )
    .min(1, sayLater(msg`Give the address of at least one picture`))
    .max(limits.picturesPerProduct, atMostPictures(limits.picturesPerProduct))
    .optional()
    .describe(
      'Addresses of pictures in their order; the shop fetches and stores each once, and does not fetch an address again',
    ),
};

/** What is sent about a listing: what is left out stays as it is. */
export const inventoryListing = z.strictObject(listingShape);
export type InventoryListing = z.output<typeof inventoryListing>;

const version = z
  .number()
  .int()
  .describe(
    'Grows with each change of the listing, also by the form, a booking, a sale or its withdrawal',
  );

const upserted = z.object({
  _id: id,
  externalId: z.string(),
  outcome: z.enum(importOutcomes).exclude(['refused']),
  version,
});
export type Upserted = z.output<typeof upserted>;

const params = z.strictObject({ externalId });
const problems = [
  'bad-input',
  'not-signed-in',
  'not-allowed',
  'conflict',
  'precondition-failed',
  'too-many-requests',
] as const;
const rule = 'sellers, for themselves';

export const upsertListing = defineCall({
  method: 'PUT',
  path: '/listings/{externalId}',
  who: 'seller',
  refusedTo: 'limited',
  changesCatalogue: true,
  rule: `${rule}; one that is sold, booked or withdrawn is refused`,
  keyScope: 'listings:write',
  summary:
    'List what the shop does not know by this id yet, or change what it knows. A repeated request has no further effect',
  versioned: true,
  params,
  body: inventoryListing,
  status: 200,
  reply: upserted,
  problems,
});

export const upsertListings = defineCall({
  method: 'POST',
  path: '/listings/bulk',
  who: 'seller',
  refusedTo: 'limited',
  changesCatalogue: true,
  rule,
  keyScope: 'listings:write',
  summary: `The same for up to ${inventoryLimits.bulk} listings, each by itself: some can be refused while others are stored`,
  bodyBytes: inventoryLimits.bulkBytes,
  body: z.strictObject({
    listings: z
      .array(
        z.looseObject({
          externalId,
          ifVersion: z
            .int()
            .optional()
            .describe('It is changed only if this is its version, as with If-Match'),
        }),
        sayLater(msg`Send a list of listings`),
      )
      .min(1, sayLater(msg`Send at least one listing`))
      .max(
        inventoryLimits.bulk,
        sayLater(
          msg`Send at most ${plural(maxListings, { one: '# listing', other: '# listings' })} in one request`,
        ),
      )
      .describe('Each with its external id and the fields of `PUT /listings/{externalId}`'),
  }),
  status: 200,
  reply: z.object({
    results: z.array(
      z.object({
        externalId: z.string(),
        status: z.number().int().describe('As the same listing alone would be answered'),
        ...upserted.omit({ externalId: true }).partial().shape,
        code: z
          .string()
          .optional()
          .describe('Why it was refused: `sold`, `booked`, `withdrawn` ...'),
        detail: z.string().optional(),
        errors: z.array(z.object({ field: z.string(), ...saidText.shape })).optional(),
      }),
    ),
  }),
  problems: [...problems, 'too-large'],
});

export const listInventory = defineCall({
  method: 'GET',
  path: '/listings',
  who: 'seller',
  rule,
  keyScope: 'listings:read',
  summary:
    'What the shop knows by external ids, those that changed first. Ask with the cursor of the last reply for what has changed since',
  query: z.strictObject({
    changedSince: z.iso
      .datetime({ offset: true, error: () => sayLater(msg`Give a time in ISO 8601`).error() })
      .optional()
      .describe('A time: what has changed since then'),
    cursor: z
      .string()
      .max(200)
      .regex(/^\d{1,17}\.[A-Za-z0-9_-]*$/, sayLater(msg`This is no cursor of this list`))
      .optional()
      .describe('Of an earlier reply; wins over `changedSince`'),
  }),
  status: 200,
  reply: z.object({
    items: z.array(
      z.object({
        _id: id,
        externalId: z.string(),
        version,
        changedAt: isoTime,
        state: z.enum(inventoryStates),
        name: z.string(),
        price: z.number(),
      }),
    ),
    cursor: z.string().describe('For the next request, now or in a minute: nothing is left out'),
    hasMore: z.boolean(),
  }),
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});

const ended = z.object({
  _id: id,
  externalId: z.string(),
  outcome: z.enum(['withdrawn', 'unchanged']),
  version,
});

export const withdrawListing = defineCall({
  method: 'DELETE',
  path: '/listings/{externalId}',
  who: 'seller',
  refusedTo: 'nobody',
  changesCatalogue: true,
  rule: `${rule}; one that is sold is refused`,
  keyScope: 'listings:write',
  summary:
    'Withdraw a listing; an unpaid booking of it ends. A repeated request has no further effect',
  versioned: true,
  params,
  status: 200,
  reply: ended,
  problems: [...problems, 'not-found'],
});

export const sellElsewhere = defineCall({
  method: 'POST',
  path: '/listings/{externalId}/sold-elsewhere',
  who: 'seller',
  refusedTo: 'nobody',
  changesCatalogue: true,
  rule: `${rule}; one that was paid here is refused`,
  keyScope: 'listings:write',
  summary:
    'Take down what was sold in another place. An unpaid booking of it ends, and its buyer is told why. A repeated request has no further effect',
  params,
  body: z.strictObject({}),
  status: 200,
  reply: ended,
  problems: [...problems, 'not-found'],
});
