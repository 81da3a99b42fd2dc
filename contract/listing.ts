import { z } from 'zod';
import { defineCall } from './call.ts';
import { categories, conditions, defaultCondition, limits } from './constants.ts';
import { deliveryField } from './delivery.ts';
import {
  amountOrNothing,
  atMostPictures,
  chargedAmount,
  email,
  id,
  imageAddress,
  phoneNumber,
  requiredLine,
  requiredText,
  yearOfPurchase,
} from './fields.ts';
import { sayLater } from './language.ts';
import { messages } from './messages.ts';
import { msg } from './text.ts';

/** The value that a form sends for an empty field. */
const nothing = z.literal('').transform(() => undefined);
const ignoredText = z.string().max(limits.addressLength).optional();
const emailOrHolder = z.union([
  email,
  z.strictObject({ email }).transform((holder) => holder.email),
]);

const nameField = requiredLine(() => messages.required.name, limits.nameLength);
const priceField = chargedAmount(() => messages.required.resalePrice);
const originalPriceField = amountOrNothing(msg`This is not a price`).transform((price) =>
  price === '' ? undefined : price,
);
const categoryField = z.union(
  [nothing, z.literal('Select A Category').transform(() => undefined), z.enum(categories)],
  `The category must be one of ${categories.join(', ')}`,
);
const conditionField = z.enum(conditions, `The condition must be one of ${conditions.join(', ')}`);
const numberField = phoneNumber(() => messages.required.mobileNumber, limits.sellerPhoneLength);
const locationField = requiredLine(() => messages.required.location, limits.locationLength);
const descriptionField = requiredText(
  () => messages.required.description,
  limits.descriptionLength,
);
const takesOffersField = z
  .boolean(sayLater(msg`Say yes or no`))
  .describe('Whether buyers can offer less than the price; yes by default');
const leastOfferField = amountOrNothing(msg`This is not an amount`).describe(
  'Offers below it are declined by the shop. It must be below the price. Nobody but the seller sees it',
);
const imagesField = z
  .array(imageAddress, sayLater(msg`The pictures must be a list of addresses`))
  .max(limits.picturesPerProduct, atMostPictures(limits.picturesPerProduct))
  .describe('Further pictures in their order; where `image` stands among them it is the first');

export const listProduct = defineCall({
  method: 'POST',
  path: '/products',
  who: 'seller',
  rule: "the seller is the caller; somebody else's sellerEmail is refused",
  summary: 'List a product for sale',
  repeatable: true,
  body: z.strictObject({
    sellerName: ignoredText.describe("Accepted and not used: the caller's name is"),
    sellerEmail: emailOrHolder.optional(),
    name: nameField,
    price: priceField,
    originalPrice: originalPriceField.optional(),
    category: categoryField.optional(),
    condition: conditionField.default(defaultCondition),
    number: numberField,
    location: locationField,
    description: descriptionField,
    year: yearOfPurchase,
    takesOffers: takesOffersField.default(true),
    leastOffer: leastOfferField
      .transform((amount) => (amount === '' ? undefined : amount))
      .optional(),
    delivery: deliveryField.optional().describe('Without it: pickup'),
    image: imageAddress,
    images: imagesField.optional(),
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
  rule: 'its seller, or an admin; a sold one is refused',
  summary:
    'Edit a listing: fields that are not sent stay unchanged; an empty category, original price or least offer is removed',
  params: z.strictObject({ id }),
  body: z
    .strictObject({
      name: nameField.optional(),
      price: priceField.optional(),
      originalPrice: amountOrNothing(msg`This is not a price`).optional(),
      category: z
        .union(
          [z.literal(''), z.enum(categories)],
          `The category must be one of ${categories.join(', ')}`,
        )
        .optional(),
      condition: conditionField.optional(),
      number: numberField.optional(),
      location: locationField.optional(),
      description: descriptionField.optional(),
      year: yearOfPurchase.optional(),
      takesOffers: takesOffersField.optional(),
      leastOffer: leastOfferField.optional(),
      delivery: deliveryField.optional(),
      image: imageAddress.optional(),
      images: imagesField.optional(),
    })
    .refine((body) => Object.keys(body).length > 0, sayLater(msg`Say what is to change`)),
  status: 200,
  reply: z.object({ acknowledged: z.literal(true), modifiedCount: z.number().int() }),
  refusal: { modifiedCount: 0 },
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found', 'conflict'],
});
