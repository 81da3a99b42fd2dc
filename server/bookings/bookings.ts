import { and, eq, lte, sql } from 'drizzle-orm';
import type { CallRequest } from '#contract/calls.ts';
import { cents } from '#contract/fields.ts';
import { messages } from '#contract/messages.ts';
import { liveBookingStates } from '#contract/states.ts';
import { isOneOf } from '../database/schema/columns.ts';
import { bookings, products } from '../database/schema/sales.ts';
import type { Tx } from '../database/transaction.ts';
import { newId } from '../ids.ts';
import { Problem } from '../problem.ts';
import { keepUser } from '../users/lock.ts';

export interface Buyer {
  id: string;
  name: string;
  email: string;
}

export type BookingRequest = Pick<
  CallRequest<'bookItem'>['body'],
  'buyerEmail' | 'price' | 'phone' | 'location' | 'productId'
>;

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
 *   else's email; conflict when it is booked or sold, or when the price is not the product's
 */
export async function bookItem(
  tx: Tx,
  buyer: Buyer,
  request: BookingRequest,
  { at, holdHours }: HoldTerms,
): Promise<string> {
  await keepUser(tx, buyer.id);
  const product = await lockProduct(tx, request.productId);
  requireFitting(product, buyer, request);
  await releaseExpired(tx, product.id, at);
  const id = newId(at);
  const booked = await tx
    .insert(bookings)
    .values({
      id,
      productId: product.id,
      buyerId: buyer.id,
      sellerId: product.sellerId,
      buyerName: buyer.name,
      buyerEmail: buyer.email,
      productName: product.name,
      priceCents: product.priceCents,
      imageId: product.imageId,
      phone: request.phone,
      location: request.location,
      state: 'held',
      holdExpiresAt: new Date(at.getTime() + holdHours * 3_600_000),
      createdAt: at,
    })
    .onConflictDoNothing({
      target: bookings.productId,
      where: isOneOf(bookings.state, liveBookingStates),
    })
    .returning({ id: bookings.id });
  if (booked.length === 0) throw alreadyBooked();
  return id;
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
    .where(and(eq(products.id, productId), sql`${products.withdrawnAt} is null`))
    .for('update');
  if (!product) throw new Problem('not-found', 'This instrument is not on sale any more');
  return product;
}

function requireFitting(
  product: Awaited<ReturnType<typeof lockProduct>>,
  buyer: Buyer,
  request: BookingRequest,
): void {
  if (product.sellerId === buyer.id) {
    throw new Problem('not-allowed', 'You cannot book your own instrument');
  }
  if (request.buyerEmail && request.buyerEmail.toLowerCase() !== buyer.email.toLowerCase()) {
    throw new Problem('not-allowed', 'You can only book for yourself', {
      errors: [{ field: 'buyerEmail', message: 'This is not your email address' }],
    });
  }
  if (product.status === 'sold') throw alreadyBooked();
  if (cents(request.price) !== product.priceCents) {
    throw new Problem('conflict', 'The price has changed. Please look at it again.', {
      errors: [{ field: 'price', message: 'This is not the price any more' }],
    });
  }
}

/** A hold that ran out is over, even before the clean-up gets to it: a buyer must not wait for a job. */
async function releaseExpired(tx: Tx, productId: string, at: Date): Promise<void> {
  await tx
    .update(bookings)
    .set({ state: 'released', releasedAt: at, releaseReason: 'expired' })
    .where(
      and(
        eq(bookings.productId, productId),
        eq(bookings.state, 'held'),
        lte(bookings.holdExpiresAt, at),
      ),
    );
}

function alreadyBooked(): Problem {
  return new Problem('conflict', messages.toast.alreadyBooked);
}
