import type { Booking } from '#contract/bookings/bookings.ts';
import type { PayoutState } from '#contract/bookings/states.ts';
import type { Role } from '#contract/constants.ts';
import { toMajorUnits } from '#contract/money/currency.ts';
import { refundParts } from '#contract/payments/refund-parts.ts';

/**
 * The commission of the price of a booking `b`, by the terms under which it was booked. A server of the version before stored
 * the share alone.
 */
export const fullCommissionCents = `
  coalesce(b.commission_cents, (b.price_cents::bigint * b.commission_basis_points + 5000) / 10000)`;

/** What of a booking its money depends on, as `selectBookings` reads it. */
export interface MoneyColumns {
  sellerId: string;
  priceCents: number;
  shippingCents: number;
  paidAt: Date | null;
  /** The refund of the payment that pays for it; null while it stands. */
  refundState: 'refund-due' | 'refunded' | null;
  /** What is refunded of it in all, and the part of that which is still due. */
  refundCents: number | null;
  dueCents: number | null;
  /** What has gone back of the charge, by the ledger, also by lost chargebacks, and how much of that is of the shipping. */
  goneCents: number;
  goneShippingCents: number;
  /** What was refunded of the shipping, without chargebacks, and how much of a refund that is due is to be of it. */
  refundedShippingCents: number;
  askedShippingCents: number | null;
  /** The shop's share by the terms of the booking, and what the ledger has of it for the shop now. */
  fullCommissionCents: number;
  commissionCents: number;
  refundedAt: Date | null;
  /** What was paid for shipping and goes back with the end of the sale, because the two meet instead. */
  owedShippingCents: number;
  /** What the ledger has of it for the seller, before and after it was released. */
  pendingCents: number;
  releasedCents: number;
  isReleased: boolean | null;
  /** The payout that has its money; null before one is started. */
  payoutState: PayoutState | null;
  paidOutAt: Date | null;
}

/** What goes or went back to the buyer, and how much of it was paid for sending. */
export function refundFrom(row: MoneyColumns): Booking['refund'] {
  const { refundState, refundCents, refundedAt, shippingCents } = row;
  if (refundState === null || refundCents === null) return undefined;
  return {
    amount: toMajorUnits(refundCents),
    shipping: shippingCents === 0 ? undefined : toMajorUnits(refundedShipping(row, refundCents)),
    state: refundState === 'refunded' ? 'refunded' : 'due',
    time: refundedAt?.toISOString(),
  };
}

/** What the ledger has of it, and what a refund that is due will take of it. */
function refundedShipping(row: MoneyColumns, refundCents: number): number {
  if (refundCents === row.priceCents + row.shippingCents) return row.shippingCents;
  return row.refundedShippingCents + (partsOfDue(row)?.shippingCents ?? 0);
}

/** What a refund that is due will take of what is left of the charge; undefined when none is due. */
function partsOfDue(row: MoneyColumns) {
  if (row.dueCents === null) return undefined;
  const chargedCents = row.priceCents + row.shippingCents;
  return refundParts({ ...row, chargedCents, amountCents: row.dueCents });
}

/** What a seller earns is not for the buyer. */
export function earningsFrom(
  row: MoneyColumns,
  viewer: { id: string; role: Role },
): Booking['earnings'] {
  const { sellerId, paidAt, isReleased, payoutState, paidOutAt } = row;
  if (paidAt === null || (viewer.id !== sellerId && viewer.role !== 'admin')) return undefined;
  const due = partsOfDue(row);
  const cents = row.pendingCents + row.releasedCents - (due?.fromSeller ?? row.owedShippingCents);
  const commissionCents = row.commissionCents - (due?.commissionCents ?? 0);
  const amount = toMajorUnits(isReleased ? cents : Math.max(0, cents));
  const earned = { amount, commission: toMajorUnits(commissionCents) };
  if (!isReleased) return { ...earned, payout: 'pending' };
  if (payoutState === null) return { ...earned, payout: 'due' };
  return payoutState === 'paid'
    ? { ...earned, payout: 'paid-out', paidOutAt: paidOutAt?.toISOString() }
    : { ...earned, payout: 'on-its-way' };
}
