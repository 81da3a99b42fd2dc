import { useMutation } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import type { Booking } from '#contract/bookings.ts';
import type { CallInput } from '#contract/calls.ts';
import { messages } from '#contract/messages.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { formatMoney } from '../../ui/format.ts';
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
  const deciding = useMutation(decideReturnMutation());
  const confirm = () =>
    deciding.mutate(
      { _id: booking._id, state: decision },
      {
        onSuccess: () => {
          toast.success(messages.toast.operationDone);
          onDecided(booking._id);
          onClose();
        },
        onError: ({ message }) => toast.error(message),
      },
    );
  return (
    <ConfirmDialog
      confirmLabel={labels[decision]}
      error={deciding.error?.message}
      isBusy={deciding.isPending}
      isOpen
      keepLabel="Not now"
      onClose={() => !deciding.isPending && onClose()}
      onConfirm={confirm}
      title={`${labels[decision]} of ${booking.name}?`}
    >
      {decision === 'accepted'
        ? `${formatMoney(booking.price)} goes back to the card of ${booking.buyerName}, and the instrument is on sale again. This cannot be undone.`
        : `${booking.buyerName} is told. An admin of the shop can decide otherwise.`}
    </ConfirmDialog>
  );
}
