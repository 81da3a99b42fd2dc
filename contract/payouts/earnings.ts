import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { email, isoTime } from '#contract/fields.ts';
import { sayLater } from '#contract/language.ts';
import { shopCommission } from '#contract/payouts/commission-terms.ts';
import { msg } from '#contract/text.ts';

/** What the shop pays out by. `manual`: admins pay by their bank. */
export const payoutProviders = ['manual', 'sandbox', 'stripe'] as const;

/** An amount, which may be below zero: what was taken back is set against the next sales. */
export const balance = z.number();

export const earnings = z.object({
  pending: balance.describe(
    'Of sales whose return window is still open, or that are being returned or disputed',
  ),
  held: balance.describe(
    'The part of `pending` that is not paid out before a return, a refund or a dispute has ended, however long that takes',
  ),
  available: balance.describe(
    'Ready to be paid out, without money of sales that are disputed. Below zero when money was taken back after a payout; it is set against the next sales',
  ),
  paidOut: balance,
  inTransit: balance.describe('The part of `paidOut` that has not reached the account yet'),
  currency: z.string(),
  started: balance.describe('The part of `available` that a payout has been started for'),
  commissionPercent: z
    .number()
    .describe("The shop's share of what is booked from now on, in percent of the price"),
  commission: shopCommission,
  commissionIsAgreed: z
    .boolean()
    .optional()
    .describe("Whether `commission` was agreed with this seller, instead of the shop's"),
  nextCommission: z
    .object({ commission: shopCommission, isAgreed: z.boolean(), appliesFrom: isoTime })
    .optional()
    .describe('What applies next instead of `commission`, and from when, if that is agreed'),
  provider: z.enum(payoutProviders).describe('How sellers are paid'),
});
export type Earnings = z.infer<typeof earnings>;

export const readEarnings = defineCall({
  method: 'GET',
  path: '/earnings',
  who: 'user',
  area: 'money',
  rule: 'that seller, or an admin',
  keyScope: 'sales:read',
  summary: 'Read what is on its way to a seller, what is ready, and what was paid out',
  query: z.strictObject({ email }),
  status: 200,
  reply: earnings,
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found', 'too-many-requests'],
});

export const readStatement = defineCall({
  method: 'GET',
  path: '/earnings/statement',
  who: 'user',
  area: 'money',
  rule: 'that seller, or an admin',
  keyScope: 'sales:read',
  summary: "A seller's movements of money in one month (UTC), with opening and closing balance",
  query: z.strictObject({
    email,
    month: z
      .string(sayLater(msg`Enter the month, such as 2026-11`))
      .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'Write the month as 2026-11'),
  }),
  status: 200,
  isCsv: true,
  streamed: true,
  reply: z.string(),
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found'],
});
