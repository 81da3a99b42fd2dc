import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { evidenceClips } from '#contract/clips/clips.ts';
import { endedBookingDays, limits } from '#contract/constants.ts';
import {
  addressLines,
  chosenDelivery,
  deliveryAddress,
  deliveryChoice,
  totals,
} from '#contract/delivery/delivery.ts';
import {
  amount,
  atMostCharacters,
  email,
  id,
  inCurrency,
  isoTime,
  page,
  phoneNumber,
  requiredLine,
  requiredText,
} from '#contract/fields.ts';
import { evidenceAddresses, picture } from '#contract/images/images.ts';
import { messages } from '#contract/messages.ts';
import { msg } from '#contract/text.ts';
import {
  bookingStates,
  disputeCauses,
  disputeStates,
  fulfilmentMethods,
  fulfilmentStates,
  releaseReasons,
  returnStates,
} from './states.ts';

/** The return of a booking. */
export const bookingReturn = z.object({
  reason: z.string(),
  state: z.enum(returnStates),
  time: isoTime.describe('When it was asked for'),
  autoAcceptedAt: isoTime.optional().describe('When it counts as accepted if the seller is silent'),
  images: evidenceAddresses.optional(),
  clips: evidenceClips.optional(),
  decidedAt: isoTime.optional(),
  place: z.string().optional().describe('Where the instrument is brought or sent'),
  contestReason: z.string().optional().describe('Why the seller contests it'),
  giveBackBy: isoTime
    .optional()
    .describe(
      'Until when it can be given back; missing while nobody has said where, and before the receipt',
    ),
  sentBack: z
    .object({
      time: isoTime,
      carrier: z.string(),
      tracking: z.string().optional().describe('Number or address at the carrier'),
    })
    .optional()
    .describe('What the buyer has sent back; then `giveBackBy` does not count'),
  disputedFrom: isoTime
    .optional()
    .describe(
      'When the silence of the seller opens a dispute, about where it goes or what was sent back',
    ),
  finalAt: isoTime
    .optional()
    .describe('When a return that was not given back in time makes the sale final'),
  givenBackAt: isoTime.optional(),
  buyerKeepsIt: z
    .literal(true)
    .optional()
    .describe('Present when the buyer is refunded and keeps the instrument'),
  code: z
    .string()
    .optional()
    .describe('For the seller of an accepted return: the buyer enters it when giving back'),
});

/** The money that goes back, or went back, to the buyer of a paid booking. */
export const bookingRefund = z.object({
  amount: z.number().describe(inCurrency),
  shipping: z.number().optional().describe('The part of it that was paid for sending'),
  state: z.enum(['due', 'refunded']),
  time: isoTime.optional().describe('When the card provider refunded it'),
});

/** The permit without which a booking is not sent. */
const bookingPermit = z.object({
  materials: z.array(z.string()).describe('The materials that need it, by their ids'),
  dueAt: isoTime
    .optional()
    .describe('Until when its number is asked for, once it was paid; then the sale is cancelled'),
  number: z.string().optional(),
  givenAt: isoTime.optional().describe('When the seller entered the number'),
});

/** The ways in which a paid instrument reaches its buyer. */
export const bookingFulfilment = z.object({
  state: z.enum(fulfilmentStates),
  method: z.enum(fulfilmentMethods).optional(),
  carrier: z.string().optional(),
  tracking: z.string().optional().describe('Number or address at the carrier'),
  trackingUrl: z
    .string()
    .optional()
    .describe('Where it is tracked, when the carrier is one of those that the owner names'),
  sentAt: isoTime.optional(),
  parcelImages: evidenceAddresses.optional().describe('Of the packed parcel'),
  autoReceivedAt: isoTime
    .optional()
    .describe('When a sent instrument counts as received if nobody objects'),
  receivedAt: isoTime.optional(),
  isSameInstrument: z
    .boolean()
    .optional()
    .describe(
      'For its buyer: what they said at the receipt of whether it is the one of the listing',
    ),
  approvedAt: isoTime.optional().describe('When its buyer said that all is well'),
  completedAt: isoTime.optional().describe('When the sale was completed and its money released'),
  cancelFrom: isoTime
    .optional()
    .describe('From when its buyer may cancel, while it was not handed over'),
  cancelledAt: isoTime.optional(),
  cancelReason: z.string().optional(),
  cancellationRequest: z
    .object({
      reason: z.string(),
      time: isoTime,
      declinedAt: isoTime.optional().describe('When the seller declined'),
    })
    .optional()
    .describe('What its buyer asked the seller; void once it was handed over or sent'),
  meeting: z
    .object({
      askedBy: z.enum(['buyer', 'seller']),
      time: isoTime.describe('When the first of the two chose it'),
      agreedAt: isoTime.optional().describe('When the other one agreed'),
    })
    .optional()
    .describe(
      'Of a booking that is sent to a zone: the two meet instead. Once both have chosen it there is a code, the address is hidden, and `shipping` goes back with the end of the sale',
    ),
  code: z
    .string()
    .optional()
    .describe(
      'For the buyer, until the handover: the seller enters it when handing over. Missing while it is to be sent',
    ),
});

