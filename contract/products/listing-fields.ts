import { z } from 'zod';
import { categories, conditions, defaultCondition, limits } from '#contract/constants.ts';
import {
  amountOrNothing,
  chargedAmount,
  lineOrNothing,
  phoneNumber,
  requiredLine,
  requiredText,
  yearOfPurchase,
} from '#contract/fields.ts';
import { sayLater } from '#contract/language.ts';
import { messages } from '#contract/messages.ts';
import { msg, type Text } from '#contract/text.ts';

/** The value that a form sends for an empty field. */
const nothing = z.literal('').transform(() => undefined);
const given = <Value>(value: Value | '') => (value === '' ? undefined : value);

const name = requiredLine(() => messages.required.name, limits.nameLength);
const brand = lineOrNothing(limits.brandLength).describe('Who made it');
const price = chargedAmount(() => messages.required.resalePrice);
const originalPrice = amountOrNothing(msg`This is not a price`);
const categoryFault = `The category must be one of ${categories.join(', ')}`;
const condition = z.enum(conditions, `The condition must be one of ${conditions.join(', ')}`);
const number = phoneNumber(() => messages.required.mobileNumber, limits.sellerPhoneLength);
const location = requiredLine(() => messages.required.location, limits.locationLength);
const description = requiredText(() => messages.required.description, limits.descriptionLength);
const takesOffers = z
  .boolean(sayLater(msg`Choose yes or no`))
  .describe('Whether buyers can offer less than the price; yes by default');
const leastOffer = amountOrNothing(msg`This is not an amount`).describe(
  'Offers below it are declined by the shop. It must be below the price. Nobody but the seller sees it',
);

/**
 * What a seller says of a listing, apart from its pictures and its delivery. The columns that are read and written, the fields of the
 * calls, and those of the files that are imported and exported follow from this table, in its order.
 */
