import { sql } from 'drizzle-orm';
import { index, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, primaryId } from './columns.ts';
import { products } from './sales.ts';
import { users } from './users.ts';

/** A product on a user's wishlist; the same product twice is one item. */
export const wishlistItems = pgTable(
  'wishlist_items',
  {
    id: primaryId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    /** Set on every wishlist when a payment for the product is recorded. */
    paidAt: moment('paid_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('wishlist_items_once').on(table.userId, table.productId),
    index('wishlist_items_by_user').on(table.userId, table.id.desc().nullsFirst()),
    index('wishlist_items_unpaid_by_product')
      .on(table.productId)
      .where(sql`${table.paidAt} is null`),
  ],
);
