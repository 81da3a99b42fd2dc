import { z } from 'zod';
import { bookingDispute, bookingReturn } from '#contract/bookings/bookings.ts';
import { chargebackStates, type DisputeCause, disputeStates } from '#contract/bookings/states.ts';
import { defineCall } from '#contract/call.ts';
import { evidenceClips, evidenceClipsField } from '#contract/clips/clips.ts';
import { limits } from '#contract/constants.ts';
import { totals } from '#contract/delivery/delivery.ts';
import { id, inCurrency, isoTime, page, refundAmount, requiredText } from '#contract/fields.ts';
import { evidenceAddresses, evidenceField } from '#contract/images/images.ts';
import { sayLater } from '#contract/language.ts';
import { msg } from '#contract/text.ts';

const params = z.strictObject({ id });
const inserted = z.object({ acknowledged: z.literal(true), insertedId: id });

/** What a buyer complains about. */
export const complaintCauses = [
  'not-received',
  'not-as-described',
] as const satisfies DisputeCause[];

const disputeRoles = ['buyer', 'seller', 'admin'] as const;

/** A buyer's bank has asked for the money of a charge back. The card provider decides. */
const chargeback = z.object({
  state: z.enum(chargebackStates),
  amount: z.number().describe(inCurrency),
  fee: z.number().describe("What the card provider charges for it, which is the shop's loss"),
  providerId: z.string().describe("The card provider's id, by which to answer it there"),
});

const disputeStatement = z.object({
  _id: id,
  author: z.object({ name: z.string(), role: z.enum(disputeRoles) }),
  text: z.string(),
  images: evidenceAddresses,
  clips: evidenceClips.optional(),
  time: isoTime,
});

/** A dispute with all that was said in it. */
export const dispute = bookingDispute.extend({
  bookingId: id,
  productId: id.describe('Its listing cannot be changed once it is sold'),
  parcel: z
    .object({
      carrier: z.string(),
      tracking: z.string().optional(),
      trackingUrl: z.string().optional(),
      sentAt: isoTime,
      images: evidenceAddresses.optional().describe('Of the parcel, as it was packed'),
    })
    .optional()
    .describe('What the seller has sent'),
  isSameInstrument: z
    .boolean()
    .optional()
    .describe('What the buyer said at the receipt: whether it is the instrument of the listing'),
  name: z.string().describe('Name of the product as booked'),
  price: z.number().describe(inCurrency),
  ...totals,
  buyerName: z.string(),
  sellerName: z.string(),
  commissionPercent: z
    .number()
    .optional()
    .describe("The shop's share of the price of this sale, in percent. For its seller and admins"),
  commission: z
    .number()
    .optional()
    .describe(
      'What the shop takes of the price of this sale before a refund. For its seller and admins',
    ),
  openedBy: z.enum(disputeRoles).optional().describe('Missing when the card provider opened it'),
  images: evidenceAddresses,
  clips: evidenceClips.optional(),
  return: z
    .object({
      reason: z.string(),
      images: evidenceAddresses,
      clips: evidenceClips.optional(),
      time: isoTime,
      sentBack: bookingReturn.shape.sentBack,
    })
    .optional()
    .describe('What the buyer said when asking for the return, and when it was sent back'),
  chargeback: chargeback.optional(),
  statements: z.array(disputeStatement).describe('In the order in which they were made'),
  others: z
    .array(bookingDispute.pick({ _id: true, cause: true, state: true, openedAt: true }))
    .describe('The other disputes about the same booking, oldest first'),
});
export type Dispute = z.infer<typeof dispute>;

/** A dispute in the list of admins. */
export const listedDispute = bookingDispute.extend({
  bookingId: id,
  name: z.string().describe('Name of the product as booked'),
  price: z.number().describe(inCurrency),
  ...totals,
  buyerName: z.string(),
  buyerEmail: z.string(),
  sellerName: z.string(),
  sellerEmail: z.string(),
  statements: z.number().int().describe('How many texts the parties and admins have added'),
  chargeback: chargeback.optional(),
  todo: z.string().optional().describe('What an admin has to do; missing once it is decided'),
});
export type ListedDispute = z.infer<typeof listedDispute>;

