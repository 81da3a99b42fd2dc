import type { OfferSide } from '#contract/offers/offer-terms.ts';
import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import { pipeline } from '../../database/pipeline.ts';
import type { Tx } from '../../database/transaction.ts';
import type { StoredDelivery } from '../delivery/choose-delivery.ts';
import { lockPresentUsersExclusively, requirePresent } from '../users/lock-user.ts';
import type { OfferStanding } from './offer-row.ts';

export interface LockedOffer extends OfferStanding {
  id: string;
  productId: string;
  sellerId: string;
  side: OfferSide;
  /** Undefined when the account was removed. */
  buyer: { id: string; name: string; email: string } | undefined;
  phone: string;
  location: string;
  delivery: StoredDelivery;
  bookingId: string | null;
}

interface Sides {
  buyerId: string;
  sellerId: string;
  productId: string;
}

/**
 * Locks an offer for one of its sides in the order that `users/lock-user.ts` documents: both sides, the product, the
 * offer. Both are locked exclusively, because accepting counts the buyer's holds.
 * @throws Problem not-signed-in when the actor was removed; not-found, also for everyone but its sides
 */
export async function lockOffer(tx: Tx, actorId: string, id: string): Promise<LockedOffer> {
  // They never change.
  const [sides] = await tx.sql<Sides[]>`
    select buyer_id as "buyerId", seller_id as "sellerId", product_id as "productId" from offers
    where id = ${id} and (buyer_id = ${actorId} or seller_id = ${actorId}
      and not is_unseen and (declines_at is null or state = 'declined'))`;
  if (!sides) throw offerNotFound();
  const { buyerId, sellerId, productId } = sides;
  const [users, , [offer]] = await pipeline([
    lockPresentUsersExclusively(tx, [buyerId, sellerId]),
    tx.sql`select from products where id = ${productId} for update`,
    tx.sql<
      (Omit<LockedOffer, 'productId' | 'sellerId' | 'side' | 'buyer' | 'delivery'> &
        StoredDelivery)[]
    >`
      select o.id, o.state, o.listed_cents as "listedCents", p.price_cents as "priceCents",
        o.amounts_cents as "amountsCents", o.expires_at as "expiresAt", o.phone, o.location,
        o.booking_id as "bookingId", o.delivery_method as "deliveryMethod", o.zone_id as "zoneId",
        o.zone_name as "zoneName", o.shipping_cents as "shippingCents"
      from offers o join products p on p.id = o.product_id where o.id = ${id} for update of o`,
  ]);
  requirePresent(users, actorId);
  if (!offer) throw offerNotFound();
  const { deliveryMethod, zoneId, zoneName, shippingCents, ...standing } = offer;
  return {
    ...standing,
    delivery: { deliveryMethod, zoneId, zoneName, shippingCents },
    productId,
    sellerId,
    side: actorId === buyerId ? 'buyer' : 'seller',
    buyer: users.find((user) => user.id === buyerId),
  };
}

function offerNotFound(): Problem {
  return new Problem('not-found', msg`There is no such offer`);
}
