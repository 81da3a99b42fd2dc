import { z } from 'zod';
import { defineCall } from './call.ts';
import { limits } from './constants.ts';
import { id, inCurrency, isoTime, page, requiredText } from './fields.ts';
import { textsOf } from './language.ts';
import { msg } from './text.ts';

export const paymentIssueKinds = ['refund-stuck', 'refund-failed', 'refunded-elsewhere'] as const;
type PaymentIssueKind = (typeof paymentIssueKinds)[number];
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

export const paymentIssueTodos: Record<PaymentIssueKind, string> = textsOf({
  'refund-stuck': msg`The card provider does not take this refund. Look the transaction up there: top the balance up, or refund it in the provider's dashboard, which the next attempt finds.`,
  'refund-failed': msg`The bank sent this refund back, and the money is in your balance at the card provider again. Ask the buyer for another way, and pay it there.`,
  'refunded-elsewhere': msg`This was refunded in the card provider's dashboard. The shop has entered it: the seller is not paid for it, what was paid out already is taken back or set against the next sale, and when all of it was refunded, the sale is over. Tell buyer and seller why, and what happens to the instrument.`,
});

export const listPaymentIssues = defineCall({
  method: 'GET',
  path: '/payment-issues',
  who: 'admin',
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
  summary: 'Mark something about a payment as done, with a note of what was done; admins read it',
  params: z.strictObject({ id }),
  body: z.strictObject({
    note: requiredText(msg`Say what you have done`, limits.paymentIssueNoteLength),
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
