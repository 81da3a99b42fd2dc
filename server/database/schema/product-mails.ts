import { sql } from 'drizzle-orm';
import { check, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { limits } from '#contract/constants.ts';
import { outboxColumns, pendingMailIndex, primaryId, undeliverableMailIndex } from './columns.ts';
import { products } from './sales.ts';

/**
 * Mails to sellers whose product an admin has removed, one per product, inserted in the transaction of the removal. The
 * columns from `tried_at` on are those of `mails`.
 */
export const productMails = pgTable(
  'product_mails',
  {
    id: primaryId(),
    productId: uuid('product_id')
      .notNull()
      .unique()
      .references(() => products.id),
    /** What the admin told the seller. */
    reason: text('reason').notNull(),
    ...outboxColumns(),
  },
  (table) => [
    pendingMailIndex('product_mails_to_send', table),
    undeliverableMailIndex('product_mails_given_up', table),
    check(
      'product_mails_reason_length',
      sql`char_length(${table.reason}) between 1 and ${sql.raw(String(limits.removalReasonLength))}`,
    ),
  ],
);
