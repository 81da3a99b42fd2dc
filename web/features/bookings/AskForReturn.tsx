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
import { formatMoney } from '../../ui/format.ts';
import { TextArea } from '../../ui/TextField.tsx';
import { returnForm } from './booking-form.ts';
import { requestReturnMutation } from './queries.ts';

/** Asks a buyer why they want to give an instrument back, and tells the seller. */
export function AskForReturn({
  booking,
  onClose,
  onAsked,
}: {
  booking: Booking;
  onClose: () => void;
  onAsked: (id: string) => void;
}) {
  const formId = useId();
  const asking = useMutation(requestReturnMutation());
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(returnForm),
    mode: 'onTouched',
    defaultValues: { reason: '' },
  });
  const submit = handleSubmit(({ reason }) =>
    asking.mutate(
      { _id: booking._id, reason },
      {
        onSuccess: () => {
          toast.success(messages.toast.operationDone);
          onAsked(booking._id);
        },
        onError: ({ message }) => toast.error(message),
      },
    ),
  );
  const close = () => {
    if (!asking.isPending) onClose();
  };
  return (
    <Dialog
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            busyLabel="Sending"
            form={formId}
            isBusy={asking.isPending}
            type="submit"
            variant="primary"
          >
            Ask to return it
          </Button>
        </>
      }
      isOpen
      onClose={close}
      title={`Return ${booking.name}`}
    >
      <form
        className="space-y-5"
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!asking.isPending) void submit(event);
        }}
      >
        <p className="text-muted">
          {booking.buyerRemoved
            ? `The account of ${booking.buyerName} was deleted, so you ask for them. When the return is accepted, ${formatMoney(booking.price)} goes back to their card.`
            : `When ${booking.sellerName} accepts, you give it back and ${formatMoney(booking.price)} goes back to your card. An admin of the shop can help if you two do not agree.`}
        </p>
        <TextArea
          {...register('reason')}
          error={formState.errors.reason?.message}
          hint="The seller reads this."
          label="Why do you want to return it?"
          maxLength={limits.returnReasonLength}
        />
        <FieldError message={asking.error?.message} />
      </form>
    </Dialog>
  );
}
