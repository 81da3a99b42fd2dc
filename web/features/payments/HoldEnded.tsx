import { Link } from 'react-router';
import type { Booking } from '#contract/bookings.ts';
import { openBooking, paths } from '#contract/page-paths.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatMoney } from '../../ui/format.ts';

type Reason = NonNullable<Booking['releaseReason']>;

const reasons: Record<Reason, string> = {
  expired: 'It was not paid in time. If nobody else was faster, you can book it again.',
  cancelled: 'The booking was deleted.',
  deleted: 'The shop has deleted the booking.',
  declined: 'The seller has let go of the booking.',
  withdrawn: 'The seller has taken it off the shelves.',
  removed: 'The account that booked it was closed.',
};

/** A booking that no longer holds the product: why, and the next step. */
export function HoldEnded({
  booking,
  isRefunded = false,
}: {
  booking: Booking;
  /** The card was charged too late; the notice must not be missed. */
  isRefunded?: boolean;
}) {
  const reason = booking.releaseReason ?? 'expired';
  const isGone = reason === 'withdrawn';
  return (
    <EmptyState
      action={
        isGone ? (
          <Link className={buttonStyle('primary')} to={paths.home()}>
            See what else is in the shop
          </Link>
        ) : (
          <Link
            className={buttonStyle('primary')}
            state={openBooking}
            to={paths.product(booking.productId)}
          >
            Book it again
          </Link>
        )
      }
      title="The hold has ended"
    >
      {isRefunded && (
        <p className="mb-2 font-semibold text-ink" role="alert">
          Your card was charged after the hold had ended. The {formatMoney(booking.price)} go back
          to it by themselves.
        </p>
      )}
      <p>{reasons[reason]}</p>
    </EmptyState>
  );
}
