import { z } from 'zod';
import { productStatuses } from '#contract/bookings/states.ts';
import { defineCall } from '#contract/call.ts';
import { clip } from '#contract/clips/clips.ts';
import { kindSources, limits, priceDropTerms, reviewTerms } from '#contract/constants.ts';
import { listingDelivery } from '#contract/delivery/delivery.ts';
import { atMostCharacters, email, id, isoTime, page, requiredText } from '#contract/fields.ts';
import { picture } from '#contract/images/images.ts';
import { ratingSummary } from '#contract/reviews/reviews.ts';
import { msg } from '#contract/text.ts';
import { traderStatement } from '#contract/users/traders.ts';
import { codePhoto } from './code-photo.ts';
import { replyShape } from './listing-fields.ts';

const sellerEmail = z
  .string()
  .describe('Empty while the seller has not proven the address, except for the seller and admins');

const { takesOffers, leastOffer, checks, ...listedShape } = replyShape;

const shared = {
  _id: id,
  sellerId: id
    .optional()
    .describe('Whose public page is at `/sellers/{id}`; absent when the seller has none any more'),
  sellerName: z.string(),
  ...listedShape,
  kindFrom: z
    .enum(kindSources)
    .optional()
    .describe('Who said the kind: the seller, or the name, from which it was taken'),
  image: z.string(),
  time: isoTime.describe('When it was listed'),
  status: z.enum(productStatuses),
  priceBefore: z
    .number()
    .optional()
    .describe(
      `For ${priceDropTerms.shownDays} days after the price has dropped by ${priceDropTerms.leastPercent} % or more: the lowest price of the ${priceDropTerms.comparedDays} days before`,
    ),
  wishlist: z.literal('added').optional().describe("The caller's own flag"),
  heldUntil: isoTime.nullable().describe('When its live hold ends; null when nobody holds it'),
  bookingId: id.optional().describe("The caller's own live booking of it"),
  bookedPrice: z
    .number()
    .optional()
    .describe('The price of that booking, where the seller has changed the price since'),
  userRole: z.literal('verified').optional().describe('Present while the seller is verified'),
  rating: ratingSummary
    .optional()
    .describe(`What buyers say about the seller, from ${reviewTerms.shownFrom} reviews on`),
  picture: picture.optional(),
  delivery: listingDelivery
    .optional()
    .describe('How it reaches its buyer. Zones that the shop has removed are left out'),
};

/** A product in lists: the seller's email is in an object. */
export const listedProduct = z.object({
  ...shared,
  sellerEmail: z.object({ email: sellerEmail }),
  hidden: z
    .literal(true)
    .optional()
    .describe('In the list of its seller: a decision of the admins hides it from everybody else'),
  shipping: z
    .number()
    .optional()
    .describe('What sending it costs, in a search for what can be sent to a zone'),
  booked: z
    .boolean()
    .optional()
    .describe('Whether a buyer holds it, in the list that its seller sees'),
});
export type ListedProduct = z.infer<typeof listedProduct>;

/** A product on its own page: the seller's email is a string. */
export const singleProduct = z.object({
  ...shared,
  sellerEmail,
  alertRequested: z
    .boolean()
    .optional()
    .describe('Whether the caller has asked to be told when it is free again'),
  bookableFrom: isoTime
    .optional()
    .describe('Until then the caller, who held it last, cannot book it again'),
  sellerSince: isoTime.describe('When the seller registered'),
  soldAt: isoTime.optional().describe('When it was paid, once it is sold'),
  trader: traderStatement
    .optional()
    .describe('Missing while its seller has not said whether they are a trader'),
  withdrawalDays: z
    .number()
    .int()
    .optional()
    .describe('Of a trader: for how many days from the receipt a purchase can be withdrawn from'),
  checks,
  makerId: z
    .string()
    .optional()
    .describe('The name of its maker in addresses, where it is one that GET /brands knows'),
  takesOffers,
  leastOffer,
  holdHours: z
    .number()
    .int()
    .optional()
    .describe('For how many hours a booking reserves it before it is paid'),
  images: z
    .array(z.string())
    .describe('All its pictures in the order of the seller; `image` is the first'),
  pictures: z
    .array(picture)
    .optional()
    .describe('The same, with what is needed to show them in the right size'),
  codePhoto: codePhoto
    .optional()
    .describe('That one of the pictures shows it with a handwritten code of the shop'),
  soldHereBefore: z
    .string()
    .optional()
    .describe(
      'The month, as 2026-05, in which its seller bought the instrument with this maker and serial number here; present when both sides of that sale agree (`PUT /bookings/{id}/traced`)',
    ),
  clips: z.array(clip).optional().describe('Sound and video of it; missing when there are none'),
});
export type SingleProduct = z.infer<typeof singleProduct>;

export const listAdvertised = defineCall({
  method: 'GET',
  path: '/products',
  who: 'everybody',
  summary: 'List the advertised products, newest first',
  variant: { in: 'query', has: 'status' },
  query: z.strictObject({
    status: z.literal('advertise', 'The status must be advertise'),
    ...page,
  }),
  paged: true,
  status: 200,
  reply: z.array(listedProduct),
  problems: ['bad-input'],
});

