import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import { auditTargetOf, bookingNotFound, type LockedSale } from '../bookings/lock-sale.ts';
import { cancelAwaitingSale } from '../payments/cancel-awaiting-sale.ts';
import { writeAuditEntry } from '../users/write-audit-entry.ts';
import {
  type LockedFulfilment,
  lockFulfilment,
  requireTransition,
  requireUndisputed,
} from './lock-fulfilment.ts';

/**
 * Cancels a paid sale before the handover and makes its refund due; when that is made, the product is on sale again
 * (`refundDue`). Seller and admins may cancel immediately, the buyer from `cancelFrom` on. Both sides get a mail
 * with the reason; for an admin an audit entry is written.
 * @returns how many sales changed: 0 when it was cancelled before
 * @throws Problem not-signed-in when the actor was removed; not-found when the sale is another user's; conflict when it
 * is not paid, was handed over or sent, is over, a dispute is open, or it is too early for the buyer
 */
export async function cancelSale(
  tx: Tx,
  actor: { id: string },
  { bookingId, reason }: { bookingId: string; reason: string },
  at: Date,
): Promise<0 | 1> {
  const sale = await lockFulfilment(tx, { bookingId, actorId: actor.id });
  const by = cancellingRole(sale, actor.id);
  if (sale.fulfilment?.state === 'cancelled') return 0;
  const fulfilment = requireUndisputed(sale.fulfilment);
  const { state } = fulfilment;
  // Admins cancel what was sent by deciding a dispute, which this is not.
  requireTransition(state, 'cancelled', by === 'admin' ? 'seller' : by);
  if (by === 'buyer') requireTime(fulfilment, at);
  await cancelAwaitingSale(tx, { bookingId, cancelledBy: actor.id, cancelReason: reason }, at);
  if (by === 'admin') {
    const entry = { action: 'sale-cancelled', actorId: actor.id, reason } as const;
    await writeAuditEntry(tx, { ...entry, ...auditTargetOf(sale.booking) }, at);
  }
  return 1;
}

/** A buyer who is an admin waits like every buyer. */
function cancellingRole({ booking, actorRole }: LockedSale, actorId: string) {
  if (booking.buyerId === actorId) return 'buyer';
  if (booking.sellerId === actorId) return 'seller';
  if (actorRole === 'admin') return 'admin';
  throw bookingNotFound();
}

function requireTime({ cancelFrom: time }: LockedFulfilment, at: Date): void {
  if (at >= time) return;
  throw new Problem('conflict', msg`You can cancel from ${time}; the seller can cancel earlier`, {
    reason: 'too-early',
  });
}
