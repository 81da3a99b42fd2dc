import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { limits, reviewTerms } from '#contract/constants.ts';
import { id, isoTime, page, requiredText } from '#contract/fields.ts';
import { sayLater } from '#contract/language.ts';
import { offerSides } from '#contract/offers/offer-terms.ts';
import { msg } from '#contract/text.ts';

const starsNeeded = sayLater(msg`Give one to five stars`);
const rating = z.number(starsNeeded).int(starsNeeded).min(1, starsNeeded).max(5, starsNeeded);
const writtenText = requiredText(msg`Write something`, limits.reviewLength);
/** What is left empty is missing. */
const optionalText = z
  .union([
    z
      .string()
      .trim()
      .length(0)
      .transform(() => undefined),
    writtenText,
  ])
  .optional();

const reply = z.object({ text: z.string(), time: isoTime });
const params = z.strictObject({ id });
const body = z.strictObject({ rating, text: optionalText });
const modified = z.object({ acknowledged: z.literal(true), modifiedCount: z.number().int() });

/** What everyone may know of how a person sells. */
export const ratingSummary = z.object({
  average: z.number().describe('Of one to five stars, with one digit after the point'),
  count: z.number().int(),
});
export type RatingSummary = z.infer<typeof ratingSummary>;

/** A review of a buyer, as everyone reads it. */
export const sellerReview = z.object({
  _id: id,
  author: z.string().optional().describe('The name of the buyer; missing when the account is gone'),
  name: z.string().describe('Name of the instrument as booked'),
  rating: z.number().int(),
  text: z.string().optional(),
  time: isoTime.describe('When it was published'),
  reply: reply.optional().describe('Of the seller'),
});
export type SellerReview = z.infer<typeof sellerReview>;

export const reviewStates = ['sealed', 'published', 'deleted', 'hidden'] as const;

/** What one side of a sale has written about the other. */
const saleReview = z.object({
  _id: id,
  side: z.enum(offerSides).describe('Who wrote it'),
  state: z.enum(reviewStates),
  rating: z.number().int().optional().describe('Missing in one of the other side that is sealed'),
  text: z.string().optional(),
  time: isoTime.describe('When it was written'),
  reply: reply.optional(),
});
export type SaleReview = z.infer<typeof saleReview>;

export const saleReviews = z.object({
  until: isoTime
    .optional()
    .describe(
      `While one can be written: until then, which is ${reviewTerms.days} days after the end of the sale, without the time for which a dispute was open`,
    ),
  reviews: z
    .array(saleReview)
    .describe(
      'Of each side that has written. Of the other side it is known that it has written, and what only when both have, or the time is over',
    ),
});
export type SaleReviews = z.infer<typeof saleReviews>;

const sides = 'its buyer and seller';

export const readSaleReviews = defineCall({
  method: 'GET',
  path: '/bookings/{id}/reviews',
  who: 'user',
  area: 'cases',
  rule: `${sides}, and admins, who read published ones only`,
  keyScope: 'sales:read',
  summary: 'Read what the two sides of a sale have written about each other',
  params,
  status: 200,
  reply: saleReviews,
  problems: ['bad-input', 'not-signed-in', 'not-found'],
});

export const writeReview = defineCall({
  method: 'POST',
  path: '/bookings/{id}/reviews',
  who: 'user',
  refusedTo: 'limited',
  // The second review of a sale publishes both.
  changesCatalogue: true,
  rule: sides,
  summary: `Review the other side of a sale that was completed, returned or cancelled by its seller, within ${reviewTerms.days} days. It is sealed until both have written, or the time is over`,
  params,
  body,
  status: 201,
  reply: z.object({ acknowledged: z.literal(true), insertedId: id }),
  refusal: { acknowledged: false },
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found', 'conflict'],
});

export const changeReview = defineCall({
  method: 'PUT',
  path: '/reviews/{id}',
  who: 'user',
  refusedTo: 'limited',
  changesCatalogue: false,
  rule: 'who wrote it, while it is sealed',
  summary: 'Change a review',
  params,
  body,
  status: 200,
  reply: modified,
  refusal: { modifiedCount: 0 },
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found', 'conflict'],
});

export const deleteReview = defineCall({
  method: 'DELETE',
  path: '/reviews/{id}',
  who: 'user',
  refusedTo: 'nobody',
  changesCatalogue: true,
  rule: 'who wrote it',
  summary: 'Delete a review permanently: no other can be written in its place',
  params,
  status: 200,
  reply: z.object({ acknowledged: z.literal(true), deletedCount: z.number().int() }),
  refusal: { deletedCount: 0 },
  problems: ['bad-input', 'not-signed-in', 'not-found'],
});

export const replyToReview = defineCall({
  method: 'POST',
  path: '/reviews/{id}/reply',
  who: 'user',
  refusedTo: 'limited',
  // The cached page of the seller has the replies.
  changesCatalogue: true,
  rule: 'whom it is about, once, when it is published',
  summary: 'Reply to a review',
  params,
  body: z.strictObject({ text: writtenText }),
  status: 200,
  reply: modified,
  refusal: { modifiedCount: 0 },
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found', 'conflict'],
});

export const listSellerReviews = defineCall({
  method: 'GET',
  path: '/sellers/{id}/reviews',
  who: 'everybody',
  summary: 'List what buyers have written about a seller, newest first',
  params,
  query: z.strictObject(page),
  paged: true,
  status: 200,
  reply: z.array(sellerReview),
  problems: ['bad-input', 'not-found'],
});