export const listOwnProducts = defineCall({
  method: 'GET',
  path: '/products',
  who: 'user',
  area: 'listings',
  rule: 'that seller, or an admin',
  keyScope: 'listings:read',
  summary: "List a seller's products, sold ones too, newest first",
  variant: { in: 'query', has: 'email' },
  query: z.strictObject({
    email,
    search: z
      .string()
      .trim()
      .max(limits.nameLength, atMostCharacters(limits.nameLength))
      .optional()
      .describe('Words of the name, or beginnings of them, in any order'),
    without: z.literal('category').optional().describe('Only unsold ones without a category'),
    ...page,
  }),
  paged: true,
  status: 200,
  reply: z.array(listedProduct),
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});

export const readProduct = defineCall({
  method: 'GET',
  path: '/products/{id}',
  who: 'everybody',
  summary: 'Read one product; a sold one still opens',
  params: z.strictObject({ id }),
  status: 200,
  reply: singleProduct,
  problems: ['bad-input', 'not-found'],
});

export const listCategory = defineCall({
  method: 'GET',
  path: '/category/{name}',
  who: 'user',
  summary: 'List the products of a category that are not sold, newest first',
  params: z.strictObject({ name: z.string() }),
  query: z.strictObject(page),
  paged: true,
  status: 200,
  reply: z.array(listedProduct),
  problems: ['bad-input', 'not-signed-in', 'not-found'],
});

const ignoredText = z.string().max(limits.addressLength).optional();

export const changeProductStatus = defineCall({
  method: 'PUT',
  path: '/products/{id}',
  who: 'seller',
  area: 'listings',
  refusedTo: 'limited',
  changesCatalogue: true,
  rule: 'its seller, or an admin',
  keyScope: 'listings:write',
  summary: 'Advertise a product, or end its advertisement',
  variant: { in: 'body', has: 'status' },
  params: z.strictObject({ id }),
  body: z.strictObject({
    status: z.enum(['available', 'advertise'], 'The status must be available or advertise'),
  }),
  status: 200,
  reply: z.object({ acknowledged: z.literal(true), modifiedCount: z.number().int() }),
  refusal: { modifiedCount: 0 },
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found', 'conflict'],
});

export const wishProduct = defineCall({
  method: 'PUT',
  path: '/products/{id}',
  who: 'user',
  refusedTo: 'suspended',
  changesCatalogue: true,
  rule: 'for themselves; it never touches the product',
  summary: "Add a product to the caller's wishlist",
  variant: { in: 'body', has: 'wishlist' },
  params: z.strictObject({ id }),
  body: z.strictObject({
    wishlist: z.literal('added', 'The wishlist flag must be added'),
    email: email.optional(),
    image: ignoredText,
    name: ignoredText,
    price: z.union([z.number(), z.string()]).optional(),
    buyerName: ignoredText,
  }),
  status: 200,
  reply: z.object({ acknowledged: z.literal(true), modifiedCount: z.number().int() }),
  refusal: { acknowledged: false, modifiedCount: 0 },
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found'],
});

export const withdrawProduct = defineCall({
  method: 'DELETE',
  path: '/products/{id}',
  who: 'seller',
  area: 'listings',
  refusedTo: 'nobody',
  changesCatalogue: true,
  rule: 'its seller, or an admin; a sold one is refused',
  keyScope: 'listings:write',
  summary: 'Withdraw a product; unpaid bookings of it are released',
  params: z.strictObject({ id }),
  status: 200,
  reply: z.object({ acknowledged: z.literal(true), deletedCount: z.number().int() }),
  refusal: { deletedCount: 0 },
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found', 'conflict'],
});

export const listAllProducts = defineCall({
  method: 'GET',
  path: '/products/all',
  who: 'admin',
  area: 'listings',
  summary: 'List the products of all sellers, sold ones too, newest first',
  query: z.strictObject({
    search: z
      .string()
      .trim()
      .max(limits.nameLength, atMostCharacters(limits.nameLength))
      .optional()
      .describe("Beginnings of words of the product's name, or of its seller's name or address"),
    ...page,
  }),
  paged: true,
  status: 200,
  reply: z.array(listedProduct),
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});

export const removeProduct = defineCall({
  method: 'POST',
  path: '/products/{id}/removal',
  who: 'admin',
  area: 'listings',
  changesCatalogue: true,
  rule: 'a sold one is refused',
  summary: 'Withdraw a product, with a reason that its seller is told by mail',
  params: z.strictObject({ id }),
  body: z.strictObject({ reason: requiredText(msg`Give a reason`, limits.removalReasonLength) }),
  status: 200,
  reply: z.object({ acknowledged: z.literal(true), deletedCount: z.number().int() }),
  refusal: { deletedCount: 0 },
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found', 'conflict'],
});

export const listMoreOfSeller = defineCall({
  method: 'GET',
  path: '/products/{id}/more',
  who: 'everybody',
  summary: 'List what else the seller of a product has on sale, newest first',
  params: z.strictObject({ id }),
  query: z.strictObject(page),
  paged: true,
  status: 200,
  reply: z.array(listedProduct),
  problems: ['bad-input', 'not-found'],
});
