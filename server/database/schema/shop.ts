import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { auditActions } from '#contract/audit.ts';
import { moment, primaryId, transactionId } from './columns.ts';
import { users } from './users.ts';

/**
 * What changed in the catalogue, so that every server drops what it remembers of it. Rows are only ever added, which
 * keeps writers from waiting for each other, and are swept after a while.
 */
export const catalogueChanges = pgTable(
  'catalogue_changes',
  {
    id: primaryId(),
    /** Null when a change touches more than one product, a seller's verification for example. */
    productId: uuid('product_id'),
    /** By the database's own clock, so that servers whose clocks differ agree on what is recent. */
    changedAt: moment('changed_at').notNull().default(sql`clock_timestamp()`),
    /** The transaction that wrote it: who has seen all that ended before one need not look at them again. */
    transactionId: transactionId('transaction_id').notNull().default(sql`pg_current_xact_id()`),
  },
  (table) => [
    index('catalogue_changes_by_time').on(table.changedAt),
    index('catalogue_changes_by_transaction').on(table.transactionId),
  ],
);

/** Who did what to whom, kept for admins. Written in the transaction of the deed, never changed. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: primaryId(),
    /** Null when a setting of the shop did it. */
    actorId: uuid('actor_id').references(() => users.id),
    action: text('action', { enum: auditActions }).notNull(),
    subjectId: uuid('subject_id').notNull(),
    /** What was known then of the subject, and of the product that it was about. */
    detail: jsonb('detail').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('audit_entries_by_subject').on(table.subjectId, table.id.desc().nullsFirst())],
);

/** Secrets that the servers of one shop share and nobody configured, the access tokens' signing key for one. */
export const sharedSecrets = pgTable('shared_secrets', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
  createdAt: moment('created_at').notNull(),
});
