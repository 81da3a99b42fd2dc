import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { isOneOf, primaryId, timestamptz } from './columns.ts';
import { bookings, products } from './sales.ts';
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
    /** The price that the user knows: when they wished for it, later that of the last mail. Null for older wishes. */
    knownPriceCents: integer('known_price_cents'),
    /** Set on every wishlist when a payment for the product is recorded. */
    paidAt: timestamptz('paid_at'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('wishlist_items_once').on(table.userId, table.productId),
    index('wishlist_items_by_user').on(table.userId, table.id.desc().nullsFirst()),
    index('wishlist_items_unpaid_by_product')
      .on(table.productId)
      .where(sql`${table.paidAt} is null`),
  ],
);

/** What can happen to a product on a wishlist that its user is told. */
const newsKinds = ['cheaper', 'free'] as const;
export type WishlistNewsKind = (typeof newsKinds)[number];

/**
 * News of a product on wishlists, written in the transaction of the change that they tell. A job spreads them to the
 * users, some at a time, and deletes them.
 */
export const productNews = pgTable(
  'product_news',
  {
    id: primaryId(),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    kind: text('kind', { enum: newsKinds }).notNull(),
    /** The new price of a product that became cheaper. */
    priceBeforeCents: integer('price_before_cents'),
    /** Whose hold has ended, of what became free. */
    bookingId: uuid('booking_id').references(() => bookings.id),
    /** The last wishlist item to whose user they were spread. */
    spreadTo: uuid('spread_to'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [check('product_news_kind_known', isOneOf(table.kind, newsKinds))],
);

/** News that are to be mailed to a user, looked at again then. Deleted afterwards. */
export const wishlistNews = pgTable(
  'wishlist_news',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    kind: text('kind', { enum: newsKinds }).notNull(),
    /** The price before it became cheaper, for a user whose known price is unknown. */
    priceBeforeCents: integer('price_before_cents'),
    /** The price in the mail that is being sent. */
    toldPriceCents: integer('told_price_cents'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.productId, table.kind] }),
    check('wishlist_news_kind_known', isOneOf(table.kind, newsKinds)),
  ],
);
