import type { OfferSide } from '#contract/offers/offer-terms.ts';
import type { Sql } from '../../database/sql.ts';
import { hasNoOpenDispute, reviewUntil } from '../bookings/deadline-start.ts';

/** The two sides of a sale, and until when they can review each other. */
export interface ReviewWindow {
  bookingId: string;
  buyerId: string;
  sellerId: string;
  /** Null while the sale has not ended, has ended in another way, or a dispute about it is open. */
  until: Date | null;
}

/** The side of the sale on which a user is. */
export function sideOf(
  { buyerId, sellerId }: Pick<ReviewWindow, 'buyerId' | 'sellerId'>,
  userId: string,
): OfferSide | undefined {
  if (userId === buyerId) return 'buyer';
  return userId === sellerId ? 'seller' : undefined;
}

export async function readReviewWindow(
  sql: Sql,
  bookingId: string,
): Promise<ReviewWindow | undefined> {
  const [window] = await sql<ReviewWindow[]>`
    select b.id as "bookingId", b.buyer_id as "buyerId", b.seller_id as "sellerId",
      case when ${hasNoOpenDispute(sql, 'f')} then ${reviewUntil(sql)} end as until
    from bookings b left join fulfilments f on f.booking_id = b.id where b.id = ${bookingId}`;
  return window;
}
