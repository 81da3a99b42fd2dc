import { and, eq, gt, isNull, or } from 'drizzle-orm';
import type { CallRequest } from '#contract/calls.ts';
import { cents } from '#contract/fields.ts';
import { messages } from '#contract/messages.ts';
import { liveBookingStates } from '#contract/states.ts';
import { newId } from '../../core/ids.ts';
import { Problem } from '../../core/problem.ts';
import { pipeline } from '../../database/pipeline.ts';
import { isOneOf } from '../../database/schema/columns.ts';
import { bookings, products } from '../../database/schema/sales.ts';
import type { Tx } from '../../database/transaction.ts';
import { queueMail } from '../mails/queue-mail.ts';
import { recordCatalogueChange } from '../products/catalogue-changes.ts';
import { productNotOnSale } from '../products/read-product.ts';
import { lockUserExclusively } from '../users/lock-user.ts';
import { requireOwnEmail } from '../users/require-own-email.ts';
import {
  countOpenHolds,
  findBookableFrom,
  findRepeatedBooking,
  requireFreeHold,
  requirePause,
} from './hold-limit.ts';
import { releaseExpiredHolds } from './release-holds.ts';

export interface Buyer {
  id: string;
  name: string;
  email: string;
}

export type BookingRequest = Pick<
  CallRequest<'bookItem'>['body'],
  'buyerEmail' | 'price' | 'phone' | 'location' | 'productId'
> & {
  /** The same key from the same buyer identifies the same booking. */
  idempotencyKey?: string | undefined;
};

export interface HoldTerms {
  at: Date;
  /** How long an unpaid booking reserves the product. */
  holdHours: number;
}

/**
 * Books a product, so that nobody else can until it is paid or the hold expires. Locks the buyer, the product, then its
 * bookings (the order of locks is in `users/lock-user.ts`). A partial unique index on live bookings guarantees that there
 * is one per product.
 * @returns the booking's id
 * @throws Problem not-signed-in when the buyer was removed; not-found; not-allowed for its seller or with somebody
 *   else's email; conflict when it is booked or sold, when the price differs from the product's, or when the buyer has
 *   reached the limit of open holds; cannot-process when the idempotency key was used for a different request
 */
export async function bookItem(
  tx: Tx,
  buyer: Buyer,
  request: BookingRequest,
  { at, holdHours }: HoldTerms,
): Promise<string> {
  requireOwnEmail(buyer, request.buyerEmail, {
    detail: 'You can only book for yourself',
    field: 'buyerEmail',
  });
  if (await isTaken(tx, request.productId, at)) {
    const repeated = await findRepeatedBooking(tx, buyer.id, request);
    if (repeated) return repeated;
    throw alreadyBooked();
  }
  // Pipelined: the server executes them in this order, without a round trip for each. The exclusive lock on the buyer
  // prevents two of their requests from both taking the last free hold, or both being the first with a key.
  const [, repeated, openHolds, product, bookableFrom] = await pipeline([
    lockUserExclusively(tx, buyer.id),
    findRepeatedBooking(tx, buyer.id, request),
    countOpenHolds(tx, buyer.id, at),
    lockProduct(tx, request.productId),
    findBookableFrom(tx, { productId: request.productId, buyerId: buyer.id, at }),
  ]);
  if (repeated) return repeated;
  requireFreeHold(openHolds);
  if (!product) throw productNotOnSale();
  requireBookable(product, buyer, request);
  requirePause(bookableFrom);
  const holdExpiresAt = new Date(at.getTime() + holdHours * 3_600_000);
  const hold = newHold(product, buyer, request, { at, holdExpiresAt });
  const isBooked = (await insertHold(tx, hold)) || (await replaceExpiredHold(tx, hold, at));
  if (!isBooked) throw alreadyBooked();
  await pipeline([
    queueMail(tx, { kind: 'booked', bookingId: hold.id }, at),
    recordCatalogueChange(tx, product.id, at),
  ]);
  return hold.id;
}

/**
 * Checked without a lock, so that requests for a product that is already booked are refused without waiting for each
 * other. The insert below decides.
 */
async function isTaken(tx: Tx, productId: string, at: Date): Promise<boolean> {
  const live = await tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        eq(bookings.productId, productId),
        isOneOf(bookings.state, liveBookingStates),
        or(eq(bookings.state, 'paid'), gt(bookings.holdExpiresAt, at)),
      ),
    );
  return live.length > 0;
}

async function lockProduct(tx: Tx, productId: string) {
  const [product] = await tx
    .select({
      id: products.id,
      sellerId: products.sellerId,
      name: products.name,
      priceCents: products.priceCents,
      imageId: products.imageId,
      status: products.status,
    })
    .from(products)
    .where(and(eq(products.id, productId), isNull(products.withdrawnAt)))
    .for('update');
  return product;
}

type LockedProduct = NonNullable<Awaited<ReturnType<typeof lockProduct>>>;

function requireBookable(product: LockedProduct, buyer: Buyer, { price }: BookingRequest): void {
  if (product.sellerId === buyer.id) {
    throw new Problem('not-allowed', 'You cannot book your own instrument');
  }
  if (product.status === 'sold') throw alreadyBooked();
  if (cents(price) !== product.priceCents) {
    throw new Problem('conflict', 'The price has changed. Please look at it again.', {
      errors: [{ field: 'price', message: 'This is not the price any more' }],
    });
  }
}

type Hold = typeof bookings.$inferInsert;

/** Copies name, price and picture, so that the booking keeps them when the product changes. */
function newHold(
  product: LockedProduct,
  buyer: Buyer,
  { phone, location, idempotencyKey }: BookingRequest,
  { at, holdExpiresAt }: { at: Date; holdExpiresAt: Date },
): Hold {
  return {
    id: newId(at),
    productId: product.id,
    buyerId: buyer.id,
    sellerId: product.sellerId,
    buyerName: buyer.name,
    buyerEmail: buyer.email,
    productName: product.name,
    priceCents: product.priceCents,
    imageId: product.imageId,
    phone,
    location,
    state: 'held',
    holdExpiresAt,
    idempotencyKey: idempotencyKey ?? null,
    createdAt: at,
  };
}

/** @returns whether the product was free */
async function insertHold(tx: Tx, hold: Hold): Promise<boolean> {
  const booked = await tx
    .insert(bookings)
    .values(hold)
    .onConflictDoNothing({
      target: bookings.productId,
      where: isOneOf(bookings.state, liveBookingStates),
    })
    .returning({ id: bookings.id });
  return booked.length > 0;
}

/** Releases an expired hold that the job has not released yet, and books the product. */
async function replaceExpiredHold(tx: Tx, hold: Hold, at: Date): Promise<boolean> {
  const released = await releaseExpiredHolds(tx, eq(bookings.productId, hold.productId), at);
  return released > 0 && insertHold(tx, hold);
}

function alreadyBooked(): Problem {
  return new Problem('conflict', messages.toast.alreadyBooked);
}
