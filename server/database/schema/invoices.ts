import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { limits } from '#contract/constants.ts';
import {
  type InvoiceContent,
  invoiceKinds,
  vatTreatments,
} from '#contract/invoices/invoice-terms.ts';
import { isOneOf, primaryId, timestamptz } from './columns.ts';
import { users } from './users.ts';

const longest = (length: number) => sql.raw(String(length));

/**
 * The invoices for the shop's commission, and the credit notes that correct them, which are numbered together. Rows are
 * inserted and never changed or deleted, as those of the ledger. So no foreign key refers to them or to the ledger: PostgreSQL
 * locks the row that a key refers to, and needs the right to change it for that.
 */
export const invoices = pgTable(
  'invoices',
  {
    id: primaryId(),
    /** In which it was issued (UTC). */
    year: integer('year').notNull(),
    /** Without gaps within the year. */
    serial: integer('serial').notNull(),
    /** As it is printed. */
    number: text('number').notNull(),
    kind: text('kind', { enum: invoiceKinds }).notNull(),
    sellerId: uuid('seller_id')
      .notNull()
      .references(() => users.id),
    /** The month (UTC) whose commission it is about, such as `2026-11`. */
    month: text('month').notNull(),
    /** The invoice that a credit note corrects. */
    invoiceId: uuid('invoice_id'),
    /** With VAT, as the ledger has it; below zero on a credit note. */
    grossCents: bigint('gross_cents', { mode: 'number' }).notNull(),
    vatCents: bigint('vat_cents', { mode: 'number' }).notNull(),
    vatBasisPoints: integer('vat_basis_points').notNull(),
    vatTreatment: text('vat_treatment', { enum: vatTreatments }).notNull(),
    currency: text('currency').notNull(),
    /** Who invoices whom, as it was when it was issued. */
    content: jsonb('content').$type<InvoiceContent>().notNull(),
    issuedAt: timestamptz('issued_at').notNull(),
  },
  (table) => [
    uniqueIndex('invoices_serial').on(table.year, table.serial),
    uniqueIndex('invoices_one_per_month')
      .on(table.sellerId, table.month)
      .where(sql`${table.kind} = 'invoice'`),
    index('invoices_by_seller').on(table.sellerId, table.id),
    index('invoices_by_month').on(table.month, table.id),
    index('invoices_by_invoice').on(table.invoiceId).where(sql`${table.invoiceId} is not null`),
    check('invoices_kind_known', isOneOf(table.kind, invoiceKinds)),
    check('invoices_vat_known', isOneOf(table.vatTreatment, vatTreatments)),
    check(
      'invoices_credit_an_invoice',
      sql`(${table.kind} = 'credit-note') = (${table.invoiceId} is not null)`,
    ),
    check(
      'invoices_amounts',
      sql`case ${table.kind} when 'invoice' then ${table.vatCents} between 0 and ${table.grossCents} else ${table.vatCents} between ${table.grossCents} and 0 and ${table.grossCents} < 0 end`,
    ),
    check(
      'invoices_vat_is_charged',
      sql`${table.vatTreatment} = 'charged' or ${table.vatCents} = 0 and ${table.vatBasisPoints} = 0`,
    ),
  ],
);

/** The last number of each year. Its row is locked by the transaction that issues the next. */
export const invoiceYears = pgTable('invoice_years', {
  year: integer('year').primaryKey(),
  lastSerial: integer('last_serial').notNull(),
});

/** The movements of commission that an invoice is about. Each is on one. */
export const invoiceEntries = pgTable(
  'invoice_entries',
  {
    entryId: uuid('entry_id').primaryKey(),
    invoiceId: uuid('invoice_id').notNull(),
  },
  (table) => [index('invoice_entries_by_invoice').on(table.invoiceId)],
);

/** To whom the invoices of a seller are issued, as the seller has said it. */
export const billingDetails = pgTable(
  'billing_details',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id),
    name: text('name').notNull(),
    address: text('address').notNull(),
    country: text('country').notNull(),
    vatNumber: text('vat_number'),
    changedAt: timestamptz('changed_at').notNull(),
  },
  (table) => [
    check(
      'billing_details_text_lengths',
      sql`char_length(${table.name}) between 1 and ${longest(limits.traderNameLength)} and char_length(${table.address}) between 1 and ${longest(limits.traderAddressLength)} and char_length(${table.vatNumber}) between 1 and ${longest(limits.vatNumberLength)}`,
    ),
    check('billing_details_country', sql`${table.country} ~ '^[A-Z]{2}$'`),
  ],
);
