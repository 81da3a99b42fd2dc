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
import { lockUserExclusively } from '../users/lock-user.ts';
import { releaseRunOut } from './hold-end.ts';
import { countOpenHolds, findRepeated, requireFreeHold } from './hold-limit.ts';

export interface Buyer {
  id: string;
  name: string;
  email: string;
}

export type BookingRequest = Pick<
  CallRequest<'bookItem'>['body'],
  'buyerEmail' | 'price' | 'phone' | 'location' | 'productId'
> & {
  /** The same key from the same buyer means the same booking. */
  idempotencyKey?: string | undefined;
};

export interface HoldTerms {
  at: Date;
  /** How long an unpaid booking keeps everybody else away. */
  holdHours: number;
}

/**
 * Books a product: nobody else can until it is paid or the hold runs out. Locks the buyer, the product, then its
 * bookings, in the order in which everything does; the unique index keeps the rule even where the code should fail.
 * @returns the booking's id
 * @throws Problem not-signed-in when the buyer was removed; not-found; not-allowed for its seller or with somebody
 *   else's email; conflict when it is booked or sold, when the price is not the product's, or when the buyer holds as
 *   much as one may; cannot-process when the idempotency key stands for another request
 */
export async function bookItem(
  tx: Tx,
  buyer: Buyer,
  request: BookingRequest,
  { at, holdHours }: HoldTerms,
): Promise<string> {
  requireOwnEmail(buyer, request);
  if (await isTaken(tx, request.productId, at)) {
    const repeated = await findRepeated(tx, buyer.id, request);
    if (repeated) return repeated;
    throw alreadyBooked();
  }
  // Sent together and done in this order, which saves waiting for each answer. Alone, so that two requests of one buyer
  // can neither both take the last free hold nor both be the first.
  const [, repeated, openHolds, product] = await pipeline([
    lockUserExclusively(tx, buyer.id),
    findRepeated(tx, buyer.id, request),
    countOpenHolds(tx, buyer.id, at),
    lockProduct(tx, request.productId),
  ]);
  if (repeated) return repeated;
  requireFreeHold(openHolds);
  if (!product) throw new Problem('not-found', 'This instrument is not on sale any more');
  requireFitting(product, buyer, request);
  const holdExpiresAt = new Date(at.getTime() + holdHours * 3_600_000);
  const hold = newHold(product, buyer, request, { at, holdExpiresAt });
  const isBooked = (await insertHold(tx, hold)) || (await takeOver(tx, hold, at));
  if (!isBooked) throw alreadyBooked();
  await queueMail(tx, { kind: 'booked', bookingId: hold.id }, at);
  return hold.id;
}

/**
 * Asked without a lock: when a crowd wants one instrument, nobody queues to hear no. Who gets through may still be
 * refused later, where it counts.
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

function requireOwnEmail(buyer: Buyer, { buyerEmail }: BookingRequest): void {
  if (!buyerEmail || buyerEmail.toLowerCase() === buyer.email.toLowerCase()) return;
  throw new Problem('not-allowed', 'You can only book for yourself', {
    errors: [{ field: 'buyerEmail', message: 'This is not your email address' }],
  });
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

function requireFitting(product: LockedProduct, buyer: Buyer, { price }: BookingRequest): void {
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

/** Name, price and picture as they are now; whatever becomes of the product, the booking keeps them. */
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

/** A hold that ran out is over, even before the clean-up gets to it: a buyer must not wait for a job. */
async function takeOver(tx: Tx, hold: Hold, at: Date): Promise<boolean> {
  const released = await releaseRunOut(tx, eq(bookings.productId, hold.productId), at);
  return released > 0 && insertHold(tx, hold);
}

function alreadyBooked(): Problem {
  return new Problem('conflict', messages.toast.alreadyBooked);
}
