import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { toast } from 'react-hot-toast/headless';
import { isolate } from '#contract/isolate.ts';
import { t } from '#contract/text.ts';
import { CallFailure } from '../../api/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useDialogForm } from '../../ui/dialog-form.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { DecisionFields } from './DecisionFields.tsx';
import { DisputeRecord } from './DisputeRecord.tsx';
import { type DisputedBooking, decisionFrom, emptyDecision } from './decision-form.ts';
import { ListingAsSold } from './ListingAsSold.tsx';
import { decideDisputeMutation, disputeQuery } from './queries.ts';
import type { SaleDialogProps } from './sale-dialog-props.ts';

/** An admin decides a dispute, beside what was said: how much goes back, whether the instrument does, and why. */
export function DecideDispute({
  booking,
  onClose,
  onDone,
}: Pick<SaleDialogProps, 'onClose' | 'onDone'> & { booking: DisputedBooking }) {
  const formId = useId();
  const name = isolate(booking.name);
  const dispute = useQuery(disputeQuery(booking._id));
  const { mutate, isPending, error } = useMutation(decideDisputeMutation());
  const form = useDialogForm(`decide.${booking._id}`, {
    mode: 'onTouched',
    defaultValues: emptyDecision,
  });
  const submit = form.handleSubmit((typed) =>
    mutate(
      { _id: booking._id, ...decisionFrom(typed, booking) },
      {
        onSuccess: () => {
          toast.success(t`The dispute is decided`);
          onDone();
        },
        onError: (failure) => {
          const { refund, shippingRefund, goesBack, reason } =
            failure instanceof CallFailure ? failure.errors : {};
          if (refund) form.setError('amount', { message: refund });
          if (shippingRefund) form.setError('sending', { message: shippingRefund });
          if (goesBack) form.setError('goesBack', { message: goesBack });
          if (reason) form.setError('reason', { message: reason });
        },
      },
    ),
  );
  const isAtField = Object.keys(form.formState.errors).length > 0;
  const close = () => {
    if (!isPending) onClose();
  };
  return (
    <Dialog
      actions={
        <>
          <Button onClick={close}>{t`Not now`}</Button>
          <Button
            busyLabel={t`Deciding`}
            form={formId}
            isBusy={isPending}
            type="submit"
            variant="danger"
          >
            {t`Decide`}
          </Button>
        </>
      }
      isOpen
      isWide
      onClose={close}
      title={t`Decide the dispute about ${name}`}
    >
      <div className="grid gap-8 lg:grid-cols-2">
        {dispute.data ? (
          <div className="space-y-6">
            <DisputeRecord dispute={dispute.data} />
            <ListingAsSold productId={dispute.data.productId} />
          </div>
        ) : dispute.error ? (
          <ErrorState
            isTrying={dispute.isFetching}
            message={dispute.error.message}
            onTryAgain={() => dispute.refetch()}
          />
        ) : (
          <Loading label={t`Loading the dispute`} />
        )}
        <Form
          className="space-y-5 max-lg:border-t max-lg:border-line max-lg:pt-6 lg:border-s lg:border-line lg:ps-8"
          id={formId}
          isSending={isPending}
          onSubmit={submit}
        >
          <DecisionFields booking={booking} commission={dispute.data?.commission} form={form} />
          <FieldError message={isAtField ? undefined : error?.message} />
        </Form>
      </div>
    </Dialog>
  );
}
