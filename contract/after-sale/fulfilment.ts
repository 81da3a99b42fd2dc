import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { limits, saleTimes, wrongCodesPerHour } from '#contract/constants.ts';
import { atMostPictures, id, requiredLine, requiredText } from '#contract/fields.ts';
import { evidenceField } from '#contract/images/images.ts';
import { sayKnown, sayLater } from '#contract/language.ts';
import { msg } from '#contract/text.ts';

const params = z.strictObject({ id });

/** `modifiedCount` is 0 when the sale is in that state already, so a repeated request is answered like the first. */
const done = z.object({ acknowledged: z.literal(true), modifiedCount: z.number().int() });

const shared = {
  method: 'POST',
  who: 'user',
  area: 'cases',
  refusedTo: 'nobody',
  // The refund of a cancelled sale, which puts its product on sale again, is made by a job.
  changesCatalogue: false,
  params,
  status: 200,
  reply: done,
  refusal: { modifiedCount: 0 },
} as const;

export const handOver = defineCall({
  ...shared,
  path: '/bookings/{id}/handover',
  rule: "the product's seller, or an admin for a seller whose account was removed",
  keyScope: 'sales:write',
  summary: `Enter the buyer's code when handing a paid instrument over; after ${wrongCodesPerHour} wrong codes within an hour even the right one is refused for a while`,
  body: z.strictObject({
    code: z
      .string(sayLater(msg`Enter the six digits of the code`))
      .trim()
      .regex(/^(\d\s*){6}$/, 'Enter the six digits of the code')
      .describe('Six digits, with or without spaces'),
  }),
  problems: [
    'bad-input',
    'not-signed-in',
    'not-found',
    'conflict',
    'cannot-process',
    'too-many-requests',
  ],
});

export const meetInstead = defineCall({
  ...shared,
  method: 'PUT',
  path: '/bookings/{id}/meeting',
  rule: 'its buyer and its seller, of a paid booking that is sent to a zone, until it is marked as sent',
  summary:
    'Say that the two meet instead of having it sent. When both say so it is handed over with the code, the address is hidden, and what was paid for shipping goes back to the buyer with the end of the sale. `false` takes it back or declines, until both have agreed',
  body: z.strictObject({ agrees: z.boolean(sayLater(msg`Choose yes or no`)) }),
  problems: ['bad-input', 'not-signed-in', 'not-found', 'conflict'],
});

export const givePermit = defineCall({
  ...shared,
  method: 'PUT',
  path: '/bookings/{id}/permit',
  rule: "the product's seller, or an admin for a seller whose account was removed, of a booking with `permit`, until it is sent",
  keyScope: 'sales:write',
  summary: `Enter the number of the permit without which it may not be sent; a repeated request may correct it. \`refused\` cancels the sale, and the buyer gets the money back. So does the clock ${saleTimes.permitDays} days after the payment`,
  body: z
    .strictObject({
      state: z.enum(['given', 'refused'], 'This must be given or refused'),
      number: requiredLine(msg`Enter the number of the permit`, limits.permitNumberLength)
        .optional()
        .describe('With `given`: the buyer reads it too'),
    })
    .superRefine(({ state, number }, context) => {
      if ((state === 'given') === (number !== undefined)) return;
      const message =
        state === 'given'
          ? msg`Enter the number of the permit`
          : msg`This must be left out with ${state}`;
      context.addIssue({ code: 'custom', path: ['number'], message: sayKnown(message) });
    }),
  problems: ['bad-input', 'not-signed-in', 'not-found', 'conflict'],
});

/** By whom something is sent. */
export const shipment = z.strictObject({
  carrier: requiredLine(msg`Enter the carrier`, limits.carrierLength),
  tracking: requiredLine(msg`Enter the number, or leave this out`, limits.trackingLength)
    .refine(isNumberOrLink, sayLater(msg`Enter the number, or a link that begins with https://`))
    .optional()
    .describe('The number at the carrier, or an https link'),
});

