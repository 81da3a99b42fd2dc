import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { toast } from 'react-hot-toast/headless';
import type { Booking } from '#contract/bookings.ts';
import { limits } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { TextArea } from '../../ui/TextField.tsx';
import { declineForm } from './booking-form.ts';
import { declineBookingMutation } from './queries.ts';

/** Asks a seller why they let go of a hold. The buyer gets the answer by mail. */
export function DeclineBooking({
  booking,
  onClose,
  onDeclined,
}: {
  booking: Booking;
  onClose: () => void;
  onDeclined: (id: string) => void;
}) {
  const formId = useId();
  const declining = useMutation(declineBookingMutation());
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(declineForm),
    mode: 'onTouched',
    defaultValues: { reason: '' },
  });
  const submit = handleSubmit(({ reason }) =>
    declining.mutate(
      { _id: booking._id, reason },
      {
        onSuccess: () => {
          toast.success(messages.toast.operationDone);
          onDeclined(booking._id);
        },
        onError: ({ message }) => toast.error(message),
      },
    ),
  );
  const close = () => {
    if (!declining.isPending) onClose();
  };
  return (
    <Dialog
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            busyLabel="Sending"
            form={formId}
            isBusy={declining.isPending}
            type="submit"
            variant="danger"
          >
            {messages.hold.decline}
          </Button>
        </>
      }
      isOpen
      onClose={close}
      title={`Let go of the booking of ${booking.name}?`}
    >
      <form
        className="space-y-5"
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!declining.isPending) void submit(event);
        }}
      >
        <p className="text-muted">
          The instrument is free for others at once. To take it off sale, delete it in My Products.
        </p>
        <TextArea
          {...register('reason')}
          error={formState.errors.reason?.message}
          hint={`${booking.buyerName} reads this.`}
          label="Why do you let go of it?"
          maxLength={limits.declineReasonLength}
        />
        <FieldError message={declining.error?.message} />
      </form>
    </Dialog>
  );
}
