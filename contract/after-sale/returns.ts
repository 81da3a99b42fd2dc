import { z } from 'zod';
import { booking } from '#contract/bookings/bookings.ts';
import { returnStates } from '#contract/bookings/states.ts';
import { defineCall } from '#contract/call.ts';
import { evidenceClipsField } from '#contract/clips/clips.ts';
import { limits, saleTimes } from '#contract/constants.ts';
import { id, page, requiredText } from '#contract/fields.ts';
import { evidenceField } from '#contract/images/images.ts';
import { sayKnown, sayLater } from '#contract/language.ts';
import { msg } from '#contract/text.ts';
import { shipment } from './fulfilment.ts';

const done = z.object({ acknowledged: z.literal(true), modifiedCount: z.number().int() });

export const requestReturn = defineCall({
  method: 'POST',
  path: '/bookings/{id}/return',
  who: 'user',
  area: 'cases',
  refusedTo: 'nobody',
  changesCatalogue: false,
  rule: 'its buyer, until `returnUntil`; an admin for a buyer whose account was removed',
  summary: 'Ask to give a paid instrument back for a full refund',
  params: z.strictObject({ id }),
  body: z.strictObject({
    reason: requiredText(msg`Give the reason for the return`, limits.returnReasonLength),
    images: evidenceField.optional(),
    clips: evidenceClipsField(limits.evidenceClips).optional(),
  }),
  status: 201,
  reply: z.object({ acknowledged: z.literal(true), insertedId: id }),
  refusal: { acknowledged: false },
  problems: ['bad-input', 'not-signed-in', 'not-found', 'conflict', 'unavailable'],
});

/** The field that says more about a decision, by decision. */
const detailOf = { accepted: 'place', contested: 'reason', 'given-back': 'code' } as const;
/** The decision to which a field belongs. */
const decisionOf = {
  place: 'accepted',
  reason: 'contested',
  images: 'contested',
  clips: 'contested',
  code: 'given-back',
} as const;

export const decideReturn = defineCall({
  method: 'PUT',
  path: '/bookings/{id}/return',
  who: 'user',
  area: 'cases',
  refusedTo: 'nobody',
  // The refund, which puts the product on sale again, is made by a job.
  changesCatalogue: false,
  rule: "the product's seller, or an admin, who cannot contest; `given-back` with the seller's code also the buyer; `given-back` of one that was not given back in time, while the sale is not completed, the seller or an admin",
  keyScope: 'sales:write',
  summary: `Answer a return: accept it and say where, contest it, or say that the instrument was given back, which starts the refund. Without an answer it counts as accepted after ${saleTimes.returnAcceptedAfterDays} days`,
  params: z.strictObject({ id }),
  body: z
    .strictObject({
      state: z.enum(
        ['accepted', 'contested', 'given-back'],
        'This must be accepted, contested or given-back',
      ),
      place: requiredText(msg`Enter where to bring or send it`, limits.returnPlaceLength)
        .optional()
        .describe('With `accepted`: where the buyer brings or sends the instrument'),
      reason: requiredText(msg`Explain why you contest it`, limits.disputeTextLength)
        .optional()
        .describe('With `contested`: both sides and the admins read it'),
      code: z
        .string()
        .trim()
        .regex(/^(\d\s*){6}$/, sayLater(msg`The code has six digits`))
        .optional()
        .describe("With `given-back`, from the buyer: the seller's code"),
      images: evidenceField
        .optional()
        .describe('With `contested`: addresses of pictures that show what the reason says'),
      clips: evidenceClipsField(limits.evidenceClips)
        .optional()
        .describe('With `contested`: sound or video that shows it'),
    })
    .superRefine((decision, context) => {
      const { state } = decision;
      const missing = {
        accepted: msg`Enter where to bring or send it`,
        contested: msg`Explain why you contest it`,
      };
      if (state !== 'given-back' && decision[detailOf[state]] === undefined) {
        context.addIssue({
          code: 'custom',
          path: [detailOf[state]],
          message: sayKnown(missing[state]),
        });
      }
      for (const field of ['place', 'reason', 'images', 'clips', 'code'] as const) {
        if (decisionOf[field] === state || decision[field] === undefined) continue;
        context.addIssue({
          code: 'custom',
          path: [field],
          message: sayKnown(msg`This must be left out with ${state}`),
        });
      }
    }),
  status: 200,
  reply: done,
  refusal: { modifiedCount: 0 },
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

export const markSentBack = defineCall({
  method: 'POST',
  path: '/bookings/{id}/return/sent',
  who: 'user',
  area: 'cases',
  refusedTo: 'nobody',
  changesCatalogue: false,
  rule: 'its buyer, or an admin for a buyer whose account was removed',
  summary: `Say that an instrument was sent back, which stops the time to give it back. When the seller says nothing for ${saleTimes.sentBackDays} days, a dispute opens; a repeated request may correct carrier and tracking`,
  params: z.strictObject({ id }),
  body: shipment,
  status: 200,
  reply: done,
  refusal: { modifiedCount: 0 },
  problems: ['bad-input', 'not-signed-in', 'not-found', 'conflict'],
});

export const listReturns = defineCall({
  method: 'GET',
  path: '/returns',
  who: 'admin',
  area: 'cases',
  summary: 'List the bookings with a return, newest booking first',
  query: z.strictObject({
    state: z.enum(returnStates, `This must be one of ${returnStates.join(', ')}`).optional(),
    ...page,
  }),
  paged: true,
  status: 200,
  reply: z.array(booking),
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});
