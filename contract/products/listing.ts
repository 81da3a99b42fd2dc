import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { listingClipsField } from '#contract/clips/clips.ts';
import { limits } from '#contract/constants.ts';
import { deliveryField } from '#contract/delivery/delivery.ts';
import { atMostPictures, email, id, imageAddress } from '#contract/fields.ts';
import { sayLater } from '#contract/language.ts';
import { msg } from '#contract/text.ts';
import { bodyShape, changeShape } from './listing-fields.ts';
import { serialField } from './serial.ts';

const ignoredText = z.string().max(limits.addressLength).optional();
const emailOrHolder = z.union([
  email,
  z.strictObject({ email }).transform((holder) => holder.email),
]);

const imagesField = z
  .array(imageAddress, sayLater(msg`The pictures must be a list of addresses`))
  .max(limits.picturesPerProduct, atMostPictures(limits.picturesPerProduct))
  .describe('Further pictures in their order; where `image` stands among them it is the first');

export const listProduct = defineCall({
  method: 'POST',
  path: '/products',
  who: 'seller',
  refusedTo: 'limited',
  changesCatalogue: true,
  rule: "the seller is the caller; somebody else's sellerEmail is refused",
  keyScope: 'listings:write',
  summary: 'List a product for sale',
  repeatable: true,
  body: z.strictObject({
    sellerName: ignoredText.describe("Accepted and not used: the caller's name is"),
    sellerEmail: emailOrHolder.optional(),
    ...bodyShape,
    delivery: deliveryField.optional().describe('Without it: pickup'),
    image: imageAddress,
    images: imagesField.optional(),
    clips: listingClipsField.optional(),
    serial: serialField.optional(),
    time: ignoredText.describe("Accepted and not used: the server's clock is"),
  }),
  status: 201,
  reply: z.object({ acknowledged: z.literal(true), insertedId: id }),
  refusal: { acknowledged: false },
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'cannot-process'],
});

export const changeProduct = defineCall({
  method: 'PATCH',
  path: '/products/{id}',
  who: 'seller',
  area: 'listings',
  refusedTo: 'limited',
  changesCatalogue: true,
  rule: 'its seller, or an admin; a sold one is refused',
  keyScope: 'listings:write',
  summary:
    'Edit a listing: fields that are not sent stay unchanged; an empty text removes one that is optional',
  params: z.strictObject({ id }),
  body: z
    .strictObject({
      ...changeShape,
      delivery: deliveryField.optional(),
      image: imageAddress.optional(),
      images: imagesField.optional(),
      clips: listingClipsField.optional(),
      serial: serialField.optional(),
    })
    .refine((body) => Object.keys(body).length > 0, sayLater(msg`Name at least one change`)),
  status: 200,
  reply: z.object({ acknowledged: z.literal(true), modifiedCount: z.number().int() }),
  refusal: { modifiedCount: 0 },
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found', 'conflict'],
});
