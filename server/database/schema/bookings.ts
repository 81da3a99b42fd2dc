import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { limits } from '#contract/constants.ts';
import { bookingStates, releaseReasons, returnStates } from '#contract/states.ts';
import { isOneOf, moment, primaryId } from './columns.ts';
import { images } from './images.ts';
import { products } from './products.ts';
import { users } from './users.ts';

/**
 * A product reserved by a buyer. Name, price and picture are kept as booked. A product has at most one live booking:
 * the unique index says so, whatever the code does. An expired hold is still `held` until somebody releases it, so
 * whoever books releases an expired hold of that product first, in the same transaction.
 */
export const bookings = pgTable(
  'bookings',
  {
    id: primaryId(),
    productId: uuid('product_id')
      .notNull()
      .references((): AnyPgColumn => products.id),
    buyerId: uuid('buyer_id')
      .notNull()
      .references(() => users.id),
    buyerName: text('buyer_name').notNull(),
    buyerEmail: text('buyer_email').notNull(),
    productName: text('product_name').notNull(),
    priceCents: integer('price_cents').notNull(),
    imageId: uuid('image_id')
      .notNull()
      .references(() => images.id),
    phone: text('phone').notNull(),
    location: text('location').notNull(),
    state: text('state', { enum: bookingStates }).notNull(),
    holdExpiresAt: moment('hold_expires_at').notNull(),
    /** Opening the payment page leaves at least 15 minutes, once. */
    holdExtended: boolean('hold_extended').notNull().default(false),
    paidAt: moment('paid_at'),
    releasedAt: moment('released_at'),
    releaseReason: text('release_reason', { enum: releaseReasons }),
    returnedAt: moment('returned_at'),
    /** Given by the client: the same key from the same buyer means the same booking. */
    idempotencyKey: text('idempotency_key'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('bookings_one_live_per_product')
      .on(table.productId)
      .where(sql`${table.state} in ('held', 'paid')`),
    uniqueIndex('bookings_idempotency')
      .on(table.buyerId, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null`),
    index('bookings_by_buyer').on(table.buyerId, table.id.desc().nullsFirst()),
    index('bookings_by_product').on(table.productId, table.id.desc().nullsFirst()),
    index('bookings_by_image').on(table.imageId),
    index('bookings_by_expiry').on(table.holdExpiresAt).where(sql`${table.state} = 'held'`),
    index('bookings_open_by_price')
      .on(table.buyerId, table.priceCents)
      .where(sql`${table.state} = 'held'`),
    check('bookings_state_known', isOneOf(table.state, bookingStates)),
    check('bookings_release_reason_known', isOneOf(table.releaseReason, releaseReasons)),
    check('bookings_price', sql`${table.priceCents} > 0`),
    check(
      'bookings_paid_has_a_time',
      sql`(${table.state} in ('paid', 'returned')) = (${table.paidAt} is not null)`,
    ),
    check(
      'bookings_released_has_a_reason',
      sql`(${table.state} = 'released') = (${table.releasedAt} is not null and ${table.releaseReason} is not null)`,
    ),
    check(
      'bookings_returned_has_a_time',
      sql`(${table.state} = 'returned') = (${table.returnedAt} is not null)`,
    ),
    check(
      'bookings_phone_length',
      sql`char_length(${table.phone}) between 1 and ${sql.raw(String(limits.buyerPhoneLength))}`,
    ),
    check(
      'bookings_location_length',
      sql`char_length(${table.location}) between 1 and ${sql.raw(String(limits.meetingPlaceLength))}`,
    ),
  ],
);

/** A buyer's wish to give a paid instrument back within three days. */
export const returns = pgTable(
  'returns',
  {
    id: primaryId(),
    bookingId: uuid('booking_id')
      .notNull()
      .unique()
      .references(() => bookings.id),
    reason: text('reason').notNull(),
    state: text('state', { enum: returnStates }).notNull(),
    requestedAt: moment('requested_at').notNull(),
    decidedAt: moment('decided_at'),
    decidedBy: uuid('decided_by').references(() => users.id),
    refundedAt: moment('refunded_at'),
  },
  (table) => [
    index('returns_open')
      .on(table.requestedAt)
      .where(sql`${table.state} in ('requested', 'accepted')`),
    check('returns_state_known', isOneOf(table.state, returnStates)),
    check(
      'returns_decided_by_somebody',
      sql`(${table.state} = 'requested') = (${table.decidedAt} is null) and (${table.decidedAt} is null) = (${table.decidedBy} is null)`,
    ),
    check(
      'returns_refunded_has_a_time',
      sql`(${table.state} = 'refunded') = (${table.refundedAt} is not null)`,
    ),
  ],
);
