import { eq } from 'drizzle-orm';
import {
  type Actor as DecidingRole,
  type ReturnState,
  returnTransitions,
} from '#contract/states.ts';
import { Problem } from '../core/problem.ts';
import { returns } from '../database/schema/returns.ts';
import type { Tx } from '../database/transaction.ts';
import {
  auditTargetOf,
  bookingNotFound,
  type LockedSale,
  lockSale,
} from '../features/bookings/lock-sale.ts';
import { queueMail } from '../features/mails/queue-mail.ts';
import { makeRefundDue } from '../features/payments/make-refund-due.ts';
import { refundReasons } from '../features/payments/payments.ts';
import type { Actor } from '../features/users/lock-user.ts';
import { writeAuditEntry } from '../features/users/write-audit-entry.ts';

type Decision = 'accepted' | 'refused';

/**
 * Accepts or refuses a return. Accepting makes the refund due, which the job `payments-refunded` then makes
 * (`refundDue`); refusing queues a mail to the buyer. The seller may decide, and an admin, who may also accept a refused
 * return; for an admin's decision an audit entry is written.
 * @returns how many returns changed: 1, or 0 when the decision is the same as before
 * @throws Problem not-signed-in when the actor was removed; not-found when they are neither seller nor admin, and when
 *   no return was requested; not-allowed for the buyer, and for a seller who accepts a refused return; conflict when the
 *   return was accepted already
 */
export async function decideReturn(
  tx: Tx,
  actor: Actor,
  { bookingId, state: decision }: { bookingId: string; state: Decision },
  at: Date,
): Promise<0 | 1> {
  const { actorRole, booking } = await lockSale(tx, { bookingId, actorId: actor.id });
  const roles = decidingRoles(booking, actor.id, actorRole === 'admin');
  const current = await lockReturn(tx, bookingId);
  if (current === decision || (current === 'refunded' && decision === 'accepted')) return 0;
  requireTransition(current, decision, roles);
  await tx
    .update(returns)
    .set({ state: decision, decidedAt: at, decidedBy: actor.id })
    .where(eq(returns.bookingId, bookingId));
  if (decision === 'accepted')
    await makeRefundDue(tx, { bookingId, refundReason: refundReasons.returnAccepted });
  else queueMail(tx, { kind: 'return-refused', bookingId, readers: ['buyer'] }, at);
  if (!roles.includes('seller')) {
    await writeAuditEntry(
      tx,
      { action: `return-${decision}`, actorId: actor.id, ...auditTargetOf(booking) },
      at,
    );
  }
  return 1;
}

/** Buyers cannot decide about their own return, even as admins. */
function decidingRoles(
  booking: LockedSale['booking'],
  actorId: string,
  isAdmin: boolean,
): readonly DecidingRole[] {
  if (booking.buyerId === actorId) {
    throw new Problem('not-allowed', 'The seller decides about a return, or another admin');
  }
  const roles: DecidingRole[] = [];
  if (booking.sellerId === actorId) roles.push('seller');
  if (isAdmin) roles.push('admin');
  if (roles.length === 0) throw bookingNotFound();
  return roles;
}

async function lockReturn(tx: Tx, bookingId: string): Promise<ReturnState> {
  const [found] = await tx
    .select({ state: returns.state })
    .from(returns)
    .where(eq(returns.bookingId, bookingId))
    .for('update');
  if (!found) throw new Problem('not-found', 'Nobody has asked for the return of this booking');
  return found.state;
}

function requireTransition(from: ReturnState, to: Decision, roles: readonly DecidingRole[]): void {
  const transitions = returnTransitions[from].filter((transition) => transition.to === to);
  if (transitions.length === 0) {
    throw new Problem('conflict', 'This return was accepted; the money is on its way');
  }
  if (transitions.some(({ by }) => by.some((role) => roles.includes(role)))) return;
  throw new Problem('not-allowed', 'Only an admin can accept a return that was refused');
}
