import type { Booking } from '#contract/bookings.ts';
import type { Role } from '#contract/constants.ts';
import { toMajorUnits } from '#contract/currency.ts';
import { commissionOf, refundParts } from '#contract/refund-parts.ts';
import type { PayoutState } from '#contract/states.ts';

/** What of a booking its money depends on, as `selectBookings` reads it. */
export interface MoneyColumns {
  sellerId: string;
  priceCents: number;
  shippingCents: number;
  paidAt: Date | null;
  /** Of the payment that pays for it; null while it stands. */
  refundState: 'refund-due' | 'refunded' | null;
  refundCents: number | null;
  /** What has gone back of the shipping, by the ledger, and how much of a refund that is due is to be of it. */
  goneShippingCents: number;
  askedShippingCents: number | null;
  /** The shop's share by the terms of the booking, and what the ledger has of it for the shop now. */
  commissionBasisPoints: number;
  commissionCents: number;
  refundedAt: Date | null;
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

/** What the ledger has of it, or, while it is due, what the refund takes of it. */
function refundedShipping(row: MoneyColumns, refundCents: number): number {
  if (row.refundState === 'refunded') return row.goneShippingCents;
  return partsOfDue(row, refundCents).shippingCents;
}

function partsOfDue(row: MoneyColumns, amountCents: number) {
  const { priceCents, shippingCents, askedShippingCents, commissionBasisPoints } = row;
  const charged = { chargedCents: priceCents + shippingCents, shippingCents };
  return refundParts({ ...charged, amountCents, askedShippingCents, commissionBasisPoints });
}

/** What a seller earns is not for the buyer. */
export function earningsFrom(
  row: MoneyColumns,
  viewer: { id: string; role: Role },
): Booking['earnings'] {
  const { sellerId, paidAt, isReleased, payoutState, paidOutAt } = row;
  if (paidAt === null || (viewer.id !== sellerId && viewer.role !== 'admin')) return undefined;
  const { pendingCents, commissionCents } = afterDueRefund(row);
  const amount = toMajorUnits(isReleased ? row.releasedCents : Math.max(0, pendingCents));
  const earned = { amount, commission: toMajorUnits(commissionCents) };
  if (!isReleased) return { ...earned, payout: 'pending' };
  if (payoutState === null) return { ...earned, payout: 'due' };
  return payoutState === 'paid'
    ? { ...earned, payout: 'paid-out', paidOutAt: paidOutAt?.toISOString() }
    : { ...earned, payout: 'on-its-way' };
}

/** Of what is pending, a refund that is due is the buyer's, and the shop gives its share in that back to the seller. */
function afterDueRefund(row: MoneyColumns) {
  const { refundState, refundCents, priceCents, shippingCents, commissionBasisPoints } = row;
  if (refundState !== 'refund-due' || refundCents === null) return row;
  const givenBack = partsOfDue(row, refundCents).commissionCents;
  const commissionCents = commissionOf(priceCents, commissionBasisPoints) - givenBack;
  return {
    pendingCents: priceCents + shippingCents - refundCents - commissionCents,
    commissionCents,
  };
}
