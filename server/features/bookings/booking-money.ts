import type { Booking } from '#contract/bookings.ts';
import type { Role } from '#contract/constants.ts';
import { toMajorUnits } from '#contract/currency.ts';
import type { PayoutState } from '#contract/states.ts';
import { refundParts } from '../ledger/write-ledger.ts';

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
  const { refundState, priceCents, shippingCents, goneShippingCents, askedShippingCents } = row;
  if (refundState === 'refunded') return goneShippingCents;
  const chargedCents = priceCents + shippingCents;
  const part = { amountCents: refundCents, chargedCents, shippingCents, askedShippingCents };
  return refundParts({ ...part, commissionBasisPoints: 0 }).shippingCents;
}

/** What a seller earns is not for the buyer. */
export function earningsFrom(
  row: MoneyColumns,
  viewer: { id: string; role: Role },
): Booking['earnings'] {
  const { sellerId, paidAt, isReleased, payoutState, paidOutAt } = row;
  if (paidAt === null || (viewer.id !== sellerId && viewer.role !== 'admin')) return undefined;
  // Of what is pending, a refund that is due is the buyer's.
  const dueCents = row.refundState === 'refund-due' ? (row.refundCents ?? 0) : 0;
  const cents = isReleased ? row.releasedCents : Math.max(0, row.pendingCents - dueCents);
  const amount = toMajorUnits(cents);
  if (!isReleased) return { amount, payout: 'pending' };
  if (payoutState === null) return { amount, payout: 'due' };
  return payoutState === 'paid'
    ? { amount, payout: 'paid-out', paidOutAt: paidOutAt?.toISOString() }
    : { amount, payout: 'on-its-way' };
}
