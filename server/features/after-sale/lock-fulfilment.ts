import {
  type Actor,
  type FulfilmentState,
  fulfilmentTransitions,
} from '#contract/bookings/states.ts';
import { msg, type Text } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import { pipeline } from '../../database/pipeline.ts';
import type { fulfilments } from '../../database/schema/fulfilments.ts';
import type { Tx } from '../../database/transaction.ts';
import { cancelFrom, deadlineStart, isPermitMissing } from '../bookings/deadline-start.ts';
import { bookingNotFound, type LockedSale, lockSale } from '../bookings/lock-sale.ts';
import { findUser } from '../users/find-user.ts';

/** A fulfilment that no other transaction can change until this one ends. */
export type LockedFulfilment = Pick<
  typeof fulfilments.$inferSelect,
  | 'state'
  | 'carrier'
  | 'tracking'
  | 'paidAt'
  | 'sentAt'
  | 'buyerMeetsAt'
  | 'sellerMeetsAt'
  | 'approvedAt'
  | 'permitDueAt'
  | 'permitNumber'
  | 'cancelReason'
> & {
  hasOpenDispute: boolean;
  /** Whether the buyer has asked to cancel, and whether the seller has declined. */
  cancellationRequest: 'open' | 'declined' | null;
  /** From when the clock counts that begins with sending (`deadlineStart`). */
  sentClockFrom: Date | null;
  /** When the buyer may cancel. */
  cancelFrom: Date;
  /** Whether it may not be sent yet. */
  isPermitMissing: boolean;
};

export interface SaleWithFulfilment extends LockedSale {
  /** Undefined for a booking that was never paid. */
  fulfilment: LockedFulfilment | undefined;
}

/** Locks a sale (see `lockSale`) and reads its fulfilment under the lock. */
export async function lockFulfilment(
  tx: Tx,
  { bookingId, actorId }: { bookingId: string; actorId?: string },
): Promise<SaleWithFulfilment> {
  const [sale, [fulfilment]] = await pipeline([
    lockSale(tx, { bookingId, ...(actorId === undefined ? {} : { actorId }) }),
    tx.sql<LockedFulfilment[]>`
      select f.state, f.carrier, f.tracking, f.paid_at as "paidAt", f.sent_at as "sentAt",
        f.buyer_meets_at as "buyerMeetsAt", f.seller_meets_at as "sellerMeetsAt", f.approved_at as "approvedAt",
        f.permit_due_at as "permitDueAt", f.permit_number as "permitNumber", f.cancel_reason as "cancelReason",
        ${cancelFrom(tx.sql)} as "cancelFrom", ${isPermitMissing} as "isPermitMissing",
        case when cancellation_declined_at is not null then 'declined'
          when cancellation_requested_at is not null then 'open' end as "cancellationRequest",
        ${deadlineStart(tx.sql, 'f.sent_at')} as "sentClockFrom",
        exists (
          select from disputes d where d.booking_id = f.booking_id and d.state = 'open'
        ) as "hasOpenDispute"
      from fulfilments f join bookings b on b.id = f.booking_id where f.booking_id = ${bookingId}`,
  ]);
  return { ...sale, fulfilment };
}

/**
 * Admins act for a buyer or seller whose account was removed, unless they are the other side of the sale.
 * @returns whether the actor is an admin who acts for another user
 * @throws Problem not-found for everyone else, as if there were no such booking
 */
export async function requireSide(
  tx: Tx,
  { booking, actorRole }: LockedSale,
  actorId: string,
  side: 'buyer' | 'seller',
): Promise<boolean> {
  const { buyerId, sellerId } = booking;
  const [ownId, otherId] = side === 'buyer' ? [buyerId, sellerId] : [sellerId, buyerId];
  if (actorId === ownId) return false;
  if (actorRole !== 'admin' || actorId === otherId) throw bookingNotFound();
  if (await findUser(tx.sql, ownId)) throw bookingNotFound();
  return true;
}

/** @throws Problem conflict when the booking is not paid, or a dispute about it is open */
export function requireUndisputed(fulfilment: LockedFulfilment | undefined): LockedFulfilment {
  if (!fulfilment) throw new Problem('conflict', msg`This booking is not paid`);
  if (fulfilment.hasOpenDispute) {
    throw new Problem('conflict', msg`A dispute about this sale is open; an admin decides first`);
  }
  return fulfilment;
}

/** Whether it is sent: its buyer has chosen that, and the two have not agreed to meet since. */
export function isShipped({ booking, fulfilment }: SaleWithFulfilment): boolean {
  const isMeeting = fulfilment?.buyerMeetsAt != null && fulfilment.sellerMeetsAt != null;
  return booking.deliveryMethod === 'shipping' && !isMeeting;
}

/** @throws Problem conflict when the table of transitions does not have this one */
export function requireTransition(from: FulfilmentState, to: FulfilmentState, by: Actor): void {
  const exists = fulfilmentTransitions[from].some((one) => one.to === to && one.by.includes(by));
  if (!exists) throw new Problem('conflict', reasons[from]);
}

/** Why something cannot be done with a sale in this state. */
const reasons: Record<FulfilmentState, Text> = {
  awaiting: msg`This instrument has not been handed over yet`,
  sent: msg`This instrument was sent; the buyer confirms when it arrives`,
  received: msg`This instrument has been handed over`,
  completed: msg`This sale is complete`,
  returned: msg`This instrument was given back`,
  cancelled: msg`This sale was cancelled`,
};
