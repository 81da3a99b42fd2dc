import { newId } from '../../core/ids.ts';
import type { Tx } from '../../database/transaction.ts';

type News =
  | { kind: 'cheaper'; productId: string; priceBeforeCents: number }
  | { kind: 'free'; productId: string; bookingId: string };

/** Records news for the users who have this product on their wishlist; nothing when no one has. A job mails them. */
export function recordProductNews(tx: Tx, news: News, at: Date): void {
  const { kind, productId } = news;
  const priceBefore = news.kind === 'cheaper' ? news.priceBeforeCents : null;
  const bookingId = news.kind === 'free' ? news.bookingId : null;
  tx.write`
    insert into product_news (id, product_id, kind, price_before_cents, booking_id, created_at)
    select ${newId(at)}::uuid, ${productId}::uuid, ${kind}::text, ${priceBefore}::bigint, ${bookingId}::uuid,
      ${at}::timestamptz
    where exists (select from wishlist_items where product_id = ${productId} and paid_at is null)`;
}