export const markSent = defineCall({
  ...shared,
  path: '/bookings/{id}/sent',
  rule: "the product's seller, or an admin for a seller whose account was removed",
  keyScope: 'sales:write',
  summary:
    'Say that a paid instrument was shipped; while it is on its way, a repeated request may correct carrier and tracking, and send other pictures',
  body: shipment.extend({
    images: evidenceField
      .max(limits.parcelPictures, atMostPictures(limits.parcelPictures))
      .optional()
      .describe('Of the packed parcel. They stay with the sale as evidence'),
  }),
  problems: ['bad-input', 'not-signed-in', 'not-found', 'conflict', 'too-many-requests'],
});

export const confirmReceipt = defineCall({
  ...shared,
  path: '/bookings/{id}/received',
  rule: 'its buyer, or an admin for a buyer whose account was removed',
  summary:
    'Say that a paid instrument is there, which begins the time for a return. Once it is handed over, `isSameInstrument` can still be answered, once',
  body: z.strictObject({
    isSameInstrument: z
      .boolean(sayLater(msg`Choose yes or no`))
      .optional()
      .describe(
        'Whether it is the instrument of the listing, as its buyer sees it. Both sides and admins read it in a dispute',
      ),
  }),
  problems: ['bad-input', 'not-signed-in', 'not-found', 'conflict'],
});

export const traceSale = defineCall({
  ...shared,
  method: 'PUT',
  path: '/bookings/{id}/traced',
  changesCatalogue: true,
  rule: 'its buyer and its seller, of a paid booking of a listing with maker and serial number; taking it back at any time',
  summary:
    'Say whether a later listing may show the month of this sale (`soldHereBefore`): one of the same maker and serial number by the buyer, while that is on sale and both sides agree. Neither name nor price is shown, and neither side reads the answer of the other',
  body: z.strictObject({ agrees: z.boolean(sayLater(msg`Choose yes or no`)) }),
  problems: ['bad-input', 'not-signed-in', 'not-found', 'conflict'],
});

export const approveSale = defineCall({
  ...shared,
  path: '/bookings/{id}/approval',
  rule: 'its buyer, once it was received, while no return was asked for and no dispute is open',
  summary:
    'Say that all is well, which completes the sale at once: it can no longer be returned, and its money is ready to be paid out. A purchase from a trader is completed when the time to withdraw is over',
  body: z.strictObject({}),
  problems: ['bad-input', 'not-signed-in', 'not-found', 'conflict'],
});

export const cancelSale = defineCall({
  ...shared,
  path: '/bookings/{id}/cancel',
  rule: `the product's seller or an admin, before it is handed over or sent; its buyer from ${saleTimes.cancelAfterDays} days after the payment, or once the days that the seller has to send it are over`,
  keyScope: 'sales:write',
  summary: 'Cancel a paid booking that was not handed over; the buyer gets the money back',
  body: z.strictObject({ reason: requiredText(msg`Give a reason`, limits.cancelReasonLength) }),
  problems: ['bad-input', 'not-signed-in', 'not-found', 'conflict'],
});

export const requestCancellation = defineCall({
  ...shared,
  path: '/bookings/{id}/cancellation-request',
  rule: 'its buyer, before it is handed over or sent, until `cancelFrom`',
  summary:
    'Ask the seller to cancel a paid booking, once; the request ends when the instrument is handed over or sent',
  body: z.strictObject({
    reason: requiredText(msg`Give a reason`, limits.cancelReasonLength).describe(
      'The seller will see it',
    ),
  }),
  problems: ['bad-input', 'not-signed-in', 'not-found', 'conflict'],
});

export const answerCancellation = defineCall({
  ...shared,
  method: 'PUT',
  path: '/bookings/{id}/cancellation-request',
  rule: "the product's seller, once its buyer has asked",
  keyScope: 'sales:write',
  summary: 'Answer a request to cancel: `accepted` cancels the booking like `/cancel`',
  body: z.strictObject({
    state: z.enum(['accepted', 'declined'], 'This must be accepted or declined'),
  }),
  problems: ['bad-input', 'not-signed-in', 'not-found', 'conflict'],
});

/** Pages show a link as one, so that no other scheme than https may pass. */
function isNumberOrLink(text: string): boolean {
  if (/^[\p{L}\p{N}][\p{L}\p{N} ./-]*$/u.test(text)) return true;
  return /^https:\/\/[^\s/@.]+(\.[^\s/@.]+)+(\/\S*)?$/.test(text) && URL.canParse(text);
}
