import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
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
import { type InvoiceContent, invoiceKinds, vatTreatments } from '#contract/invoices/invoices.ts';
import { isOneOf, primaryId, timestamptz } from './columns.ts';
import { ledgerEntries } from './ledger.ts';
import { users } from './users.ts';

/** What an admin has agreed with a seller instead of the shop's commission. The last one that has begun holds. */
export const sellerCommissions = pgTable(
  'seller_commissions',
  {
    id: primaryId(),
    sellerId: uuid('seller_id')
      .notNull()
      .references(() => users.id),
    /** In hundredths of a percent; null: from then on the terms of the shop hold again. */
    basisPoints: integer('basis_points'),
    fixedCents: integer('fixed_cents').notNull().default(0),
    minimumCents: integer('minimum_cents').notNull().default(0),
    maximumCents: integer('maximum_cents'),
    reason: text('reason').notNull(),
    setBy: uuid('set_by')
      .notNull()
      .references(() => users.id),
    appliesFrom: timestamptz('applies_from').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('seller_commissions_by_seller').on(table.sellerId, table.appliesFrom),
    check('seller_commissions_share', sql`${table.basisPoints} between 0 and 10000`),
    check(
      'seller_commissions_amounts',
      sql`${table.fixedCents} >= 0 and ${table.minimumCents} >= 0 and coalesce(${table.maximumCents}, ${table.minimumCents}) >= ${table.minimumCents}`,
    ),
    check(
      'seller_commissions_reason_length',
      sql`char_length(${table.reason}) between 1 and ${sql.raw(String(limits.removalReasonLength))}`,
    ),
  ],
);

/**
 * The invoices for the shop's commission, and the credit notes that correct them. Both are numbered together, without a gap
 * within a year. Rows are never changed or deleted.
 */
export const invoices = pgTable(
  'invoices',
  {
    id: primaryId(),
    year: integer('year').notNull(),
    number: integer('number').notNull(),
    kind: text('kind', { enum: invoiceKinds }).notNull(),
    sellerId: uuid('seller_id')
      .notNull()
      .references(() => users.id),
    /** The month (UTC) whose commission it is about, such as `2026-11`. */
    month: text('month').notNull(),
    /** The invoice that a credit note corrects. */
    invoiceId: uuid('invoice_id').references((): AnyPgColumn => invoices.id),
    netCents: bigint('net_cents', { mode: 'number' }).notNull(),
    vatCents: bigint('vat_cents', { mode: 'number' }).notNull(),
    vatBasisPoints: integer('vat_basis_points').notNull(),
    vatTreatment: text('vat_treatment', { enum: vatTreatments }).notNull(),
    currency: text('currency').notNull(),
    /** Who invoices whom for what, as it was when it was issued. */
    content: jsonb('content').$type<InvoiceContent>().notNull(),
    issuedAt: timestamptz('issued_at').notNull(),
  },
  (table) => [
    uniqueIndex('invoices_number').on(table.year, table.number),
    index('invoices_by_seller').on(table.sellerId, table.id.desc().nullsFirst()),
    index('invoices_by_invoice').on(table.invoiceId),
    check('invoices_kind_known', isOneOf(table.kind, invoiceKinds)),
    check('invoices_vat_known', isOneOf(table.vatTreatment, vatTreatments)),
    check('invoices_amounts', sql`${table.netCents} > 0 and ${table.vatCents} >= 0`),
    check(
      'invoices_credit_an_invoice',
      sql`(${table.kind} = 'credit-note') = (${table.invoiceId} is not null)`,
    ),
  ],
);

/** The movements of the ledger that an invoice is about. Each is on one. */
export const invoiceEntries = pgTable(
  'invoice_entries',
  {
    entryId: uuid('entry_id')
      .primaryKey()
      .references(() => ledgerEntries.id),
    invoiceId: uuid('invoice_id')
      .notNull()
      .references(() => invoices.id),
  },
  (table) => [index('invoice_entries_by_invoice').on(table.invoiceId)],
);
