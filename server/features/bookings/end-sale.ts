import { recordEvent, recordSaleEvent } from '../../database/record-event.ts';
import type { Tx } from '../../database/transaction.ts';
import { queueSaleMail } from '../mails/queue-sale-mail.ts';
import { recordCatalogueChange } from '../products/catalogue-changes.ts';
import { recordProductNews } from '../products/product-news.ts';
import type { LockedSale } from './lock-sale.ts';

/**
 * Ends a sale whose money went back to the buyer without a decision on the shop's pages. The product is
 * on sale again only if it was not handed over; otherwise its buyer has it. The caller has locked the sale and its
 * seller.
 * @param cancelReason stands with the sale when the instrument had not been received
 */
export async function endSale(
  tx: Tx,
  { sale, cancelReason }: { sale: LockedSale; cancelReason: string },
  at: Date,
): Promise<void> {
  const bookingId = sale.booking.id;
  const [fulfilment] = await tx.sql<{ isWithSeller: boolean }[]>`
    select state = 'awaiting' or state = 'cancelled' and sent_at is null as "isWithSeller"
    from fulfilments where booking_id = ${bookingId}`;
  tx.write`
    update fulfilments set state = 'cancelled', cancelled_at = ${at}, cancel_reason = ${cancelReason}
    where booking_id = ${bookingId} and state in ('awaiting', 'sent')`;
  const isOnSale = fulfilment?.isWithSeller === true && sale.isSellerPresent;
  reverseSale(tx, { sale, isWithdrawn: !isOnSale }, at);
}

interface EndedSale {
  sale: Pick<LockedSale, 'product' | 'booking'>;
  /** The product does not come back on sale: its seller was removed, or does not have it. */
  isWithdrawn: boolean;
}

/**
 * Ends a sale whose money went back to the buyer. Users who have the product on their wishlist get news when it is on sale again.
 * The caller has locked the sale.
 */
export function reverseSale(tx: Tx, { sale, isWithdrawn }: EndedSale, at: Date): void {
  const [bookingId, productId] = [sale.booking.id, sale.product.id];
  recordCatalogueChange(tx, productId, at);
  queueSaleMail(tx, { kind: 'returned', bookingId, readers: ['seller'] }, at);
  recordSaleEvent(tx, 'sale.returned', bookingId, at);
  tx.write`
    update returns
    set state = 'refunded', refunded_at = ${at}, decided_at = coalesce(decided_at, ${at})
    where booking_id = ${bookingId} and state <> 'lapsed'`;
  tx.write`
    update fulfilments set state = 'returned', returned_at = ${at}
    where booking_id = ${bookingId} and state <> 'cancelled'`;
  tx.write`
    update bookings set state = 'returned', returned_at = ${at}
    where id = ${bookingId} and state = 'paid'`;
  tx.write`
    update products
    set status = 'available', sold_booking_id = null,
      withdrawn_at = case when ${isWithdrawn} or hidden_for is not null then ${at}::timestamptz end,
      hidden_for = case when not ${isWithdrawn} then hidden_for end
    where id = ${productId} and sold_booking_id = ${bookingId}`;
  tx.write`update wishlist_items set paid_at = null where product_id = ${productId}`;
  if (isWithdrawn) return;
  const userId = tx.sql`
    select seller_id from products where id = ${productId} and withdrawn_at is null`;
  recordEvent(tx, { type: 'listing.published', userId, subjectId: productId, productId }, at);
  // Finds the wishlist items only after their `paid_at` is null.
  recordProductNews(tx, { kind: 'free', productId, bookingId }, at);
}
