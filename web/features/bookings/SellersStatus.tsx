import type { Booking } from '#contract/bookings.ts';
import { messages } from '#contract/messages.ts';
import { useIsAhead } from '../../hydration/site.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { HoldEnded } from './HoldEnded.tsx';
import { HoldLeft } from './HoldLeft.tsx';
import { SaleStatus } from './sale/SaleStatus.tsx';
import type { SaleAction } from './sale/sale-step.ts';

/** The state of a booking for its seller, and the next action. */
export function SellersStatus({
  booking,
  onAct,
  onDecline,
}: {
  booking: Booking;
  onAct: (booking: Booking, action: SaleAction) => void;
  onDecline: (booking: Booking) => void;
}) {
  const { state, expiresAt } = booking;
  const isHeld = useIsAhead(expiresAt ?? null);
  if (state === 'released' || (state === 'held' && !isHeld)) return <HoldEnded booking={booking} />;
  const removed = booking.buyerRemoved && (
    <span className="text-sm text-muted">
      The buyer’s account was deleted. The shop acts for them.
    </span>
  );
  if (state === 'paid' || state === 'returned') {
    return (
      <SaleStatus booking={booking} onAct={onAct} viewer="seller">
        {removed}
      </SaleStatus>
    );
  }
  return (
    <span className="flex flex-col items-end gap-1.5 @[38rem]:items-start @[50rem]:min-w-36">
      <Badge>Not paid yet</Badge>
      {expiresAt && <HoldLeft expiresAt={expiresAt} />}
      <Button onClick={() => onDecline(booking)} size="small" variant="quietDanger">
        {messages.hold.decline}
        <span className="sr-only"> of the booking of {booking.name}</span>
      </Button>
      {removed}
    </span>
  );
}
