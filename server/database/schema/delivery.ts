import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { limits } from '#contract/constants.ts';
import { highestMinorUnits } from '#contract/money/currency.ts';
import { timestamptz } from './columns.ts';
import { bookings, products } from './sales.ts';
import { users } from './users.ts';

const lengthUpTo = (longest: number) => sql.raw(`between 1 and ${longest}`);

/** What sending a product costs, by the zones of `shop.json`. Those of a zone that was removed stay, and are not used. */
export const shippingPrices = pgTable(
  'shipping_prices',
  {
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    zoneId: text('zone_id').notNull(),
    priceCents: integer('price_cents').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.zoneId] }),
    index('shipping_prices_by_zone').on(table.zoneId, table.productId.desc().nullsFirst()),
    check(
      'shipping_prices_price',
      sql`${table.priceCents} between 0 and ${sql.raw(String(highestMinorUnits))}`,
    ),
    check(
      'shipping_prices_zone_length',
      sql`char_length(${table.zoneId}) ${lengthUpTo(limits.zoneIdLength)}`,
    ),
  ],
);

const addressColumns = () => ({
  name: text('name').notNull(),
  lines: text('lines').array().notNull(),
  postcode: text('postcode'),
  city: text('city').notNull(),
  region: text('region'),
  /** ISO 3166-1, two letters. */
  country: text('country').notNull(),
  changedAt: timestamptz('changed_at').notNull(),
});

/** The address to which a user's purchases are shipped, as remembered for the next one. */
export const deliveryAddresses = pgTable(
  'delivery_addresses',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id),
    ...addressColumns(),
  },
  (table) => [
    check(
      'delivery_addresses_lines',
      sql`cardinality(${table.lines}) ${lengthUpTo(limits.addressLines)}`,
    ),
    check('delivery_addresses_country', sql`${table.country} ~ '^[A-Z]{2}$'`),
  ],
);

/** The address to which a booked product is shipped. Its seller sees it from the payment to the end of the sale. */
export const bookingAddresses = pgTable(
  'booking_addresses',
  {
    bookingId: uuid('booking_id')
      .primaryKey()
      .references(() => bookings.id),
    ...addressColumns(),
  },
  (table) => [
    check(
      'booking_addresses_lines',
      sql`cardinality(${table.lines}) ${lengthUpTo(limits.addressLines)}`,
    ),
    check('booking_addresses_country', sql`${table.country} ~ '^[A-Z]{2}$'`),
  ],
);
