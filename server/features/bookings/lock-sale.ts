import { msg } from '#contract/text.ts';
import type { AdminArea } from '#contract/users/admin-areas.ts';
import { Problem } from '../../core/problem.ts';
import { pipeline } from '../../database/pipeline.ts';
import type { bookings, products } from '../../database/schema/sales.ts';
import { rawSql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import { lockPresentUsers, requirePresent } from '../users/lock-user.ts';
import { fullCommissionCents } from './booking-money.ts';

interface SaleToLock {
  bookingId: string;
  /** The user who changes the sale. */
  actorId?: string;
  /** In which an admin changes it. */
  area?: AdminArea;
  /** Locks the seller too, so that they cannot be removed before the transaction ends. */
  withSeller?: boolean;
}

/** A product that no other transaction can change until this one ends. */
type LockedProduct = Pick<
  typeof products.$inferSelect,
  'id' | 'status' | 'priceCents' | 'withdrawnAt'
>;

type LockedBooking = Pick<
  typeof bookings.$inferSelect,
  | 'id'
  | 'productId'
  | 'productName'
  | 'priceCents'
  | 'listedCents'
  | 'buyerId'
  | 'buyerName'
  | 'buyerEmail'
  | 'phone'
  | 'sellerId'
  | 'state'
  | 'releaseReason'
  | 'holdExpiresAt'
  | 'holdExtended'
  | 'paidAt'
  | 'deliveryMethod'
  | 'returnDays'
  | 'withdrawalDays'
  | 'shippingCents'
> & { totalCents: number; fullCommissionCents: number };

export type LockedSale = Awaited<ReturnType<typeof lockSale>>;

/**
 * Locks a sale in the order that `users/lock-user.ts` documents: users, the product, the booking. No other transaction
 * can change them until this one ends. Takes one round trip.
 * @returns `actorRole` is the actor's role now, within the area; `isSellerPresent` is false when the seller was removed or not locked
 * @throws Problem not-signed-in when the actor was removed; not-found when there is no such booking
 */
export async function lockSale(
  tx: Tx,
  { bookingId, actorId, area = 'cases', withSeller = false }: SaleToLock,
) {
  const sellerId = tx.sql`(select seller_id from bookings where id = ${bookingId})`;
  const userIds = [...(actorId === undefined ? [] : [actorId]), ...(withSeller ? [sellerId] : [])];
  const [firstId, secondId] = userIds;
  const [users, [product], [booking]] = await pipeline([
    firstId === undefined ? [] : lockPresentUsers(tx, [firstId, secondId], area),
    tx.sql<LockedProduct[]>`
      select id, status, price_cents as "priceCents", withdrawn_at as "withdrawnAt" from products
      where id = (select product_id from bookings where id = ${bookingId}) for update`,
    tx.sql<LockedBooking[]>`
      select id, product_id as "productId", product_name as "productName",
        price_cents as "priceCents", listed_cents as "listedCents", buyer_id as "buyerId", buyer_name as "buyerName",
        buyer_email as "buyerEmail", phone, seller_id as "sellerId", state,
        release_reason as "releaseReason", hold_expires_at as "holdExpiresAt",
        hold_extended as "holdExtended", paid_at as "paidAt",
        ${rawSql(fullCommissionCents)} as "fullCommissionCents",
        delivery_method as "deliveryMethod", return_days as "returnDays", withdrawal_days as "withdrawalDays", shipping_cents as "shippingCents",
        price_cents + shipping_cents as "totalCents"
      from bookings b where id = ${bookingId} for update`,
  ]);
  const actorRole = actorId === undefined ? undefined : requirePresent(users, actorId).role;
  if (!product || !booking) throw bookingNotFound();
  const isSellerPresent = users.some(({ id }) => id === booking.sellerId);
  return { actorId, actorRole, isSellerPresent, product, booking };
}

export function bookingNotFound(): Problem {
  return new Problem('not-found', msg`There is no such booking`);
}

/** The subject and the product of an audit entry about a booking. */
export function auditTargetOf(booking: LockedSale['booking']) {
  return {
    subject: { id: booking.buyerId, name: booking.buyerName, email: booking.buyerEmail },
    product: { id: booking.productId, name: booking.productName },
  };
}
