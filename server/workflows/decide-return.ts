import { and, eq } from 'drizzle-orm';
import { type Actor as ActorKind, type ReturnState, returnTransitions } from '#contract/states.ts';
import { Problem } from '../core/problem.ts';
import { payments } from '../database/schema/payments.ts';
import { returns } from '../database/schema/returns.ts';
import type { Tx } from '../database/transaction.ts';
import {
  auditTargetOf,
  type LockedBooking,
  lockBooking,
} from '../features/bookings/lock-booking.ts';
import { bookingNotFound } from '../features/bookings/release-booking.ts';
import { queueMail } from '../features/mails/queue-mail.ts';
import { type Actor, lockUser } from '../features/users/lock-user.ts';
import { writeAuditEntry } from '../features/users/write-audit-entry.ts';

type Decision = 'accepted' | 'refused';

/**
 * Accepts a return, from which moment the payment is due to be given back, or refuses it, of which the buyer is told.
 * The seller decides, or an admin, who can also accept what was refused; what an admin decides is noted. The refund
 * itself, and what follows from it, comes later (`payments/refund.ts`).
 * @returns how many returns changed: 1, or 0 when it was decided like that already
 * @throws Problem not-signed-in when whoever asks was removed; not-found when they have nothing to do with the booking,
 *   and when nobody wants it returned; not-allowed for the buyer, and for a seller who would accept what was refused;
 *   conflict when the money is on its way already
 */
export async function decideReturn(
  tx: Tx,
  asking: Actor,
  { bookingId, state: decision }: { bookingId: string; state: Decision },
  at: Date,
): Promise<0 | 1> {
  const { role } = await lockUser(tx, asking.id);
  const booking = await lockBooking(tx, bookingId);
  if (!booking) throw bookingNotFound();
  const kinds = kindsOf(booking, { id: asking.id, role });
  const current = await lockReturn(tx, bookingId);
  if (current === decision || (current === 'refunded' && decision === 'accepted')) return 0;
  requireTransition(current, decision, kinds);
  await tx
    .update(returns)
    .set({ state: decision, decidedAt: at, decidedBy: asking.id })
    .where(eq(returns.bookingId, bookingId));
  if (decision === 'accepted') await oweRefund(tx, bookingId);
  else await queueMail(tx, { kind: 'return-refused', bookingId, readers: ['buyer'] }, at);
  if (!kinds.includes('seller')) await noteDecision(tx, { decision, asking, booking }, at);
  return 1;
}

/** As what somebody decides. Nobody decides about their own wish, admin or not. */
function kindsOf(booking: LockedBooking, { id, role }: Actor): readonly ActorKind[] {
  if (booking.buyerId === id) {
    throw new Problem('not-allowed', 'The seller decides about a return, or another admin');
  }
  const kinds: ActorKind[] = [];
  if (booking.sellerId === id) kinds.push('seller');
  if (role === 'admin') kinds.push('admin');
  if (kinds.length === 0) throw bookingNotFound();
  return kinds;
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

function requireTransition(from: ReturnState, to: Decision, kinds: readonly ActorKind[]): void {
  const fitting = returnTransitions[from].filter((transition) => transition.to === to);
  if (fitting.length === 0) {
    throw new Problem('conflict', 'This return was accepted; the money is on its way');
  }
  if (fitting.some(({ by }) => by.some((kind) => kinds.includes(kind)))) return;
  throw new Problem('not-allowed', 'Only an admin can accept a return that was refused');
}

/** The payment that stands waits for the provider to give it back. */
async function oweRefund(tx: Tx, bookingId: string): Promise<void> {
  const due = await tx
    .update(payments)
    .set({ state: 'refund-due', refundReason: 'The return was accepted' })
    .where(and(eq(payments.bookingId, bookingId), eq(payments.state, 'recorded')))
    .returning({ id: payments.id });
  if (due.length === 0) {
    throw new Problem('conflict', 'The payment of this booking was given back already');
  }
}

async function noteDecision(
  tx: Tx,
  { decision, asking, booking }: { decision: Decision; asking: Actor; booking: LockedBooking },
  at: Date,
): Promise<void> {
  const deed = {
    action: `return-${decision}`,
    actorId: asking.id,
    ...auditTargetOf(booking),
  } as const;
  await writeAuditEntry(tx, deed, at);
}
