import type { CallRequest } from '#contract/calls.ts';
import { dispatchTerms } from '#contract/constants.ts';
import type { DeliveryChoice } from '#contract/delivery/delivery.ts';
import { messages } from '#contract/messages.ts';
import { toMinorUnits } from '#contract/money/currency.ts';
import {
  commissionOf,
  commissionTermsFor,
  type ShopCommission,
} from '#contract/payments/commission.ts';
import { daysToReturn } from '#contract/shop/return-days.ts';
import { msg } from '#contract/text.ts';
import type { Idempotency } from '../../core/idempotency.ts';
import { newId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import { pipeline } from '../../database/pipeline.ts';
import { recordSaleEvent } from '../../database/record-event.ts';
import { insertInto } from '../../database/row-sql.ts';
import { mailReaders } from '../../database/schema/mails.ts';
import type { bookings, products } from '../../database/schema/sales.ts';
import { rawSql } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import {
  chooseDelivery,
  copyAddress,
  type OfferedDelivery,
  offeredDelivery,
  requireAddress,
  requireOpenBorder,
  type StoredDelivery,
} from '../delivery/choose-delivery.ts';
import { startMailPause } from '../mails/mail-pauses.ts';
import { queueSaleMail } from '../mails/queue-sale-mail.ts';
import { recordCatalogueChange } from '../products/catalogue-changes.ts';
import { productNotOnSale } from '../products/read-product.ts';
import { lockUserExclusively } from '../users/lock-user.ts';
import { isBlocked } from '../users/read-block.ts';
import { requireOwnEmail } from '../users/require-own-email.ts';
import { requireFewApproaches } from './approach-limit.ts';
import {
  countOpenHolds,
  findBookableFrom,
  findRepeatedBooking,
  requireFreeHold,
  requirePause,
} from './hold-limit.ts';
import { releaseExpiredHolds } from './release-holds.ts';
import { type AgreedTerms, agreedTermsAt, commissionOfSeller } from './seller-terms.ts';

export interface Buyer {
  id: string;
  name: string;
  email: string;
}

export type BookingRequest = Pick<
  CallRequest<'bookItem'>['body'],
  'buyerEmail' | 'price' | 'phone' | 'location' | 'productId' | 'delivery'
> & {
  /** The same key from the same buyer identifies the same booking. */
  idempotency?: Idempotency | undefined;
};

export interface HoldTerms {
  at: Date;
  /** The time for which an unpaid booking reserves the product. */
  holdHours: number;
  /**
   * What the shop takes, nothing by default, of sellers with whom nothing else is agreed. It stays as it is now for this
   * booking.
   */
  commission?: ShopCommission;
  /**
   * The days from the receipt within which a trader's sale can be withdrawn from; 0, the default, where the shop does
   * not ask sellers.
   */
  withdrawalDays?: number;
  /** Whether bookings are limited within a day (`requireFewApproaches`); not for load tests. */
  limitsApproaches?: boolean;
}

/**
 * Books a product, so that no one else can until it is paid or the hold expires. Locks the buyer, the product, then its
 * bookings (the order of locks is in `users/lock-user.ts`). A partial unique index on live bookings guarantees that
 * there is one per product.
 * @returns the booking's id
 * @throws Problem not-signed-in when the buyer was removed; not-found; not-allowed for its seller or with another
 * user's email; conflict when it is booked or sold, when the price differs from the product's, when the buyer has
 * reached the limit of open holds, and as if it were booked when buyer or seller has blocked the other; as
 * `chooseDelivery` and `requireAddress` do; too-many-requests (`requireFewApproaches`); cannot-process when the
 * idempotency key was used for a different request
 */
export async function bookItem(
  tx: Tx,
  buyer: Buyer,
  request: BookingRequest,
  { at, holdHours, commission = { percent: 0 }, withdrawalDays = 0, limitsApproaches }: HoldTerms,
): Promise<string> {
  requireOwnEmail(buyer, request.buyerEmail, {
    detail: msg`You can only book for yourself`,
    field: 'buyerEmail',
  });
  const live = await findLiveBooking(tx, request.productId, at);
  if (live && !live.hasExpired) {
    const repeated = await findRepeatedBooking(tx, buyer.id, request.idempotency);
    if (repeated) return repeated;
    throw alreadyBooked();
  }
  // Pipelined: the server executes them in this order, without a round trip for each. The exclusive lock on the buyer
  // prevents two of their requests from both taking the last free hold, or both being the first with a key.
  const sellerId = tx.sql`(select seller_id from products where id = ${request.productId})`;
  const [, repeated, openHolds, product, bookableFrom, isRefused] = await pipeline([
    lockUserExclusively(tx, buyer.id),
    findRepeatedBooking(tx, buyer.id, request.idempotency),
    countOpenHolds(tx, buyer.id, at),
    lockProduct(tx, request.productId, { at, choice: request.delivery }),
    findBookableFrom(tx, { productId: request.productId, buyerId: buyer.id, at }),
    isBlocked(tx, buyer.id, sellerId),
  ]);
  if (repeated) return repeated;
  requireFreeHold(openHolds);
  if (!product) throw productNotOnSale();
  requireBookable(product, buyer, request);
  requirePause(bookableFrom);
  const delivery = chooseDelivery(product, request.delivery);
  await requireAddress(tx, buyer.id, request.delivery, at);
  // Last, so that nothing else tells it from an instrument that was booked a moment before.
  if (isRefused) throw alreadyBooked();
  if (limitsApproaches)
    await requireFewApproaches(tx, { buyerId: buyer.id, productId: product.id }, at);
  const hold = { product, buyer, request, delivery, expired: live };
  return await insertHold(tx, hold, { at, holdHours, commission, withdrawalDays });
}

/**
 * Read without a lock, so that requests for a product that is already booked are refused without waiting for each
 * other. The unique index decides.
 */
export async function findLiveBooking(
  tx: Tx,
  productId: string,
  at: Date,
): Promise<{ hasExpired: boolean } | undefined> {
  const [live] = await tx.sql<{ hasExpired: boolean }[]>`
    select state = 'held' and hold_expires_at <= ${at} as "hasExpired" from bookings
    where product_id = ${productId} and state in ('held', 'paid')`;
  return live;
}

type LockedProduct = OfferedDelivery & { agreedTerms: AgreedTerms | null } & Pick<
    typeof products.$inferSelect,
    | 'id'
    | 'sellerId'
    | 'name'
    | 'location'
    | 'priceCents'
    | 'category'
    | 'imageId'
    | 'status'
    | 'dispatchDays'
  >;

export async function lockProduct(
  tx: Tx,
  productId: string,
  { at, choice }: { at: Date; choice?: DeliveryChoice | undefined },
): Promise<LockedProduct | undefined> {
  const [product] = await tx.sql<LockedProduct[]>`
    select id, seller_id as "sellerId", name, location, price_cents as "priceCents", category,
      image_id as "imageId", status, dispatch_days as "dispatchDays", ${offeredDelivery(tx, choice)},
      ${agreedTermsAt(tx.sql, rawSql('products.seller_id'), at)} as "agreedTerms"
    from products where id = ${productId} and withdrawn_at is null for update`;
  return product;
}

function requireBookable(product: LockedProduct, buyer: Buyer, { price }: BookingRequest): void {
  if (product.sellerId === buyer.id) {
    throw new Problem('not-allowed', msg`You cannot book your own instrument`);
  }
  if (product.status === 'sold') throw alreadyBooked();
  if (toMinorUnits(price) !== product.priceCents) throw priceHasChanged();
}

export function priceHasChanged(): Problem {
  return new Problem('conflict', msg`The price has changed. Please look at it again.`, {
    errors: [{ field: 'price', message: msg`This is no longer the price` }],
  });
}

interface Hold {
  product: LockedProduct;
  buyer: Buyer;
  request: Pick<BookingRequest, 'phone' | 'location' | 'idempotency'>;
  /** What buyer and seller have agreed on, instead of the price. */
  agreedCents?: number;
  delivery: StoredDelivery;
  /** The booking before it, whose time is over and which its job has not released yet. */
  expired: object | undefined;
  /** What is thrown when another booking was faster. */
  whenBooked?: () => Problem;
}

/**
 * Books the locked product and tells its people. Copies name, price and picture, and what shipping costs, so that the booking
 * keeps them when the product changes.
 * @returns the booking's id
 */
export async function insertHold(
  tx: Tx,
  { product, buyer, request, agreedCents, delivery, expired, whenBooked }: Hold,
  { at, holdHours, commission = { percent: 0 }, withdrawalDays = 0 }: HoldTerms,
): Promise<string> {
  const border =
    delivery.zoneId !== null &&
    (await requireOpenBorder(tx, product, { buyerId: buyer.id, zoneId: delivery.zoneId }));
  if (expired) await releaseExpiredHolds(tx, tx.sql`product_id = ${product.id}`, at);
  const id = newId(at);
  const priceCents = agreedCents ?? product.priceCents;
  const terms = commissionTermsFor(
    commissionOfSeller(commission, product.agreedTerms),
    product.category,
  );
  const asTrader = tx.sql`
    from traders where user_id = ${product.sellerId} and status = 'trader'
      and ${withdrawalDays}::integer > 0`;
  tx.refuseDuplicates('bookings_one_live_per_product', whenBooked ?? alreadyBooked);
  const row = {
    id,
    productId: product.id,
    buyerId: buyer.id,
    sellerId: product.sellerId,
    buyerName: buyer.name,
    buyerEmail: buyer.email,
    productName: product.name,
    priceCents,
    listedCents: agreedCents === undefined ? null : product.priceCents,
    imageId: product.imageId,
    phone: request.phone,
    location: request.location,
    state: 'held' as const,
    holdExpiresAt: new Date(at.getTime() + holdHours * 3_600_000),
    idempotencyKey: request.idempotency?.key ?? null,
    idempotencyDigest: request.idempotency?.digest ?? null,
    commissionBasisPoints: Math.round(terms.percent * 100),
    commissionCents: commissionOf(priceCents, terms),
    ...delivery,
    ...border,
    dispatchDays:
      delivery.deliveryMethod === 'shipping'
        ? (product.dispatchDays ?? dispatchTerms.defaultDays)
        : null,
    returnDays: daysToReturn(),
    withdrawalDays: tx.sql`(select nullif(${withdrawalDays}::integer, 0) ${asTrader})`,
    traderName: tx.sql`(select name ${asTrader})`,
    traderAddress: tx.sql`(select address ${asTrader})`,
    createdAt: at,
  };
  tx.write`${insertInto<typeof bookings.$inferInsert>('bookings', row)}`;
  if (delivery.deliveryMethod === 'shipping') copyAddress(tx, id, at);
  const pause = { readerId: product.sellerId, topic: 'bookings', causedBy: buyer.id } as const;
  const tellsSeller = agreedCents !== undefined || (await startMailPause(tx, pause, at));
  const readers = tellsSeller ? mailReaders : (['buyer'] as const);
  queueSaleMail(tx, { kind: 'booked', bookingId: id, readers }, at);
  recordCatalogueChange(tx, product.id, at);
  recordSaleEvent(tx, 'booking.made', id, at);
  return id;
}

export function alreadyBooked(): Problem {
  return new Problem('conflict', messages.toast.alreadyBooked);
}
