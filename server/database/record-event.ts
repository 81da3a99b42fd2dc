import type { WebhookEvent } from '#contract/webhooks/webhook-events.ts';
import { newId } from '../core/ids.ts';
import { type Fragment, rawSql } from './sql.ts';
import type { Tx } from './transaction.ts';

export interface NewEvent {
  type: WebhookEvent;
  /** The person who is told, or SQL for the ids of those. */
  userId: string | Fragment;
  /** The listing, booking, thread, offer, review, payout or case. */
  subjectId: string;
  /** The listing that it is about, or SQL for its id. Its version is read: record the change of the listing before. */
  productId?: string | Fragment;
}

/**
 * Records what has happened for the endpoints of a person that want to be told (`features/webhooks`), in the transaction in
 * which it happens. It is sent after the commit. An endpoint that is removed at the same time is not told; without the lock
 * the foreign key would refuse the whole transaction.
 */
export function recordEvent(
  tx: Tx,
  { type, userId, subjectId, productId }: NewEvent,
  at: Date,
): void {
  const product = productId ?? rawSql('null');
  tx.write`
    insert into webhook_deliveries (event_id, endpoint_id, type, subject_id, product_id, version, created_at, due_at)
    select ${newId(at)}, e.id, ${type}, ${subjectId}, p.id,
      (select max(x.version) from external_ids x where x.product_id = p.id), ${at},
      case when e.disabled_for is null then ${at}::timestamptz end
    from webhook_endpoints e cross join (select (${product})::uuid as id) p
    where e.user_id in (${userId}) and ${type} = any(e.events)
      and e.disabled_for is distinct from 'gone'
    for key share of e`;
  tx.announce('webhook-recorded');
}

/** The same about a listing, for its seller. */
export function recordListingEvent(
  tx: Tx,
  type: Extract<WebhookEvent, `listing.${string}`>,
  productId: string,
  at: Date,
): void {
  const userId = tx.sql`select seller_id from products where id = ${productId}`;
  recordEvent(tx, { type, userId, subjectId: productId, productId }, at);
}

/** The same about a booking, for the seller. */
export function recordSaleEvent(
  tx: Tx,
  type: Extract<WebhookEvent, `sale.${string}` | `booking.${string}`>,
  bookingId: string,
  at: Date,
): void {
  const userId = tx.sql`select seller_id from bookings where id = ${bookingId}`;
  const productId = tx.sql`select product_id from bookings where id = ${bookingId}`;
  recordEvent(tx, { type, userId, subjectId: bookingId, productId }, at);
}
