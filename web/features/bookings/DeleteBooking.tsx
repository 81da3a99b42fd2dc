import { useMutation } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import type { Booking } from '#contract/bookings.ts';
import { messages } from '#contract/messages.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { releaseBookingMutation } from './queries.ts';

/** Asks once before a booking is deleted, and stays open until the server has answered. */
export function DeleteBooking({
  booking,
  onClose,
  onDeleted,
}: {
  booking: Booking;
  onClose: () => void;
  onDeleted: (id: string) => void;
}) {
  const release = useMutation(releaseBookingMutation());
  const confirm = () =>
    release.mutate(booking, {
      onSuccess: () => {
        toast.success(messages.toast.bookingDeleted);
        onDeleted(booking._id);
        onClose();
      },
      onError: ({ message }) => toast.error(message),
    });
  return (
    <ConfirmDialog
      confirmLabel="Delete"
      error={release.error?.message}
      isBusy={release.isPending}
      isOpen
      onClose={() => !release.isPending && onClose()}
      onConfirm={confirm}
      title={`Delete the booking of ${booking.name}?`}
    >
      It is free for others at once.
    </ConfirmDialog>
  );
}
