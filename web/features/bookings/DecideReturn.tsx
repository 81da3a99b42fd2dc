import type { Booking } from '#contract/bookings.ts';
import type { CallInput } from '#contract/calls.ts';
import { messages } from '#contract/messages.ts';
import { formatMoney } from '../../ui/format.ts';
import { MutationDialog } from '../../ui/MutationDialog.tsx';
import { decideReturnMutation } from './queries.ts';

export type Decision = CallInput<'decideReturn'>['body']['state'];

const labels: Record<Decision, string> = {
  accepted: 'Accept the return',
  refused: 'Refuse the return',
};

/** Asks once before a return is accepted, which moves money, or refused. */
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
  return (
    <MutationDialog
      confirmLabel={labels[decision]}
      keepLabel="Not now"
      mutation={decideReturnMutation()}
      onClose={onClose}
      onDone={() => onDecided(booking._id)}
      success={messages.toast.operationDone}
      title={`${labels[decision]} of ${booking.name}?`}
      variables={{ _id: booking._id, state: decision }}
    >
      {decision === 'accepted'
        ? `${formatMoney(booking.price)} goes back to the card of ${booking.buyerName}, and the instrument is on sale again. This cannot be undone.`
        : `${booking.buyerName} is told. An admin of the shop can decide otherwise.`}
    </MutationDialog>
  );
}
