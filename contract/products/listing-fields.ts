import { z } from 'zod';
import {
  conditions,
  defaultCondition,
  limits,
  madeYear,
  playingStates,
  yearCertainties,
} from '#contract/constants.ts';
import { countries } from '#contract/delivery/countries.ts';
import {
  amountOrNothing,
  chargedAmount,
  languageTag,
  lineOrNothing,
  phoneNumber,
  requiredLine,
  requiredText,
  yearOfPurchase,
} from '#contract/fields.ts';
import { checkAnswers } from '#contract/instruments/facts.ts';
import { materialsField } from '#contract/instruments/materials.ts';
import { sayLater } from '#contract/language.ts';
import { messages } from '#contract/messages.ts';
import { msg, type Text } from '#contract/text.ts';
import { categoryFault, categoryInput, categoryReply } from './category-id.ts';

/** The value that a form sends for an empty field. */
const nothing = z.literal('').transform(() => undefined);
const given = <Value>(value: Value | '') => (value === '' ? undefined : value);

const name = requiredLine(() => messages.required.name, limits.nameLength);
const brand = lineOrNothing(limits.brandLength).describe('Who made it');
const model = lineOrNothing(limits.modelLength).describe('As it is written on the instrument');
const kind = z
  .string(sayLater(msg`This is not a kind of instrument`))
  .trim()
  .max(limits.kindLength, sayLater(msg`This is not a kind of instrument`))
  .describe('The id of a kind, see GET /kinds. An empty text: it has none');
const { min: firstYear, max: lastYear } = madeYear;
const madeFault = sayLater(msg`Say the year, and how sure it is`);
const yearFault = sayLater(msg`Enter a year from ${firstYear} to ${lastYear}`);
const made = z
  .strictObject(
    {
      year: z.int(yearFault).min(firstYear, yearFault).max(lastYear, yearFault),
      sure: z.enum(yearCertainties, sayLater(msg`Say exact, about or decade`)).default('exact'),
    },
    madeFault,
  )
  .transform(({ year, sure }) => ({ year: sure === 'decade' ? year - (year % 10) : year, sure }))
  .refine(({ year }) => year <= new Date().getUTCFullYear(), {
    path: ['year'],
    ...sayLater(msg`This year is still to come`),
  })
  .describe('When it was made. Of a decade, its first year');
const playingStateFault = `The playing state must be one of ${playingStates.join(', ')}`;
const playingState = z
  .enum(playingStates, playingStateFault)
  .describe('Whether it can be played as it is');
/** By the ids of what is asked. An empty text takes an answer back. What the kind allows, the server says. */
const answersTo = <Answer extends z.ZodType>(answer: Answer) =>
  z.record(
    z.string().max(limits.kindLength),
    z.union([z.literal(''), answer], sayLater(msg`This is not an answer`)),
    sayLater(msg`Give the answers by the ids of what is asked`),
  );
const facts = answersTo(z.union([z.string().max(limits.addressLength), z.number()])).describe(
  'Answers by the ids of the attributes of the kind, see GET /kinds/{id}. An empty text takes one back; what is not sent stays',
);
const checks = answersTo(z.enum(checkAnswers)).describe(
  'Answers by the ids of the checks of the kind: yes, no or unknown. An empty text takes one back; what is not sent stays',
);
const price = chargedAmount(() => messages.required.resalePrice);
const originalPrice = amountOrNothing(msg`This is not a price`);
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

const languageFault = sayLater(msg`This is not a language`);
const languageSays =
  'In which name and description are written, in BCP 47; of a new listing by default that of its seller';

const countryFault = sayLater(msg`Choose the country`);
const country = z
  .string(countryFault)
  .trim()
  .toUpperCase()
  .refine((code) => countries.includes(code), countryFault)
  .describe(
    'Where it is, in two letters as in ISO 3166-1; of a new listing by default as in the last one of its seller, or the country of the shop',
  );
