import type { ReleaseReason } from '#contract/bookings/states.ts';
import { recordSaleEvent } from '../../database/record-event.ts';
import type { Fragment } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import { queueAvailabilityMails, queueSaleMail } from '../mails/queue-sale-mail.ts';
import { recordCatalogueChange } from '../products/catalogue-changes.ts';
import { recordProductNews } from '../products/product-news.ts';

export interface ReleasedHold {
  bookingId: string;
  productId: string;
}

interface Release {
  reason: ReleaseReason;
  /** What the seller said when declining. */
  note?: string;
  /** Whether the buyer gets a mail. */
  tellsBuyer: boolean;
}

/**
 * Ends the selected holds. Every way in which a hold ends passes through here: the pages that show the products are
 * refreshed, a mail is queued to every user who asked to be told when one of them is free again, and those who have it on
 * their wishlist get news. The caller has locked the products.
 * @param selected a condition on `bookings`
 */
export async function releaseHolds(
  tx: Tx,
  selected: Fragment,
  { reason, note, tellsBuyer }: Release,
  at: Date,
): Promise<ReleasedHold[]> {
  const released = await tx.sql<ReleasedHold[]>`
    update bookings set state = 'released', released_at = ${at}, release_reason = ${reason},
      release_note = ${note ?? null}
    where (${selected}) and state = 'held'
    returning id as "bookingId", product_id as "productId"`;
  if (released.length === 0) return released;
  for (const { productId, bookingId } of released) {
    recordCatalogueChange(tx, productId, at);
    recordProductNews(tx, { kind: 'free', productId, bookingId }, at);
    recordSaleEvent(tx, 'booking.ended', bookingId, at);
    if (tellsBuyer) queueSaleMail(tx, { kind: 'hold-expired', bookingId, readers: ['buyer'] }, at);
  }
  const waiting = await findWatchers(tx, released);
  queueAvailabilityMails(tx, waiting, at);
  return released;
}

/**
 * Ends those of the selected holds that have expired, with a mail to each buyer. An expired hold reserves nothing even
 * before this runs. The caller has locked the products.
 * @param selected a condition on `bookings`
 * @returns how many were released
 */
export async function releaseExpiredHolds(tx: Tx, selected: Fragment, at: Date): Promise<number> {
  const expired = tx.sql`(${selected}) and hold_expires_at <= ${at}`;
  const released = await releaseHolds(tx, expired, { reason: 'expired', tellsBuyer: true }, at);
  return released.length;
}

/** The users with an alert for one of these products, each with the booking that held it. */
async function findWatchers(tx: Tx, released: readonly ReleasedHold[]) {
  const bookingOf = new Map(released.map(({ productId, bookingId }) => [productId, bookingId]));
  const alerts = await tx.sql<{ productId: string; userId: string }[]>`
    select product_id as "productId", user_id as "userId" from availability_alerts
    where product_id = any(${[...bookingOf.keys()]}::uuid[])`;
  return alerts.flatMap(({ productId, userId }) => {
    const bookingId = bookingOf.get(productId);
    return bookingId === undefined ? [] : [{ bookingId, userId }];
  });
}
