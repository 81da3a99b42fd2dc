import { sql } from 'drizzle-orm';
import { boolean, check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { auditActions } from '#contract/users/audit.ts';
import { primaryId, timestamptz, transactionId } from './columns.ts';
import { users } from './users.ts';

/**
 * Changes of the catalogue, by which every server invalidates its response cache. Rows are only inserted, so that writers do
 * not wait for each other, and deleted after a while.
 */
export const catalogueChanges = pgTable(
  'catalogue_changes',
  {
    id: primaryId(),
    /** Null when a change touches more than one product, a seller's verification for example, or none. */
    productId: uuid('product_id'),
    /** A change of the wishlist, which only this user sees. It touches no product. */
    userId: uuid('user_id'),
    /**
     * The terms by which the product was found before, where they changed, and nothing where they did not. Null where
     * they are unknown: then all searches may have changed.
     */
    lexemesBefore: text('lexemes_before').array(),
    /** By the database's own clock, so that servers whose clocks differ agree on what is recent. */
    changedAt: timestamptz('changed_at').notNull().default(sql`clock_timestamp()`),
    /** The transaction that inserted it: a server that has read all changes up to one transaction need not read them again. */
    transactionId: transactionId('transaction_id').notNull().default(sql`pg_current_xact_id()`),
  },
  (table) => [
    index('catalogue_changes_by_time').on(table.changedAt),
    index('catalogue_changes_by_transaction').on(table.transactionId),
  ],
);

/**
 * The audit log: who did what to whom. An entry is inserted in the transaction of the action and never changed, but
 * for names and reasons when a person is erased (`erasePeople`).
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: primaryId(),
    /** Null when a setting of the shop did it. */
    actorId: uuid('actor_id').references(() => users.id),
    action: text('action', { enum: auditActions }).notNull(),
    subjectId: uuid('subject_id').notNull(),
    /** The subject's data at that time, and those of the product concerned. */
    detail: jsonb('detail').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [index('audit_entries_by_subject').on(table.subjectId, table.id.desc().nullsFirst())],
);

/** Generated secrets that the servers of one shop share, such as the key that signs access tokens. */
export const sharedSecrets = pgTable('shared_secrets', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
  createdAt: timestamptz('created_at').notNull(),
});

/** The servers that run on this database: each renews its row every ten seconds and removes it when it stops. */
export const runningServers = pgTable('running_servers', {
  id: primaryId(),
  /** Host name and process. */
  place: text('place').notNull(),
  /** A keyed digest, equal for servers that accept each other's access tokens. */
  secretCheck: text('secret_check').notNull(),
  /** By the database's own clock. */
  seenAt: timestamptz('seen_at').notNull(),
});

/** The currency of every amount in this database: one row, from the first start on. Amounts are never converted. */
export const shopCurrencies = pgTable(
  'shop_currency',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    /** ISO 4217. */
    code: text('code').notNull(),
    since: timestamptz('since').notNull(),
  },
  (table) => [
    check('shop_currency_one_row', sql`${table.isOnly}`),
    check('shop_currency_code', sql`${table.code} ~ '^[A-Z]{3}$'`),
  ],
);
