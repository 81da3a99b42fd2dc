import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { dispatchTerms, limits } from '#contract/constants.ts';
import {
  id,
  inCurrency,
  optionalLine,
  phoneNumber,
  requiredLine,
  shippingAmount,
} from '#contract/fields.ts';
import { sayKnown, sayLater } from '#contract/language.ts';
import { messages } from '#contract/messages.ts';
import { msg, plural } from '#contract/text.ts';
import { countries } from './countries.ts';
import { findZone } from './shop-zones.ts';

/** Why a zone, or some of its countries, is closed for a listing. */
const closedZone = z.object({
  reason: z
    .enum(['permit', 'unknown', 'not-said'])
    .describe(
      'permit: its materials need a permit, which the seller does not get; unknown: the seller does not know its materials; not-said: the seller has not said whether it has one',
    ),
  price: z.number().describe(`What the seller asks for sending it there. ${inCurrency}`),
  countries: z
    .array(z.string())
    .optional()
    .describe('The countries that are closed; missing: all of the zone'),
});
export type ClosedZone = z.infer<typeof closedZone>;

/** The delivery of a listing, in replies. */
export const listingDelivery = z.object({
  pickup: z.boolean().describe('Whether its buyer can fetch it'),
  shipping: z
    .record(z.string(), z.number())
    .optional()
    .describe('What sending it costs, by the id of the zone; 0 is free'),
  closed: z
    .record(z.string(), closedZone)
    .optional()
    .describe('The zones to which its protected materials keep it from being sent, by their ids'),
  days: z
    .number()
    .int()
    .optional()
    .describe('Of shipping: the days after the payment within which the seller sends it'),
});
export type ListingDelivery = z.infer<typeof listingDelivery>;

const zoneId = z.string(sayLater(msg`This is not a zone`)).trim().max(limits.zoneIdLength);

const { maxDays } = dispatchTerms;
const notDays = sayLater(msg`Enter a whole number from 1 to ${maxDays}`);
export const dispatchDays = z
  .int(notDays)
  .min(1, notDays)
  .max(maxDays, notDays)
  .describe(
    `The days after the payment within which it is sent, ${dispatchTerms.defaultDays} until they are said; then the buyer may cancel`,
  );

/** The same, in what a seller sends. It replaces what was said before. */
export const deliveryField = z
  .strictObject({
    pickup: z.boolean(sayLater(msg`Choose yes or no`)),
    shipping: z.record(zoneId, shippingAmount).optional(),
    days: dispatchDays.optional(),
  })
  .superRefine(({ pickup, shipping = {} }, context) => {
    const zones = Object.keys(shipping);
    if (!pickup && zones.length === 0) {
      const message = sayKnown(msg`Offer pickup, or shipping to at least one zone`);
      context.addIssue({ code: 'custom', path: ['pickup'], message });
    }
    for (const zone of zones) {
      if (findZone(zone)) continue;
      const message = sayKnown(msg`The shop has no zone ${zone}`);
      context.addIssue({ code: 'custom', path: ['shipping', zone], message });
    }
  })
  .describe('Pickup, sending for a price to each of these zones of the shop, or both');

const line = () => requiredLine(msg`Enter the address`, limits.addressLineLength);
/** The address to which an instrument is shipped. */
export const deliveryAddressField = z.strictObject({
  name: requiredLine(msg`Enter the name of the recipient`, limits.personNameLength),
  lines: z
    .array(line(), sayLater(msg`Enter the address`))
    .min(1, sayLater(msg`Enter the address`))
    .max(
      limits.addressLines,
      sayLater(
        msg`Use at most ${plural(limits.addressLines, { one: '# line', other: '# lines' })}`,
      ),
    )
    .describe('Street and number, and what else is needed to find the door'),
  postcode: optionalLine(limits.postcodeLength).describe('Some countries have none'),
  city: requiredLine(msg`Enter the city`, limits.cityLength),
  region: optionalLine(limits.cityLength).describe('State or province, where addresses have one'),
  country: z
    .string(sayLater(msg`Choose the country`))
    .trim()
    .toUpperCase()
    .refine((code) => countries.includes(code), sayLater(msg`Choose the country`))
    .describe('Two letters, as in ISO 3166-1; XK is Kosovo'),
});

export const deliveryAddress = z.object({
  name: z.string(),
  lines: z.array(z.string()),
  postcode: z.string().optional(),
  city: z.string(),
  region: z.string().optional(),
  country: z.string().describe('Two letters, as in ISO 3166-1'),
});
export type DeliveryAddress = z.infer<typeof deliveryAddress>;

