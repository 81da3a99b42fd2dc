import { Link } from 'react-router';
import type { Booking } from '#contract/bookings.ts';
import { messages } from '#contract/messages.ts';
import { paths } from '#contract/page-paths.ts';
import type { ReturnState } from '#contract/states.ts';
import { useIsAhead, useNow } from '../../hydration/site.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { formatHere } from '../../ui/format.ts';
import { HoldEnded } from './HoldEnded.tsx';
import { HoldLeft } from './HoldLeft.tsx';

/** The state of a booking for its buyer, and the next action. */
export function BuyersStatus({
  booking,
  onAskForReturn,
}: {
  booking: Booking;
  onAskForReturn: (booking: Booking) => void;
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
    <span className="flex flex-col items-end gap-1.5 @[38rem]:items-start @[50rem]:min-w-24">
      <Badge tone="green">{messages.booking.paid}</Badge>
      <Link className="text-link text-sm" to={paths.payment(booking._id)}>
        Receipt<span className="sr-only"> for {name}</span>
      </Link>
      <ReturnOfBuyer booking={booking} onAskForReturn={onAskForReturn} />
      {booking.sellerRemoved && (
        <span className="text-sm text-muted">
          The seller’s account was deleted. The shop acts for them.
        </span>
      )}
    </span>
  );
}

const returnTexts: Record<ReturnState, string> = {
  requested: 'You asked to return it',
  accepted: 'Return accepted: give it back, and your money follows',
  contested: 'The seller contests your return; an admin decides',
  'given-back': 'Given back, your money is on its way',
  lapsed: 'Not given back in time: the sale stands',
  refunded: 'Returned and refunded',
};

function ReturnOfBuyer({
  booking,
  onAskForReturn,
}: {
  booking: Booking;
  onAskForReturn: (booking: Booking) => void;
}) {
  const now = useNow();
  if (booking.return) {
    return <span className="text-sm text-muted">{returnTexts[booking.return.state]}</span>;
  }
  const { returnUntil, fulfilment } = booking;
  if (fulfilment?.state !== 'received' || !returnUntil || new Date(returnUntil) <= now) return null;
  return (
    <>
      <Button onClick={() => onAskForReturn(booking)} size="small" variant="quiet">
        Return it<span className="sr-only">: {booking.name}</span>
      </Button>
      <time className="text-sm text-muted" dateTime={returnUntil}>
        until {formatHere(returnUntil)}
      </time>
    </>
  );
}
