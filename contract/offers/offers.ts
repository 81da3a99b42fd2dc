import { z } from 'zod';
import { offerStates } from '#contract/bookings/states.ts';
import { defineCall } from '#contract/call.ts';
import { limits, offerTerms } from '#contract/constants.ts';
import { chosenDelivery, deliveryChoice, totals } from '#contract/delivery/delivery.ts';
import {
  chargedAmount,
  email,
  id,
  inCurrency,
  isoTime,
  page,
  phoneNumber,
  requiredLine,
  requiredText,
} from '#contract/fields.ts';
import { picture } from '#contract/images/images.ts';
import { sayLater } from '#contract/language.ts';
import { messages } from '#contract/messages.ts';
import { msg } from '#contract/text.ts';
import { type OfferAnswer, offerAnswers, offerSides } from './offer-terms.ts';

/** Why an offer is void. `ended` says no more than that it can go no further. */
export const shownVoidReasons = ['sold', 'withdrawn', 'price', 'ended'] as const;

export const offer = z.object({
  _id: id,
  productId: id,
  name: z.string().describe('Name of the instrument'),
  image: z.string(),
  picture: picture.optional(),
  price: z.number().describe('The public price of the instrument'),
  side: z.enum(offerSides).describe('Whose list it is in: the offer was made by the buyer'),
  person: z.string().describe('The name of the other side'),
  state: z.enum(offerStates),
  turn: z.enum(offerSides).optional().describe('Who can answer, while it is open or countered'),
  amount: z.number().describe(`The amount that was named last. ${inCurrency}`),
  shipping: totals.shipping,
  total: z.number().describe('The amount that was named last, and shipping'),
  delivery: chosenDelivery.optional().describe('Missing when its buyer did not choose'),
  amounts: z
    .array(z.number())
    .describe('All amounts in their order; the first is of the buyer, then the sides alternate'),
  least: z.number().optional().describe('While it can be countered: a counter must be above this'),
  most: z.number().optional().describe('While it can be countered: a counter must be below this'),
  message: z.string().optional().describe('What the buyer wrote with it'),
  phone: z.string().optional().describe('For its buyer: the number that the booking will have'),
  location: z.string().optional().describe('For its buyer: the meeting place of the booking'),
  time: isoTime.describe('When it was made'),
  changedAt: isoTime.describe('When it was made, countered or ended'),
  expiresAt: isoTime.optional().describe('Until when it can be answered'),
  voidReason: z.enum(shownVoidReasons).optional(),
  belowLeast: z
    .literal(true)
    .optional()
    .describe('For its seller: it was declined at once, as it was below the least amount'),
  bookingId: id.optional().describe('Of an accepted one'),
});
export type Offer = z.infer<typeof offer>;

const offeredAmount = chargedAmount(msg`This is not an amount`);

export const makeOffer = defineCall({
  method: 'POST',
  path: '/offers',
  who: 'user',
  refusedTo: 'limited',
  changesCatalogue: false,
  rule: "anybody but the product's seller, where the seller takes offers",
  summary: `Offer an amount below the price. It reserves nothing. Its seller has ${offerTerms.turnHours} hours to answer`,
  body: z.strictObject({
    productId: id,
    amount: offeredAmount,
    phone: phoneNumber(() => messages.required.phone, limits.buyerPhoneLength)
      .optional()
      .describe('Without it the booking of an accepted offer asks for it before the payment'),
    location: requiredLine(() => messages.required.meetingPlace, limits.meetingPlaceLength)
      .optional()
      .describe('Without it the place is where the instrument is'),
    delivery: deliveryChoice
      .optional()
      .describe(
        'As of a booking, but the address may be left out: then the booking asks for it before the payment. The price of sending stays as it is when the offer is made',
      ),
    message: z
      .union([
        z
          .string()
          .trim()
          .length(0)
          .transform(() => undefined),
        requiredText(msg`Write a message, or leave it out`, limits.offerMessageLength),
      ])
      .optional(),
  }),
  repeatable: true,
  status: 201,
  reply: z.object({
    acknowledged: z.literal(true),
    insertedId: id,
    state: z.enum(offerStates).describe('`declined` when it is declined at once'),
  }),
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

export const listOffers = defineCall({
  method: 'GET',
  path: '/offers',
  who: 'user',
  area: 'cases',
  rule: 'that user, or an admin',
  summary: "List a user's offers, or (`as=seller`) those for their instruments, newest first",
  query: z.strictObject({
    email,
    as: z.enum(offerSides, 'This must be buyer or seller').default('buyer'),
    live: z
      .enum(['true', 'false'], 'This must be true or false')
      .optional()
      .describe('Only those that can still be answered, or only the others'),
    productId: id.optional().describe('Only those for this instrument'),
    withId: id.optional().describe('Only those with this user on the other side'),
    ...page,
  }),
  paged: true,
  status: 200,
  reply: z.array(offer),
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});

export const answerOffer = defineCall({
  method: 'PUT',
  path: '/offers/{id}',
  who: 'user',
  // A counter offer is an offer.
  refusedTo: (body) => ('state' in body && body.state === 'countered' ? 'limited' : 'suspended'),
  // Accepting one books.
  changesCatalogue: true,
  rule: 'its two sides: whose turn it is accepts, counters or declines; the other withdraws',
  summary:
    'Accept an offer, which books at its amount, or counter, decline or withdraw it. Accepting repeats the amount that was seen',
  params: z.strictObject({ id }),
  body: z
    .strictObject({
      state: z.enum(offerAnswers, `The state must be one of ${offerAnswers.join(', ')}`),
      amount: offeredAmount.optional(),
    })
    .refine(({ state, amount }) => amount !== undefined || !namesAmount(state), {
      path: ['amount'],
      ...sayLater(msg`Enter the amount`),
    }),
  status: 200,
  reply: z.object({
    acknowledged: z.literal(true),
    modifiedCount: z.number().int(),
    bookingId: id.optional().describe('The booking that accepting has made'),
  }),
  refusal: { modifiedCount: 0 },
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found', 'conflict'],
});

function namesAmount(state: OfferAnswer): boolean {
  return state === 'accepted' || state === 'countered';
}
