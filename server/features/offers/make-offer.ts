import type { OfferState } from '#contract/bookings/states.ts';
import type { CallReply, CallRequest } from '#contract/calls.ts';
import { offerTerms } from '#contract/constants.ts';
import type { DeliveryChoice } from '#contract/delivery/delivery.ts';
import { toMinorUnits } from '#contract/money/currency.ts';
import { msg } from '#contract/text.ts';
import { type Idempotency, requireSameRequest } from '../../core/idempotency.ts';
import { newId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import { pipeline } from '../../database/pipeline.ts';
import { recordEvent } from '../../database/record-event.ts';
import { insertInto } from '../../database/row-sql.ts';
import type { offers } from '../../database/schema/offers.ts';
import type { products } from '../../database/schema/sales.ts';
import type { Tx } from '../../database/transaction.ts';
import { requireFewApproaches } from '../bookings/approach-limit.ts';
import {
  chooseDelivery,
  type OfferedDelivery,
  offeredDelivery,
  requireAddress,
  type StoredDelivery,
} from '../delivery/choose-delivery.ts';
import { startMailPause } from '../mails/mail-pauses.ts';
import { productNotOnSale } from '../products/read-product.ts';
import { lockPresentUsersExclusively, requirePresent } from '../users/lock-user.ts';
import { isBlocked } from '../users/read-block.ts';
import { chooseDecline, mayBeProbing } from './delayed-decline.ts';
import { markExpired } from './expire-offers.ts';
import { queueOfferMail } from './mails.ts';
import { readOfferCounts, requireFreeOffer } from './offer-limits.ts';

type OfferRequest = CallRequest<'makeOffer'>['body'] & {
  /** The same key from the same buyer identifies the same offer. */
  idempotency?: Idempotency | undefined;
};

type MadeOffer = Omit<CallReply<'makeOffer'>, 'acknowledged'>;

/**
 * Offers an amount below the price of a product. It reserves nothing. One below the seller's lowest is declined in the
 * words in which a seller declines, without a mail to the seller: immediately, or by a job after some hours, as a
 * person would, when the account could be one of many that look for that amount. One between two people of whom one has
 * blocked the other is always declined later, and the seller does not see it. Locks both sides, then the product.
 * @throws Problem not-signed-in when the buyer was removed; not-found; not-allowed for its seller; bad-input when the
 * amount is not below the price; conflict when it is sold, when its seller takes no offers, and when the buyer has
 * reached a limit (`requireFreeOffer`); as `chooseDelivery` and `requireFewApproaches` do;
 * cannot-process when the idempotency key was used for a different offer
 */
export async function makeOffer(
  tx: Tx,
  buyer: { id: string },
  request: OfferRequest,
  { at, limitsApproaches = false }: { at: Date; limitsApproaches?: boolean },
): Promise<MadeOffer> {
  const { productId } = request;
  const sellerId = tx.sql`(select seller_id from products where id = ${productId})`;
  // Both, because either may block the other, and the buyer's offers are counted.
  const [users, repeated, product] = await pipeline([
    lockPresentUsersExclusively(tx, [buyer.id, sellerId]),
    findRepeatedOffer(tx, buyer.id, request.idempotency),
    lockOfferedProduct(tx, productId, request.delivery),
  ]);
  requirePresent(users, buyer.id);
  if (repeated) return repeated;
  if (!product) throw productNotOnSale();
  const amountCents = toMinorUnits(request.amount);
  requireOfferable(product, buyer, amountCents);
  const delivery = chooseDelivery(product, request.delivery);
  if (request.delivery?.address) await requireAddress(tx, buyer.id, request.delivery, at);
  const ofBuyer = tx.sql`buyer_id = ${buyer.id} and product_id = ${productId}`;
  // Its job has not ended it yet.
  await markExpired(tx, ofBuyer, at);
  const counts = await readOfferCounts(tx, { buyerId: buyer.id, productId, at });
  if (counts) requireFreeOffer(counts);
  if (limitsApproaches) await requireFewApproaches(tx, { buyerId: buyer.id, productId }, at);
  const isUnseen = await isBlocked(tx, buyer.id, product.sellerId);
  const isBelowLeast = !isUnseen && amountCents < (product.leastOfferCents ?? 0);
  const offer = { product, buyerId: buyer.id, request, amountCents, delivery };
  const isDelayed = isUnseen || (isBelowLeast && (await mayBeProbing(tx, buyer.id, at)));
  const declinesAt = isDelayed ? await chooseDecline(tx, { productId, isUnseen }, at) : null;
  return insertOffer(tx, { ...offer, isBelowLeast, isUnseen, declinesAt }, at);
}

/**
 * The offer that an earlier request of this buyer with the same idempotency key made. The caller has locked the buyer
 * exclusively.
 * @throws Problem cannot-process when the earlier request was different
 */
async function findRepeatedOffer(
  tx: Tx,
  buyerId: string,
  idempotency: Idempotency | undefined,
): Promise<MadeOffer | undefined> {
  if (!idempotency) return undefined;
  const [first] = await tx.sql<
    (Pick<typeof offers.$inferSelect, 'id' | 'state'> & { digest: string | null })[]
  >`
    select id, state, idempotency_digest as digest from offers
    where buyer_id = ${buyerId} and idempotency_key = ${idempotency.key}`;
  if (!first) return undefined;
  requireSameRequest(first.digest, idempotency);
  return { insertedId: first.id, state: first.state };
}

type OfferedProduct = OfferedDelivery &
  Pick<
    typeof products.$inferSelect,
    'id' | 'sellerId' | 'priceCents' | 'status' | 'takesOffers' | 'leastOfferCents'
  >;

/** Against a payment, a withdrawal and a change of its price; other offers for it can be made at the same time. */
async function lockOfferedProduct(
  tx: Tx,
  id: string,
  choice: DeliveryChoice | undefined,
): Promise<OfferedProduct | undefined> {
  const [product] = await tx.sql<OfferedProduct[]>`
    select id, seller_id as "sellerId", price_cents as "priceCents", status,
      takes_offers as "takesOffers", least_offer_cents as "leastOfferCents",
      ${offeredDelivery(tx, choice)}
    from products where id = ${id} and withdrawn_at is null for share`;
  return product;
}

function requireOfferable(
  product: OfferedProduct,
  buyer: { id: string },
  amountCents: number,
): void {
  if (product.sellerId === buyer.id) {
    throw new Problem('not-allowed', msg`You cannot make an offer for your own instrument`);
  }
  if (product.status === 'sold') throw new Problem('conflict', msg`This instrument is sold`);
  if (!product.takesOffers) {
    throw new Problem('conflict', msg`The seller takes no offers for this instrument`, {
      reason: 'no-offers',
    });
  }
  if (amountCents >= product.priceCents) {
    const message = msg`An offer must be below the price`;
    throw new Problem('bad-input', message, { errors: [{ field: 'amount', message }] });
  }
}

interface NewOffer {
  product: OfferedProduct;
  buyerId: string;
  request: OfferRequest;
  amountCents: number;
  delivery: StoredDelivery;
  isBelowLeast: boolean;
  isUnseen: boolean;
  /** When a job declines it; null for one that is declined now, or that the seller sees. */
  declinesAt: Date | null;
}

async function insertOffer(
  tx: Tx,
  { product, buyerId, request, amountCents, delivery, ...decline }: NewOffer,
  at: Date,
): Promise<MadeOffer> {
  const { isBelowLeast, isUnseen, declinesAt } = decline;
  const id = newId(at);
  const state: OfferState = isBelowLeast && !declinesAt ? 'declined' : 'open';
  const expiresAt = new Date(at.getTime() + offerTerms.turnHours * 3_600_000);
  const row = {
    id,
    productId: product.id,
    buyerId,
    sellerId: product.sellerId,
    state,
    listedCents: product.priceCents,
    amountsCents: [amountCents],
    phone: request.phone ?? '',
    location: request.location ?? '',
    message: request.message ?? null,
    createdAt: at,
    changedAt: at,
    expiresAt,
    isBelowLeast,
    isUnseen,
    declinesAt,
    ...delivery,
    idempotencyKey: request.idempotency?.key ?? null,
    idempotencyDigest: request.idempotency?.digest ?? null,
  };
  tx.write`${insertInto<typeof offers.$inferInsert>('offers', row)}`;
  const pause = { readerId: product.sellerId, topic: 'offers', causedBy: buyerId } as const;
  if (state === 'declined') {
    queueOfferMail(tx, { kind: 'offer-declined', readers: ['buyer'], offerId: id, step: 1 }, at);
  } else if (!declinesAt) {
    if (await startMailPause(tx, pause, at)) {
      queueOfferMail(tx, { kind: 'offer-made', readers: ['seller'], offerId: id, step: 1 }, at);
    }
    const about = { userId: product.sellerId, subjectId: id, productId: product.id };
    recordEvent(tx, { type: 'offer.received', ...about }, at);
  }
  return { insertedId: id, state };
}
