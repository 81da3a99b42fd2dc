import { z } from 'zod';
import type { CallInput, CallReply } from '#contract/calls.ts';
import {
  conditions,
  defaultCondition,
  dispatchTerms,
  limits,
  madeYear,
  playingStates,
  purchaseYear,
  yearCertainties,
} from '#contract/constants.ts';
import { dispatchDays } from '#contract/delivery/delivery.ts';
import { findZone, shopZones, zoneName } from '#contract/delivery/shop-zones.ts';
import {
  amount,
  chargedAmount,
  optionalLine,
  phoneNumber,
  requiredLine,
  requiredText,
  shippingAmount,
  yearOfPurchase,
} from '#contract/fields.ts';
import type { Fact } from '#contract/instruments/facts.ts';
import { sayLater } from '#contract/language.ts';
import { messages } from '#contract/messages.ts';
import { toMajorUnits, toMinorUnits } from '#contract/money/currency.ts';
import { currencyTexts } from '#contract/money/currency-texts.ts';
import { readAmount } from '#contract/money/read-amount.ts';
import { type CommissionTerms, commissionOf } from '#contract/payments/commission.ts';
import type { SingleProduct } from '#contract/products/products.ts';
import {
  type SentSerial,
  serialNumber,
  serialStates,
  serialTerms,
} from '#contract/products/serial.ts';
import { findCategory } from '#contract/products/shop-categories.ts';
import { msg, type Text, t } from '#contract/text.ts';
import { type Answers, changedAnswers } from './answers.ts';

// Zod would probe whether `eval` is allowed. The Content-Security-Policy forbids it, and browsers report every
// attempt.
z.config({ jitless: true });

const notAPrice = () => {
  const example = currencyTexts.example();
  return t`Write the price as a number, ${example}`;
};

/** The option for no category: the placeholder cannot be chosen again. */
export const noCategory = 'none';

/** The kind of a listing that has none, whatever its name says. */
export const noKind = 'none';

const { min: firstYear, max: lastYear } = madeYear;

export const deliveryWays = ['pickup', 'shipping', 'both'] as const;

/** The form's values as typed: every field is text. */
export const listingForm = z
  .object({
    /** The id of a kind; empty while the name decides. */
    kind: z.string(),
    name: requiredLine(() => messages.required.name, limits.nameLength),
    brand: optionalLine(limits.brandLength),
    model: optionalLine(limits.modelLength),
    madeYear: z
      .string()
      .trim()
      .refine((year) => year === '' || isYearMade(year), {
        ...sayLater(msg`Enter a year from ${firstYear} to ${lastYear}`),
        abort: true,
      })
      .refine((year) => Number(year) <= new Date().getUTCFullYear(), {
        ...sayLater(msg`This year is still to come`),
      }),
    madeSure: z.enum(yearCertainties),
    /** Typed answers by the ids of what the kind is asked, as JSON. */
    facts: z.string(),
    serialState: z.enum(['', ...serialStates]),
    serial: z.string().max(serialTerms.maxLength),
    category: z.string().transform(findCategory),
    condition: z.enum(conditions),
    year: typed(() => messages.required.purchaseYear).pipe(
      z
        .string()
        .regex(/^-?\d+$/, sayLater(msg`The year must be a whole number`))
        .transform((year): string | number => Number(year))
        .pipe(yearOfPurchase),
    ),
    playingState: z.union([z.literal(''), z.enum(playingStates)]),
    checks: z.string(),
    description: requiredText(() => messages.required.description, limits.descriptionLength),
    language: z.string(),
    price: typed(() => messages.required.resalePrice).pipe(typedAmount(chargedAmount)),
    originalPrice: z
      .string()
      .transform((text) => (text.trim() === '' ? undefined : text))
      .pipe(typedAmount(amount).optional()),
    offers: z.enum(['yes', 'no']),
    leastOffer: z
      .string()
      .transform((text) => (text.trim() === '' ? undefined : text))
      .pipe(typedAmount(amount).optional()),
    number: phoneNumber(() => messages.required.mobileNumber, limits.sellerPhoneLength),
    location: requiredLine(() => messages.required.location, limits.locationLength),
    delivery: z.enum(deliveryWays),
    /** The code of a country; empty: as in the last listing. */
    country: z.string(),
    /** The ids of materials, with commas; empty: not said. */
    materials: z.string(),
    permit: z.enum(['yes', 'no']),
    papers: optionalLine(limits.papersLength),
    /** Typed prices of sending by the ids of zones, as JSON: drafts store text. */
    shipping: z.string(),
    /** The days until it is sent. */
    days: z.string(),
  })
  .superRefine(({ serialState, serial }, context) => {
    if (serialState !== 'number') return;
    const issue = serialNumber.safeParse(serial).error?.issues[0];
    if (issue) context.addIssue({ code: 'custom', path: ['serial'], message: issue.message });
  })
  .superRefine(({ delivery, shipping, days }, context) => {
    if (!isSent(delivery)) return;
    const message = wrongShipping(shipping);
    if (message) context.addIssue({ code: 'custom', path: ['shipping'], message });
    const wrongDays = dispatchDays.safeParse(Number(days.trim() || Number.NaN)).error;
    if (wrongDays) {
      const [issue] = wrongDays.issues;
      context.addIssue({ code: 'custom', path: ['days'], message: issue?.message ?? '' });
    }
  })
  .refine(({ price, leastOffer }) => leastOffer === undefined || leastOffer < price, {
    path: ['leastOffer'],
    ...sayLater(msg`The lowest offer must be below the price`),
  });

