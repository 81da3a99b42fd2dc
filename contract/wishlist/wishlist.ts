import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { email, id, inCurrency, isoTime, page } from '#contract/fields.ts';
import { picture } from '#contract/images/images.ts';

export const wishlistItem = z.object({
  _id: id,
  name: z.string(),
  price: z.number().describe(inCurrency),
  paid: z.boolean(),
  productId: id,
  image: z.string(),
  picture: picture.optional(),
  bookingId: id.optional().describe("The caller's own live booking of the product"),
  sold: z.boolean().describe('Sold, to whomever'),
  heldUntil: isoTime.nullable().describe('When its live hold ends; null when nobody holds it'),
  time: isoTime.describe('When it was added'),
});
export type WishlistItem = z.infer<typeof wishlistItem>;

export const listWishlist = defineCall({
  method: 'GET',
  path: '/wishlist',
  who: 'user',
  area: 'people',
  rule: 'that user, or an admin',
  summary: "List a user's wishlist",
  query: z.strictObject({ email, ...page }),
  paged: true,
  status: 200,
  reply: z.array(wishlistItem),
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});

export const removeFromWishlist = defineCall({
  method: 'DELETE',
  path: '/wishlist/{id}',
  who: 'user',
  refusedTo: 'nobody',
  changesCatalogue: true,
  rule: 'its owner',
  summary: 'Remove an item from the wishlist',
  params: z.strictObject({ id }),
  status: 200,
  reply: z.object({ acknowledged: z.literal(true), deletedCount: z.number().int() }),
  refusal: { deletedCount: 0 },
  problems: ['bad-input', 'not-signed-in', 'not-found'],
});
