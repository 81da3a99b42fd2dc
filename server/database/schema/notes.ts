import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { noteLength } from '#contract/moderation/moderation-terms.ts';
import { cases } from './cases.ts';
import { primaryId, timestamptz } from './columns.ts';
import { bookings } from './sales.ts';
import { users } from './users.ts';

/** What admins noted about a person, a booking or a case; never changed. */
export const notes = pgTable(
  'notes',
  {
    id: primaryId(),
    personId: uuid('person_id').references(() => users.id),
    bookingId: uuid('booking_id').references(() => bookings.id),
    caseId: uuid('case_id').references(() => cases.id),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id),
    text: text('text').notNull(),
    writtenAt: timestamptz('written_at').notNull(),
  },
  (table) => [
    index('notes_by_person').on(table.personId, table.id),
    index('notes_by_booking').on(table.bookingId, table.id),
    index('notes_by_case').on(table.caseId, table.id),
    check(
      'notes_have_one_subject',
      sql`num_nonnulls(${table.personId}, ${table.bookingId}, ${table.caseId}) = 1`,
    ),
    check(
      'notes_text_length',
      sql`char_length(${table.text}) between 1 and ${sql.raw(String(noteLength))}`,
    ),
  ],
);
