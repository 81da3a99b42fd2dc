import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { limits } from '#contract/constants.ts';
import { primaryId, timestamptz } from './columns.ts';
import { users } from './users.ts';

/**
 * What admins have agreed with sellers instead of the shop's commission. Of a seller's, the last one that has begun holds.
 * Rows are never changed, only the reason is erased with the person.
 */
export const sellerCommissions = pgTable(
  'seller_commissions',
  {
    /** In the order in which they were agreed, for each seller. */
    id: primaryId(),
    sellerId: uuid('seller_id')
      .notNull()
      .references(() => users.id),
    /** In hundredths of a percent; null: from then on the shop's terms hold again. */
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
    index('seller_commissions_by_seller').on(table.sellerId, table.id),
    check('seller_commissions_share', sql`${table.basisPoints} between 0 and 10000`),
    check(
      'seller_commissions_amounts',
      sql`${table.fixedCents} >= 0 and ${table.minimumCents} >= 0 and coalesce(${table.maximumCents}, ${table.minimumCents}) >= ${table.minimumCents}`,
    ),
    check('seller_commissions_not_in_the_past', sql`${table.appliesFrom} >= ${table.createdAt}`),
    check(
      'seller_commissions_reason_length',
      sql`char_length(${table.reason}) between 1 and ${sql.raw(String(limits.removalReasonLength))}`,
    ),
  ],
);
