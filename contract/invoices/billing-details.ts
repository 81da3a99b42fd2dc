import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { limits } from '#contract/constants.ts';
import { countries } from '#contract/delivery/countries.ts';
import { email, isoTime, optionalLine, requiredLine, requiredText } from '#contract/fields.ts';
import { sayLater } from '#contract/language.ts';
import { msg } from '#contract/text.ts';
import { isVatNumberIn } from './vat-number.ts';

/** Fields without an object, as forms need them (see fields.ts). */
export const billingFields = {
  name: requiredLine(msg`Enter your name or that of the business`, limits.traderNameLength),
  address: requiredText(msg`Enter the address`, limits.traderAddressLength),
  country: z
    .string(sayLater(msg`Choose the country`))
    .refine((code) => countries.includes(code), sayLater(msg`Choose the country`)),
  vatNumber: optionalLine(limits.vatNumberLength),
};

export const wrongVatNumber = msg`This is not a VAT number of that country. Write it with the letters in front, such as DE123456789, or leave it out.`;

export const billingDetails = z.object({
  name: z.string(),
  address: z.string().describe('Line by line'),
  country: z.string().optional().describe('Missing until it has been said'),
  vatNumber: z.string().optional(),
  changedAt: isoTime
    .optional()
    .describe('Missing until the seller has said it; the rest is then what the shop knows'),
});
export type BillingDetails = z.infer<typeof billingDetails>;

export const readBillingDetails = defineCall({
  method: 'GET',
  path: '/billing-details',
  who: 'user',
  area: 'money',
  rule: 'that seller, or an admin',
  summary: 'Read to whom the invoices of a seller are issued',
  query: z.strictObject({ email }),
  status: 200,
  reply: billingDetails,
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found'],
});

export const changeBillingDetails = defineCall({
  method: 'PUT',
  path: '/billing-details',
  who: 'seller',
  refusedTo: 'nobody',
  changesCatalogue: false,
  rule: 'that seller; it is said by nobody else',
  summary:
    'Say to whom your invoices are issued. It counts for those that are issued from now on, and decides about their VAT',
  body: z
    .strictObject({ email, ...billingFields })
    .refine(
      ({ country, vatNumber }) => vatNumber === undefined || isVatNumberIn(country, vatNumber),
      { path: ['vatNumber'], ...sayLater(wrongVatNumber) },
    ),
  status: 200,
  reply: billingDetails,
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});
