import type { Booking } from '#contract/bookings.ts';
import type { CallInput } from '#contract/calls.ts';
import { limits } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { formatMoney } from '../../ui/format.ts';
import { MutationDialog } from '../../ui/MutationDialog.tsx';
import { ReasonDialog } from '../../ui/ReasonDialog.tsx';
import { acceptReturnMutation, contestReturnMutation, giveBackMutation } from './queries.ts';

export type Decision = CallInput<'decideReturn'>['body']['state'];

/** Asks where an accepted return goes, why one is contested, or once before the money of one goes back. */
export function DecideReturn({
  booking,
  decision,
  onClose,
  onDecided,
}: {
  booking: Booking;
  decision: Decision;
  onClose: () => void;
  onDecided: (id: string) => void;
}) {
  const shared = {
    onClose,
    onDone: () => onDecided(booking._id),
    success: messages.toast.operationDone,
  };
  if (decision === 'given-back') return <GivenBack booking={booking} {...shared} />;
  const asked = { ...shared, id: booking._id };
  return decision === 'accepted' ? (
    <ReasonDialog
      {...asked}
      confirmLabel="Accept the return"
      hint={`${booking.buyerName} reads this.`}
      label="Where is it brought or sent?"
      maxLength={limits.returnPlaceLength}
      mutation={acceptReturnMutation()}
      required="Say where it is brought or sent"
      title={`Accept the return of ${booking.name}?`}
      variant="primary"
    >
      {`${booking.buyerName} has 14 days to give it back. ${formatMoney(booking.price)} goes back to their card once the instrument is there.`}
    </ReasonDialog>
  ) : (
    <ReasonDialog
      {...asked}
      confirmLabel="Contest the return"
      hint={`${booking.buyerName} and the admins of the shop read this.`}
      label="Why do you contest it?"
      maxLength={limits.disputeTextLength}
      mutation={contestReturnMutation()}
      required="Say why you contest it"
      title={`Contest the return of ${booking.name}?`}
    >
      An admin of the shop reads both sides and decides.
    </ReasonDialog>
  );
}

function GivenBack({
  booking,
  ...dialog
}: {
  booking: Booking;
  onClose: () => void;
  onDone: () => void;
  success: string;
}) {
  const isWanted = booking.return?.state === 'accepted';
  return (
    <MutationDialog
      {...dialog}
      confirmLabel={isWanted ? 'It was given back' : 'Refund without it'}
      keepLabel="Not now"
      mutation={giveBackMutation()}
      title={isWanted ? `Was ${booking.name} given back?` : `Refund ${booking.name} without it?`}
      variables={{ _id: booking._id }}
    >
      {isWanted
        ? `${formatMoney(booking.price)} goes back to the card of ${booking.buyerName}, and the instrument is on sale again. This cannot be undone.`
        : `${formatMoney(booking.price)} goes back to the card of ${booking.buyerName}, who keeps the instrument. This cannot be undone.`}
    </MutationDialog>
  );
}
