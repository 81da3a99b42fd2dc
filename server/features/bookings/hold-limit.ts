import { limits } from '#contract/constants.ts';
import { msg, plural } from '#contract/text.ts';
import { type Idempotency, requireSameRequest } from '../../core/idempotency.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import { bookableFrom } from '../products/bookable-from.ts';

/**
 * The booking that an earlier request of this buyer with the same idempotency key created. A client repeats a request
 * when the response was lost or the button was pressed twice. The caller has locked the buyer exclusively.
 * @returns the booking's id; undefined for a first request, and for one without a key
 * @throws Problem cannot-process when the earlier request was different
 */
export async function findRepeatedBooking(
  tx: Tx,
  buyerId: string,
  idempotency: Idempotency | undefined,
): Promise<string | undefined> {
  if (!idempotency) return undefined;
  const [first] = await tx.sql<{ id: string; digest: string | null }[]>`
    select id, idempotency_digest as digest from bookings
    where buyer_id = ${buyerId} and idempotency_key = ${idempotency.key}`;
  if (first) requireSameRequest(first.digest, idempotency);
  return first?.id;
}

/** Counts the open holds of a buyer, no further than the limit. Expired holds do not count. */
export async function countOpenHolds(tx: Tx, buyerId: string, at: Date): Promise<number> {
  const open = await tx.sql`
    select from bookings
    where buyer_id = ${buyerId} and state = 'held' and hold_expires_at > ${at}
    limit ${limits.openHoldsPerBuyer}`;
  return open.length;
}

/**
 * Refuses a buyer who has reached the limit of open holds, so that no one can block the whole shop. The caller has
 * locked the buyer exclusively before counting.
 * @throws Problem conflict
 */
export function requireFreeHold(openHolds: number): void {
  const count = limits.openHoldsPerBuyer;
  if (openHolds < count) return;
  throw new Problem(
    'conflict',
    msg`You hold ${plural(count, { one: '# instrument', other: '# instruments' })} that are not paid yet. Pay for one of them or delete its booking, then you can book this one.`,
  );
}

/**
 * When this buyer, who held the product last, can book it again; undefined when that is now. The caller has locked the
 * product.
 */
export async function findBookableFrom(
  tx: Tx,
  { productId, buyerId, at }: { productId: string; buyerId: string; at: Date },
): Promise<Date | undefined> {
  const id = tx.sql`${productId}`;
  const [row] = await tx.sql<{ bookableFrom: Date | null }[]>`
    select ${bookableFrom(tx.sql, { productId: id, buyerId, at: tx.sql`${at}` })} as "bookableFrom"`;
  return row?.bookableFrom ?? undefined;
}

/**
 * Refuses a buyer who held the same product a short while ago, unless another user has held it since.
 * @throws Problem conflict, with the reason `held-before`
 */
export function requirePause(bookableFrom: Date | undefined): void {
  if (bookableFrom === undefined) return;
  throw new Problem(
    'conflict',
    msg`You held this instrument last, so others can book it first. You can book it again from ${bookableFrom}.`,
    { reason: 'held-before' },
  );
}
