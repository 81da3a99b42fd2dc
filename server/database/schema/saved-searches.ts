import { sql } from 'drizzle-orm';
import { boolean, check, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { limits } from '#contract/constants.ts';
import type { SavedQuery } from '#contract/search/saved-searches.ts';
import { primaryId, timestamptz } from './columns.ts';
import { users } from './users.ts';

/** A search that a user wants to find again, and whose new matches the shop mails to them. */
export const savedSearches = pgTable(
  'saved_searches',
  {
    id: primaryId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    /** Words, filters and order, by the names of the search page's address. */
    query: jsonb('query').$type<SavedQuery>().notNull(),
    hasAlert: boolean('has_alert').notNull(),
    /** Matches that were listed up to this moment have been mailed, or are not news. */
    mailedUntil: timestamptz('mailed_until').notNull(),
    /** When the user last looked at its results. */
    seenAt: timestamptz('seen_at').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('saved_searches_once').on(table.userId, table.query),
    check(
      'saved_searches_name_length',
      sql`char_length(${table.name}) between 1 and ${sql.raw(String(limits.savedSearchNameLength))}`,
    ),
  ],
);
