import type { Role } from '#contract/constants.ts';
import type { SaleReview, SaleReviews, SellerReview } from '#contract/reviews/reviews.ts';
import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import type { Sql } from '../../database/sql.ts';
import { bookingNotFound } from '../bookings/lock-sale.ts';
import { readReviewWindow, sideOf } from './review-window.ts';

interface ReviewRow {
  id: string;
  side: SaleReview['side'];
  rating: number | null;
  text: string | null;
  createdAt: Date;
  publishedAt: Date | null;
  reply: string | null;
  repliedAt: Date | null;
  isDeleted: boolean;
  isHidden: boolean;
}

/**
 * What the two sides of a sale have written, for one of them or an admin. Of a sealed review of the other side only
 * that it is there; admins do not learn that.
 * @throws Problem not-found for everyone else
 */
export async function readSaleReviews(
  sql: Sql,
  viewer: { id: string; role: Role },
  bookingId: string,
  at: Date,
): Promise<SaleReviews> {
  const window = await readReviewWindow(sql, bookingId);
  const side = window && sideOf(window, viewer.id);
  if (!window || (!side && viewer.role !== 'admin')) throw bookingNotFound();
  const rows = await sql<ReviewRow[]>`
    select id, side, rating, text, created_at as "createdAt", published_at as "publishedAt", reply,
      replied_at as "repliedAt", deleted_at is not null as "isDeleted",
      hidden_at is not null as "isHidden"
    from reviews where booking_id = ${bookingId} order by side`;
  const { until } = window;
  return {
    until: until !== null && until > at ? until.toISOString() : undefined,
    reviews: rows.flatMap((row) => saleReviewFrom(row, side) ?? []),
  };
}

function saleReviewFrom(
  row: ReviewRow,
  viewer: SaleReview['side'] | undefined,
): SaleReview | undefined {
  const state = stateOf(row);
  const isOwn = row.side === viewer;
  const isReadable = isOwn || state === 'published';
  if (state === 'sealed' && viewer === undefined) return undefined;
  return {
    _id: row.id,
    side: row.side,
    state,
    rating: isReadable ? (row.rating ?? undefined) : undefined,
    text: isReadable ? (row.text ?? undefined) : undefined,
    time: row.createdAt.toISOString(),
    reply: isReadable ? replyFrom(row) : undefined,
  };
}

function stateOf({ isDeleted, isHidden, publishedAt }: ReviewRow): SaleReview['state'] {
  if (isDeleted) return 'deleted';
  if (isHidden) return 'hidden';
  return publishedAt ? 'published' : 'sealed';
}

function replyFrom({ reply, repliedAt }: Pick<ReviewRow, 'reply' | 'repliedAt'>) {
  return reply !== null && repliedAt !== null
    ? { text: reply, time: repliedAt.toISOString() }
    : undefined;
}

interface SellerReviewRow extends Pick<ReviewRow, 'id' | 'text' | 'reply' | 'repliedAt'> {
  rating: number;
  publishedAt: Date;
  /** Null when the account was removed. */
  author: string | null;
  productName: string;
}

/**
 * What buyers have written about a seller, the newest first.
 * @throws Problem not-found for an unknown or removed user
 */
export async function listSellerReviews(
  sql: Sql,
  { sellerId, count, before }: { sellerId: string; count: number; before: string },
): Promise<SellerReview[]> {
  const rows = await sql<SellerReviewRow[]>`
    select r.id, r.rating, r.text, r.published_at as "publishedAt", r.reply,
      r.replied_at as "repliedAt", case when a.removed_at is null then a.name end as author, b.product_name as "productName"
    from reviews r
    join users a on a.id = r.author_id
    join users s on s.id = r.subject_id and s.removed_at is null
    join bookings b on b.id = r.booking_id
    where r.subject_id = ${sellerId} and r.side = 'buyer' and r.published_at is not null
      and r.deleted_at is null and r.hidden_at is null and r.id < ${before}
    order by r.id desc limit ${count}`;
  if (rows.length === 0) await requireUser(sql, sellerId);
  return rows.map((row) => ({
    _id: row.id,
    author: row.author ?? undefined,
    name: row.productName,
    rating: row.rating,
    text: row.text ?? undefined,
    time: row.publishedAt.toISOString(),
    reply: replyFrom(row),
  }));
}

async function requireUser(sql: Sql, id: string): Promise<void> {
  const found = await sql`select from users where id = ${id} and removed_at is null`;
  if (found.length === 0) throw new Problem('not-found', msg`There is no such seller`);
}
