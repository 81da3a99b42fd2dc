import { and, eq, lte, type SQL } from 'drizzle-orm';
import { bookings } from '../../database/schema/sales.ts';
import type { Tx } from '../../database/transaction.ts';
import { queueMail } from '../mails/queue-mail.ts';

/**
 * Marks those of the selected holds that have expired as released, and queues a mail to each buyer. An expired hold
 * reserves nothing even before this runs. The caller has locked the products.
 * @param selected a condition on `bookings`
 * @returns how many were released
 */
export async function releaseExpiredHolds(
  tx: Tx,
  selected: SQL | undefined,
  at: Date,
): Promise<number> {
  const released = await tx
    .update(bookings)
    .set({ state: 'released', releasedAt: at, releaseReason: 'expired' })
    .where(and(selected, eq(bookings.state, 'held'), lte(bookings.holdExpiresAt, at)))
    .returning({ id: bookings.id });
  for (const { id: bookingId } of released) {
    await queueMail(tx, { kind: 'hold-expired', bookingId, readers: ['buyer'] }, at);
  }
  return released.length;
}
