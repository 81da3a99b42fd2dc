import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { limits } from '#contract/constants.ts';
import { id, isoTime, page, requiredText } from '#contract/fields.ts';
import { sayLater } from '#contract/language.ts';
import { hasFewDigits, highestAmount } from '#contract/money/currency.ts';
import { currencyTexts } from '#contract/money/currency-texts.ts';
import { commissionTerms } from '#contract/payouts/commission-terms.ts';
import { msg } from '#contract/text.ts';

/**
 * The days before which a seller is told of terms that take more of some sale. Article 3(2) of Regulation (EU) 2019/1150
 * wants 15 for the terms between a marketplace and its business sellers.
 */
export const commissionNoticeDays = 15;

/** How far ahead terms can be agreed. */
export const commissionPlanDays = 366;

export const sellerCommissionStates = ['planned', 'current', 'ended', 'replaced'] as const;

/** What was agreed with a seller. It is never changed: other terms are agreed on instead. */
const sellerCommission = z.object({
  _id: id,
  commission: commissionTerms
    .optional()
    .describe("The terms of all their sales. Missing: the shop's hold again"),
  reason: z.string(),
  setBy: z.string().describe('The name of the admin'),
  appliesFrom: isoTime,
  until: isoTime.optional().describe('When other terms apply instead, as far as is agreed'),
  state: z
    .enum(sellerCommissionStates)
    .describe('`replaced`: other terms were agreed on, from this time or before, so it never held'),
  time: isoTime.describe('When it was agreed'),
});
export type SellerCommission = z.infer<typeof sellerCommission>;

const part = z
  .number(sayLater(msg`This must be an amount`))
  .min(0, sayLater(msg`This must not be below 0`))
  .refine((value) => value <= highestAmount(), sayLater(msg`This amount is too high`))
  .refine((value) => hasFewDigits(value), { error: () => currencyTexts.digits() })
  .optional();

/** What is not limited by the shop's terms or those of a category: it holds for all of them. */
const agreedTerms = z
  .strictObject({
    percent: z
      .number(sayLater(msg`Enter the share in percent`))
      .min(0, sayLater(msg`The share must be from 0 to 100 percent`))
      .max(100, sayLater(msg`The share must be from 0 to 100 percent`))
      .refine(
        (value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
        sayLater(msg`The share may have at most two decimals`),
      ),
    fixed: part,
    minimum: part,
    maximum: part,
  })
  .refine(({ minimum = 0, maximum = minimum }) => maximum >= minimum, {
    path: ['maximum'],
    ...sayLater(msg`The most must not be less than the least`),
  });

export const listSellerCommissions = defineCall({
  method: 'GET',
  path: '/users/{id}/commissions',
  who: 'admin',
  area: 'money',
  summary: 'List the commissions that were agreed with a seller, newest first',
  params: z.strictObject({ id }),
  query: z.strictObject({ ...page }),
  paged: true,
  status: 200,
  reply: z.array(sellerCommission),
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found'],
});

export const agreeCommission = defineCall({
  method: 'POST',
  path: '/users/{id}/commissions',
  who: 'admin',
  area: 'money',
  changesCatalogue: false,
  rule: 'not about themselves; what was agreed last, again by the same admin, adds nothing',
  summary:
    "Agree on a commission with a seller, instead of the shop's, for what is booked from then on; the seller is told by mail",
  params: z.strictObject({ id }),
  body: z.strictObject({
    commission: agreedTerms
      .nullable()
      .describe("The terms of all their sales; null: the shop's hold again"),
    reason: requiredText(msg`Give the seller a reason`, limits.removalReasonLength).describe(
      'The seller reads it',
    ),
    appliesFrom: z.iso
      .datetime({ offset: true, ...sayLater(msg`This is not a time`) })
      .optional()
      .describe(
        `At once without it. Terms that take more of some sale apply ${commissionNoticeDays} days later at the earliest`,
      ),
    latestId: id
      .nullable()
      .optional()
      .describe(
        'What was agreed last as far as the admin knows, null for nothing: 409 when another was added',
      ),
  }),
  status: 201,
  reply: z.object({ acknowledged: z.literal(true), insertedId: id }),
  refusal: { acknowledged: false },
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found', 'conflict'],
});
