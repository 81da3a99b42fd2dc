import { sql } from 'drizzle-orm';
import { bigint, boolean, check, integer, pgTable } from 'drizzle-orm/pg-core';
import { timestamptz } from './columns.ts';

/**
 * What happened in each quarter of an hour, for the overview of admins: days of every time zone are made of them. A job
 * counts it when the quarter is over; quarters in which nothing happened have no row. Money is that of the ledger.
 */
export const eventCounts = pgTable('event_counts', {
  startsAt: timestamptz('starts_at').primaryKey(),
  listings: integer('listings').notNull(),
  bookings: integer('bookings').notNull(),
  sales: integer('sales').notNull(),
  salesCents: bigint('sales_cents', { mode: 'number' }).notNull(),
  refundedCents: bigint('refunded_cents', { mode: 'number' }).notNull(),
  commissionCents: bigint('commission_cents', { mode: 'number' }).notNull(),
  signUps: integer('sign_ups').notNull(),
  offers: integer('offers').notNull().default(0),
  threads: integer('threads').notNull().default(0),
  messages: integer('messages').notNull().default(0),
});

/** Which quarters have been counted: all from `counted_from` to `counted_until`, and all before when it is complete. */
export const eventCountProgress = pgTable(
  'event_count_progress',
  {
    /** There is one row. */
    id: integer('id').primaryKey().default(1),
    countedFrom: timestamptz('counted_from').notNull(),
    countedUntil: timestamptz('counted_until').notNull(),
    isComplete: boolean('is_complete').notNull().default(false),
  },
  (table) => [
    check('event_count_progress_one_row', sql`${table.id} = 1`),
    check('event_count_progress_order', sql`${table.countedFrom} <= ${table.countedUntil}`),
  ],
);
