import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { categories, conditions, limits, purchaseYear } from '#contract/constants.ts';
import { productStatuses } from '#contract/states.ts';
import { bookings } from './bookings.ts';
import { isOneOf, moment, primaryId } from './columns.ts';
import { images } from './images.ts';
import { users } from './users.ts';

const longestPriceCents = sql.raw(String(limits.priceDollars * 100));
const lengthOf = (column: AnyPgColumn, longest: number) =>
  sql`char_length(${column}) between 1 and ${sql.raw(String(longest))}`;

/** One instrument. It is withdrawn, never erased: bookings and payments refer to it. */
export const products = pgTable(
  'products',
  {
    id: primaryId(),
    sellerId: uuid('seller_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    priceCents: integer('price_cents').notNull(),
    originalPriceCents: integer('original_price_cents'),
    category: text('category', { enum: categories }),
    condition: text('condition', { enum: conditions }).notNull(),
    phone: text('phone').notNull(),
    location: text('location').notNull(),
    description: text('description').notNull(),
    purchaseYear: integer('purchase_year').notNull(),
    imageId: uuid('image_id')
      .notNull()
      .references(() => images.id),
    status: text('status', { enum: productStatuses }).notNull(),
    /** The paid booking that sold it. */
    soldBookingId: uuid('sold_booking_id').references((): AnyPgColumn => bookings.id),
    createdAt: moment('created_at').notNull(),
    withdrawnAt: moment('withdrawn_at'),
  },
  (table) => [
    index('products_advertised')
      .on(table.id.desc().nullsFirst())
      .where(sql`${table.status} = 'advertise' and ${table.withdrawnAt} is null`),
    index('products_by_category')
      .on(table.category, table.id.desc().nullsFirst())
      .where(sql`${table.status} <> 'sold' and ${table.withdrawnAt} is null`),
    index('products_by_seller')
      .on(table.sellerId, table.id.desc().nullsFirst())
      .where(sql`${table.withdrawnAt} is null`),
    index('products_by_image').on(table.imageId),
    index('products_by_sold_booking')
      .on(table.soldBookingId)
      .where(sql`${table.soldBookingId} is not null`),
    check('products_price', sql`${table.priceCents} between 1 and ${longestPriceCents}`),
    check(
      'products_original_price',
      sql`${table.originalPriceCents} is null or ${table.originalPriceCents} between 1 and ${longestPriceCents}`,
    ),
    check('products_category_known', isOneOf(table.category, categories)),
    check('products_condition_known', isOneOf(table.condition, conditions)),
    check('products_status_known', isOneOf(table.status, productStatuses)),
    check(
      'products_year',
      sql`${table.purchaseYear} between ${sql.raw(`${purchaseYear.min} and ${purchaseYear.max}`)}`,
    ),
    check('products_name_length', lengthOf(table.name, limits.nameLength)),
    check('products_phone_length', lengthOf(table.phone, limits.sellerPhoneLength)),
    check('products_location_length', lengthOf(table.location, limits.locationLength)),
    check('products_description_length', lengthOf(table.description, limits.descriptionLength)),
    check(
      'products_sold_by_a_booking',
      sql`(${table.status} = 'sold') = (${table.soldBookingId} is not null)`,
    ),
    check(
      'products_sold_is_not_withdrawn',
      sql`${table.status} <> 'sold' or ${table.withdrawnAt} is null`,
    ),
  ],
);

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
