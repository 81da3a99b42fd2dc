import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { limits } from '#contract/constants.ts';
import { email, id, isoTime, page, requiredLine, requiredText } from '#contract/fields.ts';
import { sayLater } from '#contract/language.ts';
import { messages } from '#contract/messages.ts';
import { msg } from '#contract/text.ts';
import { ownAppeal } from './cases.ts';
import {
  caseOutcomes,
  caseStates,
  reportReasons,
  reportTerms,
  subjectKinds,
} from './moderation-terms.ts';

/** What is left empty is missing. */
const orNothing = <Field extends z.ZodType>(field: Field) =>
  z
    .union([
      z
        .string()
        .trim()
        .length(0)
        .transform(() => undefined),
      field,
    ])
    .optional();

const subjectReference = z.strictObject({
  kind: z.enum(subjectKinds, `This must be one of ${subjectKinds.join(', ')}`),
  id,
});

export const reportBody = z
  .strictObject({
    subject: subjectReference,
    reason: z.enum(reportReasons, sayLater(msg`Choose a reason`)),
    explanation: requiredText(msg`Describe what is wrong`, limits.reportLength),
    law: orNothing(
      requiredLine(msg`Fill this in, or leave it out`, limits.reportLawLength),
    ).describe('The law that is broken; required with the reason `illegal`'),
    name: orNothing(requiredLine(() => messages.required.name, limits.nameLength)).describe(
      'Of a guest, except with the reason `child-safety`; a user is known',
    ),
    email: orNothing(email).describe('The same'),
    language: z
      .string()
      .max(35)
      .optional()
      .describe('Of the mails to a guest; missing: that of the request'),
    goodFaith: z.literal(
      true,
      sayLater(msg`Confirm that what you report is true as far as you know`),
    ),
  })
  .superRefine(({ reason, law }, context) => {
    if (reason !== 'illegal' || law !== undefined) return;
    context.addIssue({
      code: 'custom',
      path: ['law'],
      ...messageOf(msg`Name the law that is broken`),
    });
  });

const messageOf = (text: Parameters<typeof sayLater>[0]) => ({ message: sayLater(text).error() });

export const fileReport = defineCall({
  method: 'POST',
  path: '/reports',
  who: 'everybody',
  refusedTo: 'nobody',
  changesCatalogue: false,
  summary:
    'Report a listing, one of its pictures, a message, a review or a person to the admins. A guest gives name and address, which is not needed where it is about children. The reply and the mail that follows have a reference, and nothing of what was written; a user who reports the same again while nobody has decided gets the same reference',
  body: reportBody,
  perHour: reportTerms.perPlaceHourly,
  status: 201,
  reply: z.object({
    acknowledged: z.literal(true),
    insertedId: id,
    reference: z.string().describe('By which to ask about it'),
  }),
  refusal: { acknowledged: false },
  problems: ['bad-input', 'not-signed-in', 'not-found', 'conflict', 'too-many-requests'],
});

/** What the sender of a report reads of it: nothing about the person that others do not know. */
export const ownReport = z.object({
  _id: id,
  reference: z.string(),
  subject: z.object({
    kind: z.enum(subjectKinds),
    name: z.string().optional().describe('Of the listing or person, while it is there'),
    productId: id.optional(),
    sellerId: id.optional(),
  }),
  reason: z.enum(reportReasons),
  explanation: z.string(),
  law: z.string().optional(),
  time: isoTime,
  state: z.enum(caseStates),
  decision: z
    .object({
      _id: id.describe('By which to appeal'),
      outcome: z
        .enum(caseOutcomes)
        .describe('The last one, when their appeal has opened the case again'),
      time: isoTime,
      appealUntil: isoTime
        .optional()
        .describe('While the sender can appeal: when the decision left everything as it was'),
      appeal: ownAppeal.optional().describe('Their own'),
    })
    .optional(),
});
export type OwnReport = z.infer<typeof ownReport>;

export const listOwnReports = defineCall({
  method: 'GET',
  path: '/reports',
  who: 'user',
  rule: 'their own',
  summary: 'List what the caller has reported, with what became of it, newest first',
  query: z.strictObject({ email, ...page }),
  paged: true,
  status: 200,
  reply: z.array(ownReport),
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});