export const listingFields = {
  name: {
    body: name,
    change: name.optional(),
    reply: z.string(),
    column: 'name',
    isListed: true,
    file: 'name',
    label: msg`Name`,
    guesses: ['name', 'title', 'product', 'product name', 'instrument', 'titel', 'bezeichnung'],
  },
  brand: {
    body: brand.transform(given).optional(),
    change: brand.optional(),
    reply: z.string().optional().describe('Who made it'),
    column: 'brand',
    isListed: true,
    isErased: true,
    file: 'brand',
    label: msg`Maker`,
    guesses: ['brand', 'maker', 'make', 'manufacturer', 'marke', 'hersteller'],
    isOptional: true,
  },
  price: {
    body: price,
    change: price.optional(),
    reply: z.number().describe('Resale price'),
    column: 'priceCents',
    type: 'money',
    isListed: true,
    file: 'price',
    label: msg`Price`,
    guesses: ['price', 'resale price', 'selling price', 'sale price', 'preis', 'amount'],
  },
  originalPrice: {
    body: originalPrice.transform(given).optional(),
    change: originalPrice.optional(),
    reply: z.number().optional().describe('Original price'),
    column: 'originalPriceCents',
    type: 'money',
    isListed: true,
    file: 'original_price',
    label: msg`Original price`,
    guesses: ['original price', 'new price', 'list price', 'rrp', 'msrp', 'neupreis'],
    isOptional: true,
  },
  category: {
    body: z
      .union(
        [nothing, z.literal('Select A Category').transform(() => undefined), z.enum(categories)],
        categoryFault,
      )
      .optional(),
    change: z.union([z.literal(''), z.enum(categories)], categoryFault).optional(),
    reply: z.enum(categories).optional(),
    column: 'category',
    isListed: true,
    file: 'category',
    label: msg`Category`,
    guesses: ['category', 'kind', 'type', 'kategorie'],
    isOptional: true,
    isSharedByRows: true,
  },
  condition: {
    body: condition.default(defaultCondition),
    change: condition.optional(),
    reply: z.enum(conditions),
    column: 'condition',
    isListed: true,
    file: 'condition',
    label: msg`Condition`,
    guesses: ['condition', 'state', 'zustand'],
    isOptional: true,
    hasDefault: true,
    isSharedByRows: true,
  },
  number: {
    body: number,
    change: number.optional(),
    reply: z.string().optional().describe("The seller's mobile number, for those who may see it"),
    column: 'phone',
    isErased: true,
    file: 'phone',
    label: msg`Phone`,
    guesses: [
      ...['phone', 'mobile number', 'number', 'phone number', 'telephone', 'mobile', 'telefon'],
    ],
    isSharedByRows: true,
  },
  location: {
    body: location,
    change: location.optional(),
    reply: z.string(),
    column: 'location',
    isListed: true,
    isErased: true,
    file: 'location',
    label: msg`Location`,
    guesses: ['location', 'place', 'city', 'town', 'ort', 'standort'],
    isSharedByRows: true,
  },
  description: {
    body: description,
    change: description.optional(),
    reply: z.string(),
    column: 'description',
    isListed: true,
    isErased: true,
    file: 'description',
    label: msg`Description`,
    guesses: ['description', 'text', 'details', 'beschreibung'],
  },
  year: {
    body: yearOfPurchase,
    change: yearOfPurchase.optional(),
    reply: z.number().int().describe('Purchase year'),
    column: 'purchaseYear',
    type: 'number',
    isListed: true,
    file: 'purchase_year',
    label: msg`Year of purchase`,
    guesses: ['purchase year', 'year', 'year of purchase', 'baujahr', 'jahr'],
    isSharedByRows: true,
  },
  takesOffers: {
    body: takesOffers.default(true),
    change: takesOffers.optional(),
    reply: z
      .boolean()
      .optional()
      .describe(
        'Whether buyers can offer less than the price; absent where the shop has no offers',
      ),
    column: 'takesOffers',
    type: 'flag',
    file: 'takes_offers',
    label: msg`Takes offers`,
    guesses: ['takes offers', 'offers', 'accepts offers', 'best offer', 'negotiable', 'vb'],
    isOptional: true,
    hasDefault: true,
    isSharedByRows: true,
  },
  leastOffer: {
    body: leastOffer.transform(given).optional(),
    change: leastOffer.optional(),
    reply: z
      .number()
      .optional()
      .describe('For its seller alone: offers below it are declined at once'),
    column: 'leastOfferCents',
    type: 'money',
    isPrivate: true,
    file: 'least_offer',
    label: msg`Lowest offer`,
    guesses: [
      ...['least offer', 'lowest offer', 'minimum offer', 'min offer', 'auto decline price'],
      'mindestpreis',
    ],
    isOptional: true,
  },
} as const satisfies Record<string, Entry>;

interface Entry {
  /** In the call that lists, in the one that changes a listing, and in replies. */
  body: z.ZodType;
  change: z.ZodType;
  reply: z.ZodType;
  /** Of the table `products`, by its name in the schema's type. */
  column: string;
  /** `text` by default; the column of `money` has the smallest unit of the currency. */
  type?: 'number' | 'money' | 'flag';
  /** The export of all listings leaves it out. */
  isPrivate?: true;
  /** It is erased with its seller, also of what was sold. */
  isErased?: true;
  /** Whether lists show it to everybody. */
  isListed?: true;
  /** The column of a file for import or export, its heading for people, and what other programs call it, as preferred. */
  file: string;
  label: Text;
  guesses: readonly string[];
  /** A file need not have it. */
  isOptional?: true;
  /** Without a value a new listing gets a default, so that it never is empty. */
  hasDefault?: true;
  /** One value can be given for all rows of a file, because few files have a column for it. */
  isSharedByRows?: true;
}

type Fields = typeof listingFields;
export type ListingField = keyof Fields;
/** The fields that lists show to everybody. */
export type ListedField = {
  [Field in ListingField]: Fields[Field] extends { isListed: true } ? Field : never;
}[ListingField];

export const listingEntries = Object.entries(listingFields) as [ListingField, Entry][];

export const bodyShape = shapeOf('body');
export const changeShape = shapeOf('change');
export const replyShape = shapeOf('reply');

function shapeOf<Part extends 'body' | 'change' | 'reply'>(part: Part) {
  return Object.fromEntries(listingEntries.map(([field, entry]) => [field, entry[part]])) as {
    [Field in ListingField]: Fields[Field][Part];
  };
}
