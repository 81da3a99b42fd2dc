import type { UserExport } from '#contract/users/user-export.ts';
import type { reviews } from '../../database/schema/reviews.ts';
import type { Sql } from '../../database/sql.ts';
import { pagesOf } from './json-stream.ts';

type ReviewRow = Omit<typeof reviews.$inferSelect, 'side' | 'subjectId' | 'hiddenAt' | 'repliedAt'>;

/** The reviews that a user has written, and those about them that are published, newest first, for `exportUser`. */
export function exportReviews(sql: Sql, userId: string): AsyncIterable<UserExport['reviews']> {
  return pagesOf(
    ({ cursor, count }) => sql<ReviewRow[]>`
      select id, booking_id as "bookingId", author_id as "authorId", rating, text, reply,
        created_at as "createdAt", published_at as "publishedAt", deleted_at as "deletedAt"
      from reviews
      where (author_id = ${userId} or subject_id = ${userId} and published_at is not null
          and deleted_at is null and hidden_at is null)
        and id < ${cursor}
      order by id desc limit ${count}`,
    (row) => ({
      _id: row.id,
      bookingId: row.bookingId,
      as: row.authorId === userId ? ('author' as const) : ('subject' as const),
      rating: row.rating ?? undefined,
      text: row.text ?? undefined,
      reply: row.reply ?? undefined,
      time: row.createdAt.toISOString(),
      publishedAt: row.publishedAt?.toISOString(),
      deletedAt: row.deletedAt?.toISOString(),
    }),
  );
}
