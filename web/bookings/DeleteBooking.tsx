import { useMutation } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import type { Booking } from '#contract/bookings.ts';
import { messages } from '#contract/messages.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { releaseBookingMutation } from './queries.ts';

/** Asks once before a booking is deleted, and stays open until the server has answered. */
export function DeleteBooking({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const release = useMutation(releaseBookingMutation());
  const confirm = () =>
    release.mutate(booking, {
      onSuccess: () => {
        toast.success(messages.toast.bookingDeleted);
        onClose();
        // Its row is gone, and the button with it.
        document.querySelector<HTMLElement>('main h1')?.focus();
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
