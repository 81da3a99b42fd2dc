import { z } from 'zod';
import { payoutStates } from '#contract/bookings/states.ts';
import { defineCall } from '#contract/call.ts';
import { limits } from '#contract/constants.ts';
import { email, id, isoTime, page, requiredLine } from '#contract/fields.ts';
import { sayLater } from '#contract/language.ts';
import { msg } from '#contract/text.ts';
import { bankDetails } from './account-number.ts';
import { balance, payoutProviders } from './earnings.ts';

/** `missing`: the seller has not said where to pay. `checking` and `restricted` are words of the payout provider. */
export const payoutAccountStates = [
  'missing',
  'incomplete',
  'checking',
  'ready',
  'restricted',
] as const;

const maskedAccount = z.object({
  state: z.enum(payoutAccountStates),
  holder: z.string().optional(),
  number: z.string().optional().describe('Masked: the last four characters'),
});

/** `due`: owed to a seller, and no payout has been started for it. */
export const listedPayoutStates = ['due', ...payoutStates] as const;

export const payout = z.object({
  _id: id.describe("The payout's id; the seller's for what is due"),
  seller: z.object({ _id: id, name: z.string(), email: z.string() }),
  amount: balance,
  currency: z.string(),
  state: z.enum(listedPayoutStates),
  provider: z.enum(payoutProviders),
  account: maskedAccount,
  attempts: z.number().int().describe('How often the payout provider was asked'),
  time: isoTime.optional().describe('When it was started'),
  takenAt: isoTime.optional(),
  paidAt: isoTime.optional(),
  failedAt: isoTime.optional(),
  reference: z.string().optional().describe('By which the transfer is found at the bank'),
  failure: z.string().optional().describe('Why it failed'),
  disputedAt: isoTime
    .optional()
    .describe(
      'Present on a manual payout that is on its way while a dispute about money in it is open: when that was opened',
    ),
});
export type Payout = z.infer<typeof payout>;

export const listPayouts = defineCall({
  method: 'GET',
  path: '/payouts',
  who: 'admin',
  area: 'money',
  summary: 'List who is owed what (`due`), or the payouts in a state, newest first',
  variant: { in: 'query', has: 'state' },
  query: z.strictObject({
    state: z.enum(listedPayoutStates, 'This must be due, started, taken, paid or failed'),
    ...page,
  }),
  paged: true,
  status: 200,
  reply: z.array(payout),
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});

export const listOwnPayouts = defineCall({
  method: 'GET',
  path: '/payouts',
  who: 'user',
  area: 'money',
  rule: 'that seller, or an admin',
  keyScope: 'sales:read',
  summary: "List a seller's payouts, newest first",
  variant: { in: 'query', has: 'email' },
  query: z.strictObject({ email, ...page }),
  paged: true,
  status: 200,
  reply: z.array(payout),
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});

export const startPayout = defineCall({
  method: 'POST',
  path: '/payouts',
  who: 'admin',
  area: 'money',
  changesCatalogue: false,
  summary: 'Start a payout of all that is due to a seller',
  body: z.strictObject({
    email,
    sellerId: id
      .optional()
      .describe(
        'Of the listed seller. Without it the user who has the email now is paid, and a removed one if nobody has it',
      ),
  }),
  repeatable: true,
  status: 201,
  reply: z.object({ acknowledged: z.literal(true), insertedId: id }),
  refusal: { acknowledged: false },
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found', 'conflict'],
});

export const payoutFailureLength = 500;

export const changePayout = defineCall({
  method: 'PUT',
  path: '/payouts/{id}',
  who: 'admin',
  area: 'money',
  changesCatalogue: false,
  summary:
    'Say that a manual payout has been paid, with its reference at the bank, or that it failed',
  params: z.strictObject({ id }),
  body: z
    .strictObject({
      state: z.enum(['paid', 'failed'], 'This must be paid or failed'),
      reference: requiredLine(
        msg`Enter the bank’s reference`,
        limits.payoutReferenceLength,
      ).optional(),
      reason: requiredLine(msg`Explain why it failed`, payoutFailureLength).optional(),
    })
    .refine(({ state, reference }) => state !== 'paid' || reference !== undefined, {
      path: ['reference'],
      ...sayLater(msg`Enter the bank’s reference`),
    })
    .refine(({ state, reason }) => state !== 'failed' || reason !== undefined, {
      path: ['reason'],
      ...sayLater(msg`Explain why it failed`),
    }),
  status: 200,
  reply: z.object({ acknowledged: z.literal(true), modifiedCount: z.number().int() }),
  refusal: { modifiedCount: 0 },
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found', 'conflict'],
});

export const readBankFile = defineCall({
  method: 'GET',
  path: '/payouts/bank.csv',
  who: 'admin',
  area: 'money',
  summary: 'The manual payouts that have yet to be paid, with bank details, for the bank',
  status: 200,
  isCsv: true,
  streamed: true,
  reply: z.string(),
  problems: ['not-signed-in', 'not-allowed', 'too-many-requests'],
});

export const payoutAccount = maskedAccount.extend({
  provider: z.enum(payoutProviders),
  changedAt: isoTime.optional(),
});
export type PayoutAccount = z.infer<typeof payoutAccount>;

export const readPayoutAccount = defineCall({
  method: 'GET',
  path: '/payout-account',
  who: 'user',
  area: 'money',
  rule: 'that seller, or an admin',
  summary: 'Read where a seller is paid, masked',
  query: z.strictObject({ email }),
  status: 200,
  reply: payoutAccount,
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found'],
});

export const changePayoutAccount = defineCall({
  method: 'PUT',
  path: '/payout-account',
  who: 'user',
  refusedTo: 'nobody',
  changesCatalogue: false,
  rule: 'that seller, within ten minutes of proving who they are; where the shop pays manually',
  summary: 'Say to which bank account you are paid',
  body: z.strictObject({ email, ...bankDetails }),
  status: 200,
  reply: payoutAccount,
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'conflict'],
});

export const openPayoutAccount = defineCall({
  method: 'POST',
  path: '/payout-account',
  who: 'user',
  refusedTo: 'nobody',
  changesCatalogue: false,
  rule: 'that seller, within ten minutes of proving who they are; where a payout provider pays',
  summary: 'Ask the payout provider for the page on which a seller says where to pay',
  body: z.strictObject({ email }),
  status: 200,
  reply: z.object({ url: z.string() }),
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'conflict', 'unavailable'],
});

export const receivePayoutEvent = defineCall({
  method: 'POST',
  path: '/webhooks/payouts',
  who: 'everybody',
  refusedTo: 'nobody',
  changesCatalogue: false,
  rule: 'the payout provider, by the signature of its webhook',
  summary: 'Receive an event of the payout provider',
  raw: ['application/json'],
  status: 200,
  reply: z.object({ received: z.literal(true) }),
  problems: ['bad-input', 'too-large', 'unavailable'],
});
