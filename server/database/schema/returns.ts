import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { returnStates } from '#contract/states.ts';
import { isOneOf, moment, primaryId } from './columns.ts';
import { bookings } from './sales.ts';
import { users } from './users.ts';

/** A buyer's request to return a paid product within three days. */
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