const permit = z
  .boolean(sayLater(msg`Choose yes or no`))
  .describe(
    'Whether the seller gets the permit that its materials need when it is sold abroad; the number is asked for before it is sent',
  );
const papers = lineOrNothing(limits.papersLength).describe(
  'The papers of materials whose sale needs some at home too: kind, number and authority. Everybody reads them',
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
  kind: {
    body: kind.optional(),
    change: kind.optional(),
    reply: z.string().optional().describe('The id of its kind, see GET /kinds'),
    column: 'kind',
    isListed: true,
    file: 'kind',
    label: msg`Kind of instrument`,
    guesses: ['kind', 'kind of instrument', 'instrument kind', 'instrument type'],
    isOptional: true,
    hasDefault: true,
    isSharedByRows: true,
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
  model: {
    body: model.transform(given).optional(),
    change: model.optional(),
    reply: z.string().optional().describe('As it is written on the instrument'),
    column: 'model',
    isListed: true,
    isErased: true,
    file: 'model',
    label: msg`Model`,
    guesses: ['model', 'model name', 'modell'],
    isOptional: true,
  },
  made: {
    body: made.optional(),
    change: z.union([z.literal(''), made], madeFault).optional(),
    reply: z
      .object({
        year: z.number().int(),
        sure: z.enum(yearCertainties).describe('Of a decade, the year is its first'),
      })
      .optional()
      .describe('When it was made'),
    column: 'madeYear',
    type: 'made',
    isListed: true,
    file: 'made',
    label: msg`Year made`,
    guesses: ['made', 'year made', 'year of manufacture', 'built', 'baujahr'],
    isOptional: true,
  },
  facts: {
    body: facts.optional(),
    change: facts.optional(),
    reply: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .optional()
      .describe('Answers by the ids of the attributes of its kind'),
    column: 'facts',
    type: 'answers',
    isListed: true,
    isErased: true,
    isOptional: true,
  },
  checks: {
    body: checks.optional(),
    change: checks.optional(),
    reply: z
      .record(z.string(), z.enum(checkAnswers))
      .optional()
      .describe('Answers by the ids of the checks of its kind'),
    column: 'checks',
    type: 'answers',
    isOptional: true,
  },
  playingState: {
    body: z.union([playingState, nothing], playingStateFault).optional(),
    change: z.union([playingState, z.literal('')], playingStateFault).optional(),
    reply: z.enum(playingStates).optional().describe('Whether it can be played as it is'),
    column: 'playingState',
    isListed: true,
    file: 'playing_state',
    label: msg`Playing state`,
    guesses: ['playing state', 'playability', 'spielzustand'],
    isOptional: true,
    isSharedByRows: true,
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
        [nothing, z.literal('Select A Category').transform(() => undefined), categoryInput],
        categoryFault,
      )
      .optional(),
    change: z.union([z.literal(''), categoryInput], categoryFault).optional(),
    reply: categoryReply.optional(),
    column: 'category',
    isListed: true,
    file: 'category',
    label: msg`Category`,
    guesses: ['category', 'type', 'kategorie'],
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
  language: {
    body: z.union([languageTag, nothing], languageFault).optional().describe(languageSays),
    change: z
      .union([languageTag, z.literal('')], languageFault)
      .optional()
      .describe(languageSays),
    reply: z.string().optional().describe('In which name and description are written, in BCP 47'),
    column: 'language',
    isListed: true,
    isErased: true,
    file: 'language',
    label: msg`Language`,
    guesses: ['language', 'lang', 'sprache'],
    isOptional: true,
    hasDefault: true,
    isSharedByRows: true,
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
    guesses: ['purchase year', 'year', 'year of purchase', 'jahr', 'kaufjahr'],
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
  country: {
    body: z.union([nothing, country], countryFault).optional(),
    change: z.union([z.literal(''), country], countryFault).optional(),
    reply: z.string().optional().describe('Where it is, in two letters as in ISO 3166-1'),
    column: 'country',
    isListed: true,
    file: 'country',
    label: msg`Country`,
    guesses: ['country', 'country code', 'land', 'ships from country'],
    isOptional: true,
    hasDefault: true,
    isSharedByRows: true,
  },
  materials: {
    body: z.union([nothing, materialsField]).optional(),
    change: z.union([z.literal(''), materialsField]).optional(),
    reply: z
      .array(z.string())
      .optional()
      .describe(
        'The ids of the protected materials that it has, see GET /kinds/{id}; `none` or `unknown` alone. Missing: not said',
      ),
    column: 'materials',
    type: 'list',
    isListed: true,
    file: 'materials',
    label: msg`Protected materials`,
    guesses: ['materials', 'protected materials', 'cites', 'cites materials'],
    isOptional: true,
  },
  permit: {
    body: permit.optional(),
    change: permit.optional(),
    reply: z.boolean().optional().describe('Whether the seller gets the permit for a sale abroad'),
    column: 'getsPermit',
    type: 'flag',
    isListed: true,
    file: 'permit',
    label: msg`Gets the permit`,
    guesses: ['permit', 'gets permit', 'cites permit'],
    isOptional: true,
  },
  papers: {
    body: papers.transform(given).optional(),
    change: papers.optional(),
    reply: z
      .string()
      .optional()
      .describe('The papers of its protected materials, as the seller names them'),
    column: 'papers',
    isListed: true,
    isErased: true,
    file: 'papers',
    label: msg`Papers`,
    guesses: ['papers', 'certificate', 'cites certificate', 'provenance'],
    isOptional: true,
  },
} as const satisfies Record<string, Entry>;

interface Entry {
  /** In the call that lists, in the one that changes a listing, and in replies. */
  body: z.ZodType;
  change: z.ZodType;
  reply: z.ZodType;
  /** The column of the table `products`, by its name in the schema's type. */
  column: string;
  /**
   * `text` by default; the column of `money` has the smallest unit of the currency. `made` has a second column for how sure it is;
   * `answers` are stored by the ids of what a kind is asked.
   */
  type?: 'number' | 'money' | 'flag' | 'made' | 'answers' | 'list';
  /** The export of all listings leaves it out. */
  isPrivate?: true;
  /** It is erased with its seller, also of what was sold. */
  isErased?: true;
  /** Whether lists show it to everyone. */
  isListed?: true;
  /** The column of a file for import or export, its heading for people, and what other programs call it, as preferred. */
  file?: string;
  label?: Text;
  guesses?: readonly string[];
  /** A file need not have it. */
  isOptional?: true;
  /** Without a value a new listing gets a default, so that it never is empty. */
  hasDefault?: true;
  /** One value can be given for all rows of a file, because few files have a column for it. */
  isSharedByRows?: true;
}

type Fields = typeof listingFields;
export type ListingField = keyof Fields;
/** The fields that lists show to everyone. */
export type ListedField = {
  [Field in ListingField]: Fields[Field] extends { isListed: true } ? Field : never;
}[ListingField];

export const listingEntries = Object.entries(listingFields) as [ListingField, Entry][];

type InFile<Field extends ListingField> = Fields[Field] extends { file: infer File } ? File : never;
export type FileColumn = { [Field in ListingField]: InFile<Field> }[ListingField];
/** Those that are a column of a file. The answers have one each. */
export const fileEntries = listingEntries.filter(([, { file }]) => file !== undefined) as [
  ListingField,
  Entry & { file: FileColumn; label: Text; guesses: readonly string[] },
][];

export const bodyShape = shapeOf('body');
export const changeShape = shapeOf('change');
export const replyShape = shapeOf('reply');

function shapeOf<Part extends 'body' | 'change' | 'reply'>(part: Part) {
  return Object.fromEntries(listingEntries.map(([field, entry]) => [field, entry[part]])) as {
    [Field in ListingField]: Fields[Field][Part];
  };
}
