import { Link } from 'react-router';
import type { Booking } from '#contract/bookings.ts';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import { useIsAhead } from '../../hydration/site.ts';
import { buttonStyle } from '../../ui/button-style.ts';
import { HoldEnded } from './HoldEnded.tsx';
import { HoldLeft } from './HoldLeft.tsx';
import { SaleStatus } from './sale/SaleStatus.tsx';
import type { SaleAction } from './sale/sale-step.ts';

/** The state of a booking for its buyer, and the next action. */
export function BuyersStatus({
  booking,
  onAct,
}: {
  booking: Booking;
  onAct: (booking: Booking, action: SaleAction) => void;
}) {
  const { state, name, expiresAt } = booking;
  const isHeld = useIsAhead(expiresAt ?? null);
  if (state === 'released' || (state === 'held' && !isHeld)) return <HoldEnded booking={booking} />;
  if (state === 'held') {
    return (
      <span className="flex flex-col items-end gap-1 @[38rem]:items-start @[50rem]:min-w-24">
        <Link className={buttonStyle('primary', 'small')} to={paths.payment(booking._id)}>
          {messages.booking.pay}
          <span className="sr-only"> for {name}</span>
        </Link>
        {expiresAt && <HoldLeft expiresAt={expiresAt} />}
      </span>
    );
  }
  return (
    <SaleStatus booking={booking} onAct={onAct} viewer="buyer">
      {booking.sellerRemoved && (
        <span className="text-sm text-muted">
          The seller’s account was deleted. The shop acts for them.
        </span>
      )}
    </SaleStatus>
  );
}
