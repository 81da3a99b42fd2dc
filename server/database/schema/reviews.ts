import { sql } from 'drizzle-orm';
import { check, index, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { limits } from '#contract/constants.ts';
import { offerSides } from '#contract/offers/offer-terms.ts';
import { isOneOf, primaryId, timestamptz } from './columns.ts';
import { bookings } from './sales.ts';
import { users } from './users.ts';

/** What the sides of a sale have written about each other. Until `published_at` only the author reads it. */
export const reviews = pgTable(
  'reviews',
  {
    id: primaryId(),
    bookingId: uuid('booking_id')
      .notNull()
      .references(() => bookings.id),
    /** The author. */
    side: text('side', { enum: offerSides }).notNull(),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id),
    subjectId: uuid('subject_id')
      .notNull()
      .references(() => users.id),
    /** Null once it was deleted: the row stays, so that no other is written in its place. */
    rating: smallint('rating'),
    text: text('text'),
    createdAt: timestamptz('created_at').notNull(),
    publishedAt: timestamptz('published_at'),
    reply: text('reply'),
    repliedAt: timestamptz('replied_at'),
    deletedAt: timestamptz('deleted_at'),
    /** By a decision of the shop. */
    hiddenAt: timestamptz('hidden_at'),
  },
  (table) => [
    uniqueIndex('reviews_one_per_side').on(table.bookingId, table.side),
    index('reviews_by_subject')
      .on(table.subjectId, table.id.desc().nullsFirst())
      .where(
        sql`${table.side} = 'buyer' and ${table.publishedAt} is not null and ${table.deletedAt} is null and ${table.hiddenAt} is null`,
      ),
    index('reviews_by_author').on(table.authorId, table.id.desc().nullsFirst()),
    index('reviews_sealed')
      .on(table.createdAt)
      .where(sql`${table.publishedAt} is null and ${table.deletedAt} is null`),
    check('reviews_side_known', isOneOf(table.side, offerSides)),
    check('reviews_of_others', sql`${table.authorId} <> ${table.subjectId}`),
    check('reviews_rating', sql`${table.rating} between 1 and 5`),
    check(
      'reviews_deleted_without_content',
      sql`(${table.deletedAt} is null) = (${table.rating} is not null) and (${table.deletedAt} is null or ${table.text} is null)`,
    ),
    check(
      'reviews_reply_to_published',
      sql`(${table.reply} is null) = (${table.repliedAt} is null) and (${table.reply} is null or ${table.publishedAt} is not null)`,
    ),
    check(
      'reviews_text_lengths',
      sql`char_length(${table.text}) between 1 and ${sql.raw(String(limits.reviewLength))} and char_length(${table.reply}) between 1 and ${sql.raw(String(limits.reviewLength))}`,
    ),
  ],
);