/** The last dispute about a booking. */
export const bookingDispute = z.object({
  _id: id,
  cause: z.enum(disputeCauses),
  state: z.enum(disputeStates),
  reason: z.string().optional().describe('What the person who opened it said'),
  openedAt: isoTime,
  decidedAt: isoTime.optional(),
  refund: z.number().optional().describe('What the buyer gets back'),
  shippingRefund: z.number().optional().describe('The part of it that was paid for sending'),
  goesBack: z.boolean().optional().describe('Whether the instrument goes back before the refund'),
  decisionReason: z.string().optional(),
});

/** Whether a seller has the money of a sale: `pending` until it is completed, `due` until a payout has been started. */
const salePayoutStates = ['pending', 'due', 'on-its-way', 'paid-out'] as const;

/** What a sale brings its seller. */
const bookingEarnings = z.object({
  amount: z
    .number()
    .describe("The seller's part of the price, and shipping, less what went back to the buyer"),
  commission: z
    .number()
    .describe("The shop's share of the price, less what it gives back of it with a refund"),
  payout: z.enum(salePayoutStates),
  paidOutAt: isoTime.optional(),
});

/** The offer by which a booking was made. */
const bookingOffer = z.object({
  listedPrice: z.number().describe('The public price when it was accepted'),
  amounts: z
    .array(z.number())
    .describe('All amounts in their order; the first is of the buyer, the last is the price'),
  time: isoTime.describe('When the offer was made'),
});

export const booking = z.object({
  _id: id,
  buyerName: z.string(),
  buyerEmail: z.string(),
  name: z.string().describe('Name of the product as booked'),
  price: z.number().describe('Price as booked'),
  ...totals,
  delivery: chosenDelivery.optional().describe('Missing when its buyer did not choose'),
  address: deliveryAddress
    .optional()
    .describe(
      'Where it is sent, when one booking is read: for its buyer; for its seller from the payment to the end of the sale; for admins while a dispute is open, and when they act for a removed seller',
    ),
  addressLines,
  shipsFrom: z
    .string()
    .optional()
    .describe(
      'The country from which it is sent, in two letters; duty may be due when `address` is across a customs border',
    ),
  needsAddress: z
    .literal(true)
    .optional()
    .describe('For its buyer: it can be paid once there is an address'),
  needsPhone: z
    .literal(true)
    .optional()
    .describe('For its buyer: it can be paid once there is a telephone number'),
  image: z.string(),
  phone: z.string(),
  location: z.string().describe('Meeting place'),
  productId: id,
  paid: z.boolean(),
  state: z.enum(bookingStates),
  releaseReason: z
    .enum(releaseReasons)
    .optional()
    .describe('Why the hold of a released booking ended'),
  releaseNote: z.string().optional().describe('What the seller said when declining it'),
  releasedAt: isoTime.optional().describe('When the hold of a released booking ended'),
  sellerName: z.string(),
  buyerRemoved: z
    .literal(true)
    .optional()
    .describe("Present when the buyer's account was removed: an admin acts for them"),
  sellerRemoved: z.literal(true).optional().describe('The same for the seller'),
  time: isoTime.describe('When it was booked'),
  expiresAt: isoTime.optional().describe('When the hold of an unpaid booking runs out'),
  transactionId: z.string().optional().describe('Of the payment, once paid'),
  number: z
    .string()
    .optional()
    .describe("The seller's mobile number, for the buyer of a live booking"),
  picture: picture.optional(),
  paidAt: isoTime.optional(),
  returnDays: z
    .number()
    .int()
    .optional()
    .describe('The days from the receipt to return it, one working day more when it was sent'),
  returnUntil: isoTime
    .optional()
    .describe('Until when the buyer can ask for a return, once it was received'),
  withdrawal: z
    .object({
      days: z.number().int().describe('From the receipt'),
      time: isoTime.optional().describe('When its buyer has withdrawn'),
    })
    .optional()
    .describe(
      'Of a purchase from a trader; it can be withdrawn from until `returnUntil`, and while that is missing',
    ),
  trader: z
    .object({ name: z.string(), address: z.string() })
    .optional()
    .describe('Whom the buyer of a trader has the contract with, as it was said at the booking'),
  return: bookingReturn.optional(),
  permit: bookingPermit
    .optional()
    .describe(
      'Present when its materials need a permit to be sent to its address. It is not sent before the number is there',
    ),
  fulfilment: bookingFulfilment.optional().describe('Present once it was paid'),
  dispute: bookingDispute.optional(),
  refund: bookingRefund.optional(),
  reviewUntil: isoTime
    .optional()
    .describe('Until when the caller can write a review; missing once they have'),
  traced: z
    .boolean()
    .optional()
    .describe(
      'For its buyer and its seller: whether the caller agrees that a later listing of its buyer says that it was sold here (`PUT /bookings/{id}/traced`). Missing while that cannot be agreed: before the payment, after a refund, without a serial number',
    ),
  offer: bookingOffer.optional().describe('Present when an accepted offer has made the booking'),
  earnings: bookingEarnings.optional().describe('For its seller and admins, once it was paid'),
});
export type Booking = z.infer<typeof booking>;

