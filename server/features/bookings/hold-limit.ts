import { and, eq, gt } from 'drizzle-orm';
import { limits } from '#contract/constants.ts';
import { cents } from '#contract/fields.ts';
import { Problem } from '../../core/problem.ts';
import { bookings } from '../../database/schema/sales.ts';
import type { Tx } from '../../database/transaction.ts';

/** What a repeated request must have in common with the first. */
interface FormAction {
  idempotencyKey?: string | undefined;
  productId: string;
  /** Dollars. */
  price: number;
  phone: string;
  location: string;
}

/**
 * The booking that this buyer has made with the same idempotency key: a request that is sent again, because its answer
 * was lost or a button was pressed twice, gets the first one's answer. Whoever calls it acts alone for the buyer.
 * @returns the booking's id; undefined for a first attempt, and for one without a key
 * @throws Problem cannot-process when the key came with another request
 */
export async function findRepeated(
  tx: Tx,
  buyerId: string,
  { idempotencyKey, ...attempt }: FormAction,
): Promise<string | undefined> {
  if (idempotencyKey === undefined) return undefined;
  const [first] = await tx
    .select({
      id: bookings.id,
      productId: bookings.productId,
      priceCents: bookings.priceCents,
      phone: bookings.phone,
      location: bookings.location,
    })
    .from(bookings)
    .where(and(eq(bookings.buyerId, buyerId), eq(bookings.idempotencyKey, idempotencyKey)));
  if (!first) return undefined;
  const isSame =
    first.productId === attempt.productId &&
    first.priceCents === cents(attempt.price) &&
    first.phone === attempt.phone &&
    first.location === attempt.location;
  if (isSame) return first.id;
  throw new Problem(
    'cannot-process',
    'This Idempotency-Key has been used for another booking. Send a new one.',
  );
}

/** Unpaid instruments that a buyer holds, up to as many as one may. Holds that ran out do not count. */
export async function countOpenHolds(tx: Tx, buyerId: string, at: Date): Promise<number> {
  const open = await tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        eq(bookings.buyerId, buyerId),
        eq(bookings.state, 'held'),
        gt(bookings.holdExpiresAt, at),
      ),
    )
    .limit(limits.openHoldsPerBuyer);
  return open.length;
}

/**
 * Refuses a buyer who holds as many unpaid instruments as one may, so that nobody blocks the whole shop. Whoever counts
 * them acts alone for the buyer.
 * @throws Problem conflict
 */
export function requireFreeHold(openHolds: number): void {
  if (openHolds < limits.openHoldsPerBuyer) return;
  throw new Problem(
    'conflict',
    `You hold ${limits.openHoldsPerBuyer} instruments that are not paid yet. Pay for one of them or delete its booking, then you can book this one.`,
  );
}
