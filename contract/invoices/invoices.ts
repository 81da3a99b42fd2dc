import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { email, id, isoTime, page } from '#contract/fields.ts';
import { sayLater } from '#contract/language.ts';
import { ledgerKinds } from '#contract/payouts/ledger.ts';
import { msg } from '#contract/text.ts';
import { invoiceKinds, vatTreatments } from './invoice-terms.ts';

const month = z
  .string(sayLater(msg`Enter the month, such as 2026-11`))
  .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'Write the month as 2026-11');

const reference = z.object({ _id: id, number: z.string() });

export const invoice = z.object({
  _id: id,
  number: z.string().describe('Without gaps within a year, invoices and credit notes together'),
  kind: z.enum(invoiceKinds),
  month: z.string().describe('Whose commission it is about (UTC), such as 2026-11'),
  time: isoTime.describe('When it was issued'),
  seller: z.object({ _id: id, name: z.string(), email: z.string() }),
  net: z.number().describe('Amounts of a credit note are below zero'),
  vat: z.number(),
  total: z.number().describe('Net and VAT, as the ledger has it'),
  vatPercent: z.number(),
  vatTreatment: z
    .enum(vatTreatments)
    .describe(
      'Whether VAT is charged, owed by the customer (`reverse-charge`), not due for a business `outside` of the European Union, or not charged by this shop (`none`)',
    ),
  currency: z.string(),
  corrects: reference.optional().describe('Of a credit note: the invoice'),
});
export type Invoice = z.infer<typeof invoice>;

export const invoiceParty = z.object({
  name: z.string(),
  address: z.array(z.string()),
  country: z.string().optional(),
  vatNumber: z.string().optional(),
});

const ownedText = z.union([z.string(), z.record(z.string(), z.string())]);

export const invoiceLine = z.object({
  bookingId: id,
  name: z.string().describe('What was sold'),
  kind: z.enum(ledgerKinds),
  amount: z.number().describe('Below zero for commission that went back'),
  time: isoTime,
});
export type InvoiceLine = z.infer<typeof invoiceLine>;

export const wholeInvoice = invoice.extend({
  from: invoiceParty,
  to: invoiceParty,
  note: ownedText.optional().describe('Of the owner, once or by language'),
  lines: z.array(invoiceLine).describe('One for each movement of the ledger, oldest first'),
  creditNotes: z.array(reference).describe('That correct this invoice, oldest first'),
});
export type WholeInvoice = z.infer<typeof wholeInvoice>;

export const listInvoices = defineCall({
  method: 'GET',
  path: '/invoices',
  who: 'admin',
  area: 'money',
  summary: 'List the invoices for the commission, and credit notes, of all sellers, newest first',
  query: z.strictObject({ month: month.optional(), ...page }),
  paged: true,
  status: 200,
  reply: z.array(invoice),
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});

export const listOwnInvoices = defineCall({
  method: 'GET',
  path: '/invoices',
  who: 'user',
  area: 'money',
  rule: 'that seller, or an admin',
  keyScope: 'sales:read',
  summary: "List a seller's invoices and credit notes, newest first",
  variant: { in: 'query', has: 'email' },
  query: z.strictObject({ email, month: month.optional(), ...page }),
  paged: true,
  status: 200,
  reply: z.array(invoice),
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found'],
});

export const readInvoice = defineCall({
  method: 'GET',
  path: '/invoices/{id}',
  who: 'user',
  area: 'money',
  rule: 'its seller, or an admin',
  keyScope: 'sales:read',
  summary: 'Read an invoice or a credit note with its lines',
  params: z.strictObject({ id }),
  status: 200,
  reply: wholeInvoice,
  problems: ['bad-input', 'not-signed-in', 'not-found'],
});

export const readInvoicesFile = defineCall({
  method: 'GET',
  path: '/invoices/list.csv',
  who: 'admin',
  area: 'money',
  rule: 'each is recorded in the audit log, as the export of all records is',
  summary: 'The invoices and credit notes of a month, or all, as CSV, oldest first',
  query: z.strictObject({ month: month.optional() }),
  status: 200,
  isCsv: true,
  streamed: true,
  reply: z.string(),
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'too-many-requests'],
});
