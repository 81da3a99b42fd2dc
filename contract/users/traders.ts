import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { limits } from '#contract/constants.ts';
import { id, isoTime, optionalLine, requiredText } from '#contract/fields.ts';
import { sayKnown } from '#contract/language.ts';
import { msg } from '#contract/text.ts';

export const traderStatuses = ['private', 'trader'] as const;
export type TraderStatus = (typeof traderStatuses)[number];

/** What everyone may know about whom they buy from: who a trader is, and nothing more of a private seller. */
export const traderStatement = z.object({
  status: z.enum(traderStatuses),
  name: z.string().optional().describe('Of the business; with the other fields for traders only'),
  address: z.string().optional(),
  phone: z.string().optional(),
  register: z.string().optional().describe('Trade register and number'),
  vat: z.string().optional().describe('VAT identification number'),
});
export type TraderStatement = z.infer<typeof traderStatement>;

const missing = { name: msg`Enter the name of the business`, address: msg`Enter the address` };

export const stateTrader = defineCall({
  method: 'PUT',
  path: '/users/{id}/trader',
  who: 'seller',
  refusedTo: 'limited',
  changesCatalogue: true,
  rule: 'that seller; it is said by nobody else',
  summary:
    'Say whether you sell as a trader, and who you are then. It counts for bookings from now on; modifiedCount is 0 when it was said before',
  params: z.strictObject({ id }),
  body: z
    .strictObject({
      status: z.enum(traderStatuses, `This must be ${traderStatuses.join(' or ')}`),
      name: optionalLine(limits.traderNameLength),
      address: z
        .union([
          z
            .string()
            .trim()
            .length(0)
            .transform(() => undefined),
          requiredText(msg`Enter the address`, limits.traderAddressLength),
        ])
        .optional()
        .describe('Where the business is established'),
      phone: optionalLine(limits.traderFieldLength),
      register: optionalLine(limits.traderFieldLength),
      vat: optionalLine(limits.traderFieldLength),
    })
    .superRefine((statement, context) => {
      for (const field of ['name', 'address', 'phone', 'register', 'vat'] as const) {
        const isGiven = statement[field] !== undefined;
        if (statement.status === 'private' && isGiven) {
          const message = sayKnown(msg`Leave this out for a private seller`);
          context.addIssue({ code: 'custom', path: [field], message });
        }
        if (
          statement.status === 'trader' &&
          !isGiven &&
          (field === 'name' || field === 'address')
        ) {
          context.addIssue({ code: 'custom', path: [field], message: sayKnown(missing[field]) });
        }
      }
    }),
  status: 200,
  reply: z.object({ acknowledged: z.literal(true), modifiedCount: z.number().int() }),
  refusal: { modifiedCount: 0 },
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});

export const withdrawFromSale = defineCall({
  method: 'POST',
  path: '/bookings/{id}/withdrawal',
  who: 'user',
  refusedTo: 'nobody',
  changesCatalogue: false,
  rule: 'its buyer, when its seller is a trader, until the time to withdraw is over; an admin for a buyer whose account was removed',
  summary:
    'Withdraw from a purchase from a trader, without a reason. Before it is handed over or sent this cancels the sale; afterwards it begins the return, whatever was asked for or decided before. What is on its way stays so, and the time to give it back begins with the receipt. A repeated request gets the time of the first',
  params: z.strictObject({ id }),
  body: z.strictObject({ confirm: z.literal(true, 'Confirm with true') }),
  status: 200,
  reply: z.object({
    acknowledged: z.literal(true),
    time: isoTime.describe('When it was received; the same is in the mail that confirms it'),
  }),
  refusal: { acknowledged: false },
  problems: ['bad-input', 'not-signed-in', 'not-found', 'conflict'],
});
