import type { Booking } from '#contract/bookings.ts';
import { messages } from '#contract/messages.ts';
import type { ReturnState } from '#contract/states.ts';
import { useIsAhead } from '../../hydration/site.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import type { Decision } from './DecideReturn.tsx';
import { HoldEnded } from './HoldEnded.tsx';
import { HoldLeft } from './HoldLeft.tsx';

/** The state of a booking for its seller, and what the seller has to decide. */
export function SellersStatus({
  booking,
  onDecide,
  onDecline,
}: {
  booking: Booking;
  onDecide: (booking: Booking, decision: Decision) => void;
  onDecline: (booking: Booking) => void;
}) {
  const { paid, state, expiresAt } = booking;
  const isHeld = useIsAhead(expiresAt ?? null);
  if (state === 'released' || (state === 'held' && !isHeld)) return <HoldEnded booking={booking} />;
  return (
    <span className="flex flex-col items-end gap-1.5 @[38rem]:items-start @[50rem]:min-w-36">
      {paid ? (
        <Badge tone="green">{messages.booking.paid}</Badge>
      ) : (
        <>
          <Badge>Not paid yet</Badge>
          {expiresAt && <HoldLeft expiresAt={expiresAt} />}
          <Button onClick={() => onDecline(booking)} size="small" variant="quietDanger">
            {messages.hold.decline}
            <span className="sr-only"> of the booking of {booking.name}</span>
          </Button>
        </>
      )}
      {booking.return && <ReturnOfSeller booking={booking} onDecide={onDecide} />}
      {booking.buyerRemoved && (
        <span className="text-sm text-muted">
          The buyer’s account was deleted. The shop acts for them.
        </span>
      )}
    </span>
  );
}

const returnTexts: Record<Exclude<ReturnState, 'requested' | 'accepted'>, string> = {
  contested: 'You contest the return; an admin decides',
  'given-back': 'Given back; the money is on its way',
  lapsed: 'Not given back in time: the sale stands',
  refunded: 'Returned and refunded',
};

function ReturnOfSeller({
  booking,
  onDecide,
}: {
  booking: Booking;
  onDecide: (booking: Booking, decision: Decision) => void;
}) {
  if (!booking.return) return null;
  const { state, reason, code } = booking.return;
  if (state === 'accepted') {
    return (
      <>
        <span className="text-sm">You take it back. Your code for that: {code}</span>
        <Button onClick={() => onDecide(booking, 'given-back')} size="small">
          Given back<span className="sr-only">: {booking.name}</span>
        </Button>
      </>
    );
  }
  if (state !== 'requested')
    return <span className="text-sm text-muted">{returnTexts[state]}</span>;
  return (
    <>
      <span className="text-sm">
        Wants to return it: <q dir="auto">{reason}</q>
      </span>
      <span className="flex flex-wrap gap-2">
        <Button onClick={() => onDecide(booking, 'accepted')} size="small">
          Accept<span className="sr-only"> the return of {booking.name}</span>
        </Button>
        <Button onClick={() => onDecide(booking, 'contested')} size="small" variant="quietDanger">
          Contest<span className="sr-only"> the return of {booking.name}</span>
        </Button>
      </span>
    </>
  );
}
