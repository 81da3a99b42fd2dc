import { sql } from 'drizzle-orm';
import { check, integer, pgTable, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from './columns.ts';
import { users } from './users.ts';

/** How soon sellers answer and send, as a job measures it. Null while there are too few answers or parcels. */
export const sellerMeasures = pgTable(
  'seller_measures',
  {
    sellerId: uuid('seller_id')
      .primaryKey()
      .references(() => users.id),
    /** The median time from a question to its answer. */
    answerMinutes: integer('answer_minutes'),
    /** The median time from the payment until it was sent. */
    dispatchMinutes: integer('dispatch_minutes'),
    measuredAt: timestamptz('measured_at').notNull(),
  },
  (table) => [
    check(
      'seller_measures_times',
      sql`${table.answerMinutes} >= 0 and ${table.dispatchMinutes} >= 0`,
    ),
  ],
);