export type ListingFields = z.input<typeof listingForm>;
export type Listing = z.output<typeof listingForm>;
export type ListingField = keyof ListingFields;

function isYearMade(year: string): boolean {
  return /^\d{4}$/.test(year) && Number(year) >= firstYear && Number(year) <= lastYear;
}

/** The order of the fields in the form: the first invalid one gets the focus. */
export const fieldOrder = Object.keys(listingForm.shape) as ListingField[];

export const emptyListing: ListingFields = {
  kind: '',
  name: '',
  brand: '',
  model: '',
  madeYear: '',
  madeSure: 'exact',
  facts: '{}',
  serialState: '',
  serial: '',
  category: '',
  condition: defaultCondition,
  year: String(purchaseYear.default),
  playingState: '',
  checks: '{}',
  description: '',
  language: '',
  price: '',
  originalPrice: '',
  offers: 'yes',
  leastOffer: '',
  number: '',
  location: '',
  delivery: 'pickup',
  country: '',
  materials: '',
  permit: 'no',
  papers: '',
  shipping: '{}',
  days: String(dispatchTerms.defaultDays),
};

/** A listing as the form's values. */
export function fieldsOf(product: SingleProduct, serial: KnownSerial = {}): ListingFields {
  const { name, category, condition, year, description, price, originalPrice, location } = product;
  const { pickup = true, shipping: open, closed, days } = product.delivery ?? {};
  const shipping = open && { ...open, ...mapValues(closed, ({ price: cost }) => cost) };
  return {
    kind: product.kindFrom === 'seller' ? (product.kind ?? '') : '',
    name,
    brand: product.brand ?? '',
    model: product.model ?? '',
    madeYear: product.made === undefined ? '' : String(product.made.year),
    madeSure: product.made?.sure ?? 'exact',
    facts: typedOf(product.facts),
    playingState: product.playingState ?? '',
    checks: typedOf(product.checks),
    language: product.language ?? '',
    serialState: serial.state ?? '',
    serial: serial.number ?? '',
    category: category ?? '',
    condition,
    year: String(year),
    description,
    price: String(price),
    originalPrice: originalPrice === undefined ? '' : String(originalPrice),
    offers: product.takesOffers === false ? 'no' : 'yes',
    leastOffer: product.leastOffer === undefined ? '' : String(product.leastOffer),
    number: product.number ?? '',
    location,
    country: product.country ?? '',
    materials: (product.materials ?? []).join(', '),
    permit: product.permit ? 'yes' : 'no',
    papers: product.papers ?? '',
    delivery: shipping === undefined ? 'pickup' : pickup ? 'both' : 'shipping',
    shipping: JSON.stringify(
      Object.fromEntries(
        Object.entries(shipping ?? {}).map(([zone, cost]) => [zone, String(cost)]),
      ),
    ),
    days: String(days ?? dispatchTerms.defaultDays),
  };
}

function mapValues<Value, Result>(
  values: Readonly<Record<string, Value>> = {},
  change: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
}

/** The ids of materials as typed, in the order of the call. */
export function typedMaterials(typed: string): string[] {
  return typed
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
    .sort();
}

function typedOf(answers: Readonly<Record<string, Fact>> = {}): string {
  const typedAnswers = Object.entries(answers).map(([id, answer]) => [id, String(answer)]);
  return JSON.stringify(Object.fromEntries(typedAnswers));
}

type NewProduct = CallInput<'listProduct'>['body'];
export type ProductChange = CallInput<'changeProduct'>['body'];

/** The body for a new listing. The first picture is the main one; the others follow in order. */
export function newProduct(
  listing: Listing,
  pictures: readonly string[],
  answers?: Answers,
): NewProduct {
  const [image = ''] = pictures;
  const { kind, made, playingState, language, country, materials, permit, ...fields } =
    saidOf(listing);
  const delivery = deliveryOf(listing);
  const facts = changedAnswers(answers?.facts);
  const checks = changedAnswers(answers?.checks);
  return {
    ...fields,
    ...(kind !== undefined && { kind }),
    ...(made && { made }),
    ...(playingState && { playingState }),
    ...(language && { language }),
    ...(country && { country }),
    ...(materials && { materials }),
    ...(permit && { permit }),
    ...(facts && { facts }),
    ...(checks && { checks }),
    ...(listing.serialState !== '' && { serial: serialOf(listing) }),
    ...(delivery.shipping && { delivery }),
    image,
    images: [...pictures],
  };
}

