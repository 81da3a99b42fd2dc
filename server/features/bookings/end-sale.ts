import { and, eq, ne, sql } from 'drizzle-orm';
import { pipeline } from '../../database/pipeline.ts';
import { fulfilments } from '../../database/schema/fulfilments.ts';
import { returns } from '../../database/schema/returns.ts';
import { bookings, products } from '../../database/schema/sales.ts';
import { wishlistItems } from '../../database/schema/wishlist.ts';
import type { Tx } from '../../database/transaction.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { recordCatalogueChange } from '../products/catalogue-changes.ts';
import { recordProductNews } from '../products/product-news.ts';
import type { LockedSale } from './lock-sale.ts';

/**
 * Ends a sale whose money went back to the buyer without anybody of the shop's pages having decided so. The product is on
 * sale again only if it was not handed over; otherwise its buyer has it. The caller has locked the sale and its seller.
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
  await reverseSale(tx, { sale, isWithdrawn: !isOnSale }, at);
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
export async function reverseSale(
  tx: Tx,
  { sale, isWithdrawn }: EndedSale,
  at: Date,
): Promise<void> {
  const [bookingId, productId] = [sale.booking.id, sale.product.id];
  recordCatalogueChange(tx, productId, at);
  queueMail(tx, { kind: 'returned', bookingId, readers: ['seller'] }, at);
  await pipeline([
    tx
      .update(returns)
      .set({ state: 'refunded', refundedAt: at, decidedAt: sql`coalesce(decided_at, ${at})` })
      .where(and(eq(returns.bookingId, bookingId), ne(returns.state, 'lapsed'))),
    tx
      .update(fulfilments)
      .set({ state: 'returned', returnedAt: at })
      .where(and(eq(fulfilments.bookingId, bookingId), ne(fulfilments.state, 'cancelled'))),
    tx
      .update(bookings)
      .set({ state: 'returned', returnedAt: at })
      .where(and(eq(bookings.id, bookingId), eq(bookings.state, 'paid'))),
    tx
      .update(products)
      .set({ status: 'available', soldBookingId: null, withdrawnAt: isWithdrawn ? at : null })
      .where(and(eq(products.id, productId), eq(products.soldBookingId, bookingId))),
    tx.update(wishlistItems).set({ paidAt: null }).where(eq(wishlistItems.productId, productId)),
  ]);
  // Finds the wishes only after `paidAt` is null.
  if (!isWithdrawn) recordProductNews(tx, { kind: 'free', productId, bookingId }, at);
}
