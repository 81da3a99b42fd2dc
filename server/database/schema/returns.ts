import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { returnStates } from '#contract/bookings/states.ts';
import { limits } from '#contract/constants.ts';
import { isOneOf, primaryId, timestamptz } from './columns.ts';
import { bookings } from './sales.ts';
import { users } from './users.ts';

/** A buyer's request to give a paid product back. */
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
    requestedAt: timestamptz('requested_at').notNull(),
    decidedAt: timestamptz('decided_at'),
    /** Null when the clock accepted it. */
    decidedBy: uuid('decided_by').references(() => users.id),
    /** The place to which the instrument is brought or sent. */
    place: text('place'),
    /** Why the seller contests it. */
    contestReason: text('contest_reason'),
    /** The end of the time to give an accepted return back; null while it has no place, or was not received. */
    giveBackBy: timestamptz('give_back_by'),
    /** When the buyer said that they had sent it back, by whom, and the number of the parcel. */
    sentBackAt: timestamptz('sent_back_at'),
    backCarrier: text('back_carrier'),
    backTracking: text('back_tracking'),
    givenBackAt: timestamptz('given_back_at'),
    lapsedAt: timestamptz('lapsed_at'),
    /** The seller refunds without wanting the instrument back. */
    buyerKeepsIt: boolean('buyer_keeps_it').notNull().default(false),
    refundedAt: timestamptz('refunded_at'),
  },
  (table) => [
    index('returns_open')
      .on(table.requestedAt)
      .where(sql`${table.state} in ('requested', 'accepted')`),
    index('returns_requested').on(table.requestedAt).where(sql`${table.state} = 'requested'`),
    index('returns_to_give_back').on(table.giveBackBy).where(sql`${table.state} = 'accepted'`),
    check('returns_state_known', isOneOf(table.state, returnStates)),
    check(
      'returns_decided_has_a_time',
      sql`(${table.state} = 'requested') = (${table.decidedAt} is null)`,
    ),
    check(
      'returns_text_lengths',
      sql`char_length(${table.place}) between 1 and ${sql.raw(String(limits.traderAddressLength))} and char_length(${table.contestReason}) between 1 and ${sql.raw(String(limits.disputeTextLength))} and char_length(${table.backCarrier}) between 1 and ${sql.raw(String(limits.carrierLength))} and char_length(${table.backTracking}) between 1 and ${sql.raw(String(limits.trackingLength))}`,
    ),
    check(
      'returns_sent_back_has_a_carrier',
      sql`(${table.sentBackAt} is null) = (${table.backCarrier} is null)`,
    ),
    check(
      'returns_refunded_has_a_time',
      sql`(${table.state} = 'refunded') = (${table.refundedAt} is not null)`,
    ),
  ],
);
