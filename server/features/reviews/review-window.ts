import { reviewTerms } from '#contract/constants.ts';
import type { OfferSide } from '#contract/offers/offer-terms.ts';
import type { Fragment, Sql } from '../../database/sql.ts';
import { deadlineStart, hasNoOpenDispute } from '../bookings/deadline-start.ts';

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

/**
 * The time until which the sale of booking `b` with fulfilment `f` can be reviewed, as if no dispute were open: null
 * unless it was completed, returned or cancelled by its seller. An open dispute stops the clock, and one that was
 * decided has moved it.
 */
export function reviewUntil(sql: Sql): Fragment {
  return sql`case
    when f.state = 'completed' then ${deadlineStart(sql, 'f.completed_at')}
    when f.state = 'returned' then ${deadlineStart(sql, 'f.returned_at')}
    when f.state = 'cancelled' and f.cancelled_by = b.seller_id
      then ${deadlineStart(sql, 'f.cancelled_at')}
    end + make_interval(days => ${reviewTerms.days})`;
}
