import { and, eq, lte, type SQL } from 'drizzle-orm';
import { bookings } from '../database/schema/sales.ts';
import type { Tx } from '../database/transaction.ts';
import { queueMail } from '../mail-queue.ts';

/**
 * Releases those of the chosen holds that have run out, and has their buyers told. A hold that ran out is over even
 * before the clean-up gets to it; this writes it down. Whoever calls it has locked the products.
 * @returns how many were released
 */
export async function releaseRunOut(tx: Tx, chosen: SQL, at: Date): Promise<number> {
  const released = await tx
    .update(bookings)
    .set({ state: 'released', releasedAt: at, releaseReason: 'expired' })
    .where(and(chosen, eq(bookings.state, 'held'), lte(bookings.holdExpiresAt, at)))
    .returning({ id: bookings.id });
  for (const { id: bookingId } of released) {
    await queueMail(tx, { kind: 'hold-expired', bookingId, readers: ['buyer'] }, at);
  }
  return released.length;
}
