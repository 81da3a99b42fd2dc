import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { products } from './sales.ts';

/**
 * The lowest price that a product had on a day on which its price was changed, before the last change of that day. With the price
 * of now, these tell whether a lower price is a real drop (`server/features/products/price-drops.ts`).
 */
export const formerPrices = pgTable(
  'former_prices',
  {
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    day: date('day').notNull(),
    lowestCents: integer('lowest_cents').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.day] }),
    index('former_prices_by_day').on(table.day),
    check('former_prices_price', sql`${table.lowestCents} > 0`),
  ],
);

/** How often the page of a product was looked at on a day: a number, without anything about who looked. */
export const productViews = pgTable(
  'product_views',
  {
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    day: date('day').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.day] }),
    index('product_views_by_day').on(table.day),
    check('product_views_count', sql`${table.count} > 0`),
  ],
);
