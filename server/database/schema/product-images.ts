import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { images } from './images.ts';
import { products } from './sales.ts';

/** Further pictures of a product, in the seller's order; the first picture is the product's own `image_id`. */
export const productImages = pgTable(
  'product_images',
  {
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    position: integer('position').notNull(),
    imageId: uuid('image_id')
      .notNull()
      .references(() => images.id),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.position] }),
    index('product_images_by_image').on(table.imageId),
    check('product_images_position', sql`${table.position} between 1 and 7`),
  ],
);