/** Beside an address in replies. */
export const addressLines = z
  .array(z.string())
  .optional()
  .describe('The address as it is written in its country, line by line, without the country');

/** What a buyer chooses of what the seller offers. */
export const deliveryChoice = z
  .strictObject({
    pickup: z.literal(true, 'This may only be true').optional(),
    zone: zoneId.optional().describe('The id of a zone to which the seller sends it'),
    shipping: shippingAmount
      .optional()
      .describe('What the buyer saw that sending costs: refused with 409 when it has changed'),
    address: deliveryAddressField
      .optional()
      .describe('Where it is sent. It is remembered; without it the remembered one is used'),
  })
  .superRefine(({ pickup, zone, shipping, address }, context) => {
    if ((pickup === undefined) === (zone === undefined)) {
      const message = sayKnown(msg`Choose pickup or a zone`);
      context.addIssue({ code: 'custom', path: ['zone'], message });
    }
    if (!pickup) return;
    for (const [field, value] of Object.entries({ shipping, address })) {
      if (value === undefined) continue;
      const message = sayKnown(msg`Leave this out for pickup`);
      context.addIssue({ code: 'custom', path: [field], message });
    }
  })
  .describe('Pickup, or sending to a zone. Without it nothing is said and sending costs nothing');
export type DeliveryChoice = z.output<typeof deliveryChoice>;

/** What was chosen, in replies. */
export const chosenDelivery = z.object({
  method: z.enum(['pickup', 'shipping']),
  zone: z.string().optional().describe('Of shipping: the id of the zone'),
  zoneName: z.string().optional().describe('As it was called then'),
});

/** What a sale costs its buyer. */
export const totals = {
  shipping: z.number().describe(`What sending costs. ${inCurrency}`),
  total: z.number().describe('Price and shipping: what is charged'),
};

const params = z.strictObject({ id });

export const readDeliveryAddress = defineCall({
  method: 'GET',
  path: '/users/{id}/address',
  who: 'user',
  rule: 'that user, and nobody else',
  summary: 'Read where your instruments are sent, as it is remembered',
  params,
  status: 200,
  reply: z.object({ address: deliveryAddress.optional(), addressLines }),
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});

export const rememberDeliveryAddress = defineCall({
  method: 'PUT',
  path: '/users/{id}/address',
  who: 'user',
  refusedTo: 'suspended',
  changesCatalogue: false,
  rule: 'that user, and nobody else',
  summary: 'Say where your instruments are sent. Bookings that were made keep their address',
  params,
  body: deliveryAddressField,
  status: 200,
  reply: z.object({ acknowledged: z.literal(true), modifiedCount: z.number().int() }),
  refusal: { modifiedCount: 0 },
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});

export const forgetDeliveryAddress = defineCall({
  method: 'DELETE',
  path: '/users/{id}/address',
  who: 'user',
  refusedTo: 'nobody',
  changesCatalogue: false,
  rule: 'that user, and nobody else',
  summary: 'Forget where your instruments are sent. Bookings that were made keep their address',
  params,
  status: 200,
  reply: z.object({ acknowledged: z.literal(true), deletedCount: z.number().int() }),
  refusal: { deletedCount: 0 },
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});

export const changeBookingPhone = defineCall({
  method: 'PUT',
  path: '/bookings/{id}/phone',
  who: 'user',
  refusedTo: 'nobody',
  changesCatalogue: false,
  rule: 'its buyer, until it is paid',
  summary: 'Say the number at which the seller reaches the buyer of a booking',
  params,
  body: z.strictObject({
    phone: phoneNumber(() => messages.required.phone, limits.buyerPhoneLength),
  }),
  status: 200,
  reply: z.object({ acknowledged: z.literal(true), modifiedCount: z.number().int() }),
  refusal: { modifiedCount: 0 },
  problems: ['bad-input', 'not-signed-in', 'not-found', 'conflict'],
});

export const changeBookingAddress = defineCall({
  method: 'PUT',
  path: '/bookings/{id}/address',
  who: 'user',
  refusedTo: 'nobody',
  changesCatalogue: false,
  rule: 'its buyer, of a booking that is sent to a zone, until it is paid',
  summary: 'Say where a booked instrument is sent. It is remembered too',
  params,
  body: deliveryAddressField,
  status: 200,
  reply: z.object({ acknowledged: z.literal(true), modifiedCount: z.number().int() }),
  refusal: { modifiedCount: 0 },
  problems: ['bad-input', 'not-signed-in', 'not-found', 'conflict'],
});