export const openDispute = defineCall({
  method: 'POST',
  path: '/bookings/{id}/dispute',
  who: 'user',
  refusedTo: 'nobody',
  changesCatalogue: false,
  rule: 'its buyer, while it is sent and not received, also after a withdrawal, or once it is received and until `returnUntil`; an admin for a buyer whose account was removed',
  summary:
    'Say that a sent instrument did not arrive, or that one that arrived is not as described; an admin decides',
  params,
  body: z.strictObject({
    cause: z
      .enum(complaintCauses, sayLater(msg`Say whether it did not arrive or is not as described`))
      .default('not-received'),
    reason: requiredText(msg`Describe what happened`, limits.disputeTextLength),
    images: evidenceField.optional(),
    clips: evidenceClipsField(limits.evidenceClips).optional(),
  }),
  status: 201,
  reply: inserted,
  refusal: { acknowledged: false },
  problems: ['bad-input', 'not-signed-in', 'not-found', 'conflict', 'unavailable'],
});

export const addDisputeStatement = defineCall({
  method: 'POST',
  path: '/bookings/{id}/dispute/statements',
  who: 'user',
  area: 'cases',
  refusedTo: 'nobody',
  changesCatalogue: false,
  rule: "its buyer, the product's seller, or an admin",
  summary: 'Add a text with pictures to the open dispute about a booking; all sides read it',
  params,
  body: z.strictObject({
    text: requiredText(msg`Write something`, limits.disputeTextLength),
    images: evidenceField.optional(),
    clips: evidenceClipsField(limits.evidenceClips).optional(),
  }),
  status: 201,
  reply: inserted,
  refusal: { acknowledged: false },
  problems: [
    'bad-input',
    'not-signed-in',
    'not-found',
    'conflict',
    'too-many-requests',
    'unavailable',
  ],
});

export const readDispute = defineCall({
  method: 'GET',
  path: '/bookings/{id}/dispute',
  who: 'user',
  area: 'cases',
  rule: "its buyer, the product's seller, or an admin",
  keyScope: 'sales:read',
  summary:
    'Read a dispute about a booking, open or decided, with statements, pictures and decision: the last one unless `disputeId` names another',
  params,
  query: z.strictObject({ disputeId: id.optional() }),
  status: 200,
  reply: dispute,
  problems: ['bad-input', 'not-signed-in', 'not-found'],
});

export const decideDispute = defineCall({
  method: 'PUT',
  path: '/bookings/{id}/dispute',
  who: 'admin',
  area: 'cases',
  changesCatalogue: false,
  rule: 'an admin who is neither its buyer nor its seller; a chargeback is decided by the card provider',
  summary:
    'Decide the open dispute about a booking: what the buyer gets back, and whether the instrument goes back first',
  params,
  body: z
    .strictObject({
      refund: refundAmount(msg`Enter how much the buyer gets back`).describe(
        'From 0 to the total of the booking',
      ),
      shippingRefund: refundAmount(msg`Enter how much of it is for shipping`)
        .optional()
        .describe(
          'The part of `refund` that was paid for sending. Without it the price goes back first',
        ),
      goesBack: z.boolean(sayLater(msg`Choose whether the instrument goes back`)),
      reason: requiredText(msg`Give a reason`, limits.disputeTextLength),
    })
    .refine(({ refund, shippingRefund = 0 }) => shippingRefund <= refund, {
      path: ['shippingRefund'],
      ...sayLater(msg`This is more than the refund`),
    })
    .refine(({ refund, goesBack }) => refund > 0 || !goesBack, {
      path: ['goesBack'],
      ...sayLater(msg`Without a refund nothing goes back`),
    }),
  status: 200,
  reply: z.object({ acknowledged: z.literal(true), modifiedCount: z.number().int() }),
  refusal: { modifiedCount: 0 },
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found', 'conflict'],
});

export const listDisputes = defineCall({
  method: 'GET',
  path: '/disputes',
  who: 'admin',
  area: 'cases',
  summary: 'List the disputes of all bookings, newest first, with what to do',
  query: z.strictObject({
    state: z.enum(disputeStates, `This must be one of ${disputeStates.join(', ')}`).optional(),
    ...page,
  }),
  paged: true,
  status: 200,
  reply: z.array(listedDispute),
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});