export const listBookings = defineCall({
  method: 'GET',
  path: '/bookings',
  who: 'user',
  area: 'cases',
  rule: 'that user, or an admin',
  keyScope: 'sales:read',
  summary:
    "List a user's bookings, or (`as=seller`) those that others placed on their products; released ones are left out unless `ended=true` asks for them",
  query: z.strictObject({
    email,
    as: z.enum(['buyer', 'seller'], 'This must be buyer or seller').default('buyer'),
    ended: z
      .enum(['true', 'false'], 'This must be true or false')
      .optional()
      .describe(
        `With \`true\`, also those of the last ${endedBookingDays} days that ended without that user's doing`,
      ),
    paid: z
      .literal('true', 'This may only be true')
      .optional()
      .describe('Only those that were paid, returned ones included'),
    order: z
      .enum(['newest', 'needs-you'], 'This must be newest or needs-you')
      .default('newest')
      .describe(
        'With `needs-you` those that wait for that user come first, then those that are under way, then what is finished, each newest first',
      ),
    ...page,
    cursor: z
      .string()
      .regex(/^([012]\.)?[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i, 'This is not a cursor')
      .optional()
      .describe('As `Link` gives it'),
  }),
  paged: true,
  status: 200,
  reply: z.array(booking),
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});

export const listAllBookings = defineCall({
  method: 'GET',
  path: '/bookings/all',
  who: 'admin',
  area: 'cases',
  summary: 'List the bookings of all users in any state, newest first',
  query: z.strictObject({
    search: z
      .string()
      .trim()
      .max(limits.nameLength, atMostCharacters(limits.nameLength))
      .optional()
      .describe(
        "Beginnings of words of the product's name or of the buyer's name or address, or of the seller's name or address",
      ),
    ...page,
  }),
  paged: true,
  status: 200,
  reply: z.array(booking),
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});

export const readBooking = defineCall({
  method: 'GET',
  path: '/bookings/{id}',
  who: 'user',
  area: 'cases',
  rule: "its buyer, the product's seller, or an admin",
  keyScope: 'sales:read',
  summary: 'Read one booking',
  params: z.strictObject({ id }),
  status: 200,
  reply: booking,
  problems: ['bad-input', 'not-signed-in', 'not-found'],
});

const ignoredText = z.string().max(limits.addressLength).optional();

export const bookItem = defineCall({
  method: 'POST',
  path: '/bookings',
  who: 'user',
  refusedTo: 'suspended',
  changesCatalogue: true,
  rule: "anybody but the product's seller; email and price must agree with the token and the product",
  summary: 'Book a product: it is held until it is paid or the hold runs out',
  body: z.strictObject({
    buyerName: ignoredText.describe("Accepted and not used: the caller's name is"),
    buyerEmail: email.optional(),
    name: ignoredText.describe("Accepted and not used: the product's name is"),
    price: amount(msg`This is not a price`),
    image: ignoredText.describe("Accepted and not used: the product's picture is"),
    phone: phoneNumber(() => messages.required.phone, limits.buyerPhoneLength),
    location: requiredLine(() => messages.required.meetingPlace, limits.meetingPlaceLength),
    productId: id,
    delivery: deliveryChoice.optional(),
  }),
  repeatable: true,
  status: 201,
  reply: z.object({ acknowledged: z.literal(true), insertedId: id }),
  refusal: { acknowledged: false },
  problems: [
    'bad-input',
    'not-signed-in',
    'not-allowed',
    'not-found',
    'conflict',
    'cannot-process',
    'too-many-requests',
  ],
});

export const releaseBooking = defineCall({
  method: 'DELETE',
  path: '/bookings/{id}',
  who: 'user',
  area: 'cases',
  refusedTo: 'nobody',
  changesCatalogue: true,
  rule: 'its buyer, or an admin; a paid one is refused',
  summary: 'Delete an unpaid booking',
  params: z.strictObject({ id }),
  status: 200,
  reply: z.object({ acknowledged: z.literal(true), deletedCount: z.number().int() }),
  refusal: { deletedCount: 0 },
  problems: ['bad-input', 'not-signed-in', 'not-found', 'conflict'],
});

export const declineBooking = defineCall({
  method: 'POST',
  path: '/bookings/{id}/decline',
  who: 'user',
  area: 'cases',
  refusedTo: 'nobody',
  changesCatalogue: true,
  rule: "the product's seller, or an admin; a paid one is refused",
  keyScope: 'sales:write',
  summary: 'Release an unpaid booking as its seller, with a reason for the buyer',
  params: z.strictObject({ id }),
  body: z.strictObject({
    reason: requiredText(msg`Give a reason`, limits.declineReasonLength),
  }),
  status: 200,
  reply: z.object({ acknowledged: z.literal(true), modifiedCount: z.number().int() }),
  refusal: { modifiedCount: 0 },
  problems: ['bad-input', 'not-signed-in', 'not-found', 'conflict'],
});