/** What the listing says in the form of the call, without its pictures, its delivery and its answers. */
function saidOf(listing: Listing) {
  const {
    offers,
    delivery,
    shipping,
    days,
    kind,
    madeYear: year,
    madeSure,
    facts,
    checks,
    serialState: _state,
    serial: _serial,
    materials,
    permit,
    ...rest
  } = listing;
  return {
    ...rest,
    // Undefined leaves the kind to the name.
    kind: kind === '' ? undefined : kind === noKind ? '' : kind,
    made: year === '' ? undefined : { year: Number(year), sure: madeSure },
    takesOffers: offers === 'yes',
    materials: materials === '' ? undefined : typedMaterials(materials),
    permit: permit === 'yes',
  };
}

/**
 * The body for an edit: only changed fields, so that two people can edit different ones. Undefined when nothing
 * changed.
 */
export function changeOf(
  product: SingleProduct,
  listing: Listing,
  pictures: readonly string[],
  answers?: Answers,
  serial: KnownSerial = {},
): ProductChange | undefined {
  const { kind, ...rest } = saidOf(listing);
  const delivery = deliveryOf(listing);
  const before = deliveryOf(fieldsOf(product));
  const { takesOffers = true, permit = false } = product;
  const shown: Partial<Record<string, unknown>> = { ...product, takesOffers, permit };
  const differing = Object.entries(rest)
    .map(([field, value]) => [field, value ?? ''] as const)
    .filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(shown[field] ?? ''));
  const facts = changedAnswers(answers?.facts, product.facts);
  const checks = changedAnswers(answers?.checks, product.checks);
  const isOtherwise = pictures.join(' ') !== product.images.join(' ');
  const change: ProductChange = {
    ...Object.fromEntries(differing),
    ...(kind !== undefined && kind !== (product.kind ?? '') && { kind }),
    ...(facts && { facts }),
    ...(checks && { checks }),
    ...((listing.serialState !== (serial.state ?? '') ||
      (listing.serialState === 'number' && listing.serial.trim() !== serial.number)) && {
      serial: serialOf(listing),
    }),
    ...(JSON.stringify(delivery) !== JSON.stringify(before) && { delivery }),
    ...(isOtherwise && { image: pictures[0], images: [...pictures] }),
  };
  return Object.keys(change).length > 0 ? change : undefined;
}

/** What the seller has said of the serial number before. */
export type KnownSerial = CallReply<'readSerial'>;

function serialOf({ serialState, serial }: Pick<Listing, 'serialState' | 'serial'>): SentSerial {
  if (serialState === '') return '';
  return serialState === 'number' ? { state: serialState, number: serial } : { state: serialState };
}

function typed(message: () => string) {
  return z.string(sayLater(message)).trim().min(1, sayLater(message));
}

/** Parses a price as people write it. */
function typedAmount(schema: (message: Text) => z.ZodType<number, number | string>) {
  return z
    .string()
    .transform((text, context): string | number => {
      const reading = readAmount(text);
      if ('amount' in reading) return reading.amount;
      context.addIssue(reading.message ?? notAPrice());
      return z.NEVER;
    })
    .pipe(schema(msg`This is not a price`));
}

/** What the seller receives of a price as typed; undefined when it is no price. */
export function receivedOf(price: string, terms: CommissionTerms): number | undefined {
  const typedPrice = listingForm.shape.price.safeParse(price);
  if (!typedPrice.success) return undefined;
  const cents = toMinorUnits(typedPrice.data);
  return toMajorUnits(cents - commissionOf(cents, terms));
}

/** Prices of sending as typed, by the ids of the zones of the shop. */
export function typedShipping(shipping: string): Record<string, string> {
  try {
    const typedPrices: unknown = JSON.parse(shipping);
    const entries = Object.entries(z.record(z.string(), z.string()).parse(typedPrices));
    return Object.fromEntries(entries.filter(([zone]) => findZone(zone) !== undefined));
  } catch {
    // The draft has been written by other code.
    return {};
  }
}

/** A shop without zones asks for none, whatever an earlier listing or draft says. */
const isSent = (delivery: ListingFields['delivery']) =>
  delivery !== 'pickup' && shopZones().length > 0;

function wrongShipping(shipping: string): string | undefined {
  const prices = Object.entries(typedShipping(shipping)).filter(([, cost]) => cost.trim() !== '');
  if (prices.length === 0) return t`Enter the price of shipping; 0 is free`;
  for (const [id, cost] of prices) {
    const issue = shippingAmount.safeParse(cost).error?.issues[0];
    const zone = findZone(id);
    if (issue && zone) {
      const name = zoneName(zone);
      return t`${name}: ${{ value: issue.message }}`;
    }
  }
  return undefined;
}

/** What a listing says of how it reaches its buyer. */
function deliveryOf({
  delivery,
  shipping,
  days,
}: Pick<ListingFields, 'delivery' | 'shipping' | 'days'>) {
  if (!isSent(delivery)) return { pickup: true };
  const prices = Object.entries(typedShipping(shipping))
    .filter(([, cost]) => cost.trim() !== '')
    .map(([zone, cost]) => [zone, shippingAmount.parse(cost)] as const);
  return {
    pickup: delivery === 'both',
    shipping: Object.fromEntries(prices),
    days: Number(days),
  };
}
