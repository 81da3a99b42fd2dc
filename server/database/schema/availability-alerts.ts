import { index, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { primaryId, timestamptz } from './columns.ts';
import { products } from './sales.ts';
import { users } from './users.ts';

/**
 * A user who wants one mail when a product that is on hold is free again. The row is deleted when that mail is sent.
 */
export const availabilityAlerts = pgTable(
  'availability_alerts',
  {
    id: primaryId(),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('availability_alerts_once').on(table.productId, table.userId),
    index('availability_alerts_by_user').on(table.userId),
  ],
);
