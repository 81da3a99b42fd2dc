import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { limits } from '#contract/constants.ts';
import { id, inCurrency, isoTime, page, requiredText } from '#contract/fields.ts';
import { msg } from '#contract/text.ts';

export const paymentIssueKinds = ['refund-stuck', 'refund-failed', 'refunded-elsewhere'] as const;
export const paymentIssueStates = ['open', 'done'] as const;

/** Something about a payment that the shop cannot put right by itself. */
const paymentIssue = z.object({
  _id: id,
  kind: z.enum(paymentIssueKinds),
  bookingId: id,
  name: z.string().describe('Name of the product as booked'),
  buyerEmail: z.string(),
  amount: z.number().describe(inCurrency),
  provider: z.string(),
  transactionId: z.string(),
  time: isoTime,
  todo: z.string().describe('What an admin has to do'),
  done: z
    .object({
      note: z.string().describe('What was done about it'),
      by: z.string().describe('Name of the admin'),
      time: isoTime,
    })
    .optional()
    .describe('Present once an admin has marked it as done'),
});
export type PaymentIssue = z.infer<typeof paymentIssue>;

export const listPaymentIssues = defineCall({
  method: 'GET',
  path: '/payment-issues',
  who: 'admin',
  area: 'money',
  summary:
    'List refunds that fail, that a bank has sent back, and that were made at the card provider, newest first, with what to do; those that are done too, unless `state` selects',
  query: z.strictObject({
    state: z.enum(paymentIssueStates, 'This must be open or done').optional(),
    ...page,
  }),
  paged: true,
  status: 200,
  reply: z.array(paymentIssue),
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});

export const finishPaymentIssue = defineCall({
  method: 'PUT',
  path: '/payment-issues/{id}',
  who: 'admin',
  area: 'money',
  changesCatalogue: false,
  summary: 'Mark something about a payment as done, with a note of what was done; admins read it',
  params: z.strictObject({ id }),
  body: z.strictObject({
    note: requiredText(msg`Describe what you have done`, limits.paymentIssueNoteLength),
    kind: z
      .enum(paymentIssueKinds, 'This must be refund-stuck, refund-failed or refunded-elsewhere')
      .optional()
      .describe('Which one of several with this id; needed only while several are open'),
  }),
  status: 200,
  reply: z.object({ acknowledged: z.literal(true), modifiedCount: z.number().int() }),
  refusal: { modifiedCount: 0 },
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found', 'conflict'],
});
