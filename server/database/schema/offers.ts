import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { liveOfferStates, offerStates, offerVoidReasons } from '#contract/bookings/states.ts';
import { limits, offerTerms } from '#contract/constants.ts';
import {
  chosenDelivery,
  chosenDeliveryChecks,
  idempotencyColumns,
  isOneOf,
  primaryId,
  timestamptz,
} from './columns.ts';
import { bookings, products } from './sales.ts';
import { users } from './users.ts';

/** What a buyer would pay for a product below its price. It reserves nothing. */
export const offers = pgTable(
  'offers',
  {
    id: primaryId(),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    buyerId: uuid('buyer_id')
      .notNull()
      .references(() => users.id),
    sellerId: uuid('seller_id')
      .notNull()
      .references(() => users.id),
    state: text('state', { enum: offerStates }).notNull(),
    /** The price of the product when it was made. */
    listedCents: integer('listed_cents').notNull(),
    /** All amounts in their order: the buyer's, then the sides alternate. */
    amountsCents: integer('amounts_cents').array().notNull(),
    /** Of the booking that accepting makes; empty where its buyer says so later. */
    phone: text('phone').notNull(),
    location: text('location').notNull(),
    /** What it costs stays as it was when the offer was made. */
    ...chosenDelivery(),
    message: text('message'),
    createdAt: timestamptz('created_at').notNull(),
    /** When it was made, countered or ended. */
    changedAt: timestamptz('changed_at').notNull(),
    /** The end of the time to answer; an offer past it is over even before a job says so. */
    expiresAt: timestamptz('expires_at').notNull(),
    /** When a job declines it: below the lowest offer, or unseen. Until then it looks open to its buyer; its seller does not see it. */
    declinesAt: timestamptz('declines_at'),
    /** Below the lowest offer of the seller when it was made. */
    isBelowLeast: boolean('is_below_least').notNull().default(false),
    /** One has blocked the other. Neither is told, and the seller does not see it. */
    isUnseen: boolean('is_unseen').notNull().default(false),
    voidReason: text('void_reason', { enum: offerVoidReasons }),
    bookingId: uuid('booking_id')
      .unique()
      .references(() => bookings.id),
    ...idempotencyColumns(),
  },
  (table) => [
    uniqueIndex('offers_one_live_per_buyer_and_product')
      .on(table.buyerId, table.productId)
      .where(isOneOf(table.state, liveOfferStates)),
    uniqueIndex('offers_idempotency')
      .on(table.buyerId, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null`),
    index('offers_by_buyer').on(table.buyerId, table.id.desc().nullsFirst()),
    index('offers_by_seller').on(table.sellerId, table.id.desc().nullsFirst()),
    index('offers_by_product').on(table.productId, table.buyerId),
    index('offers_live_by_seller')
      .on(table.sellerId, table.id.desc().nullsFirst())
      .where(isOneOf(table.state, liveOfferStates)),
    index('offers_by_expiry').on(table.expiresAt).where(isOneOf(table.state, liveOfferStates)),
    index('offers_to_decline')
      .on(table.declinesAt)
      .where(sql`${table.declinesAt} is not null and ${table.state} = 'open'`),
    index('offers_to_erase')
      .on(table.changedAt)
      .where(sql`${table.phone} <> '[removed]' and ${table.state} not in ('open', 'countered')`),
    check('offers_state_known', isOneOf(table.state, offerStates)),
    check('offers_void_reason_known', isOneOf(table.voidReason, offerVoidReasons)),
    check('offers_of_others', sql`${table.buyerId} <> ${table.sellerId}`),
    ...chosenDeliveryChecks('offers', table),
    check(
      'offers_rounds',
      sql`cardinality(${table.amountsCents}) between 1 and ${sql.raw(String(offerTerms.rounds * 2))}`,
    ),
    check(
      'offers_below_the_price',
      sql`0 < all (${table.amountsCents}) and ${table.listedCents} > all (${table.amountsCents})`,
    ),
    check(
      'offers_turn',
      sql`${table.state} not in ('open', 'countered') or (${table.state} = 'open') = (cardinality(${table.amountsCents}) % 2 = 1)`,
    ),
    check(
      'offers_accepted_has_a_booking',
      sql`(${table.state} = 'accepted') = (${table.bookingId} is not null)`,
    ),
    check(
      'offers_void_has_a_reason',
      sql`(${table.state} = 'void') = (${table.voidReason} is not null)`,
    ),
    check(
      'offers_text_lengths',
      sql`char_length(${table.phone}) <= ${sql.raw(String(limits.buyerPhoneLength))} and char_length(${table.location}) <= ${sql.raw(String(limits.meetingPlaceLength))} and char_length(${table.message}) between 1 and ${sql.raw(String(limits.offerMessageLength))}`,
    ),
  ],
);
