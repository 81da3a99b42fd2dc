import { sql } from 'drizzle-orm';
import { check, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { limits } from '#contract/constants.ts';
import { primaryId, timestamptz } from './columns.ts';
import { users } from './users.ts';

/** What a seller shows the admins in order to be verified. Its pictures are in `evidence_images`. */
export const verificationRequests = pgTable(
  'verification_requests',
  {
    id: primaryId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    text: text('text').notNull(),
    links: text('links').array().notNull(),
    /** When it was sent, or last changed. */
    sentAt: timestamptz('sent_at').notNull(),
  },
  (table) => [
    uniqueIndex('verification_requests_once').on(table.userId),
    check(
      'verification_requests_text_length',
      sql`char_length(${table.text}) between 1 and ${sql.raw(String(limits.verificationTextLength))}`,
    ),
    check(
      'verification_requests_links_count',
      sql`cardinality(${table.links}) <= ${sql.raw(String(limits.verificationPieces))}`,
    ),
  ],
);
