import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { toast } from 'react-hot-toast/headless';
import { limits } from '#contract/constants.ts';
import { messages } from '#contract/messages.ts';
import { CallFailure } from '../../../api/failures.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FieldError } from '../../../ui/Field.tsx';
import { formatMoney } from '../../../ui/format.ts';
import { Loading } from '../../../ui/Loading.tsx';
import { RadioField } from '../../../ui/RadioField.tsx';
import { TextArea, TextField } from '../../../ui/TextField.tsx';
import { DisputeTexts } from './DisputeDialog.tsx';
import { decideDisputeMutation, disputeQuery } from './sale-queries.ts';
import type { SaleDialogProps } from './sale-step.ts';

/** What of a booking the decision is about. */
export type DisputedBooking = Pick<
  SaleDialogProps['booking'],
  '_id' | 'name' | 'price' | 'buyerName'
>;

/** An admin decides a dispute: how much goes back, whether the instrument does, and why. */
export function DecideDispute({
  booking,
  onClose,
  onDone,
}: Pick<SaleDialogProps, 'onClose' | 'onDone'> & { booking: DisputedBooking }) {
  const formId = useId();
  const { data, error: notRead } = useQuery(disputeQuery(booking._id));
  const { mutate, isPending, error } = useMutation(decideDisputeMutation());
  const { register, control, handleSubmit, setError, formState } = useForm({
    mode: 'onTouched',
    defaultValues: { refund: '', goesBack: 'no', reason: '' },
  });
  const { errors } = formState;
  const typed = useWatch({ control });
  const submit = handleSubmit(({ refund, goesBack, reason }) =>
    mutate(
      {
        _id: booking._id,
        refund: Number(refund),
        goesBack: goesBack === 'yes',
        reason: reason.trim(),
      },
      {
        onSuccess: () => {
          toast.success(messages.toast.operationDone);
          onDone();
        },
        onError: (failure) => {
          const refused = failure instanceof CallFailure ? failure.errors : {};
          for (const name of ['refund', 'goesBack', 'reason'] as const) {
            const message = refused[name];
            if (message) setError(name, { message });
          }
        },
      },
    ),
  );
  const isAtField = Object.keys(errors).length > 0;
  return (
    <Dialog
      actions={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button
            busyLabel="Deciding"
            form={formId}
            isBusy={isPending}
            type="submit"
            variant="danger"
          >
            Decide
          </Button>
        </>
      }
      isOpen
      onClose={onClose}
      title={`Decide about ${booking.name}`}
    >
      <div className="space-y-6">
        {data ? (
          <DisputeTexts dispute={data} />
        ) : (
          !notRead && <Loading label="Loading the dispute" />
        )}
        <FieldError message={data ? undefined : notRead?.message} />
        <form
          className="space-y-5 border-t border-line pt-5"
          id={formId}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!isPending) void submit(event);
          }}
        >
          <TextField
            {...register('refund', { validate: (refund) => wrongAmount(refund, booking.price) })}
            autoComplete="off"
            error={errors.refund?.message}
            hint={`In dollars, from 0 to ${formatMoney(booking.price)}`}
            inputMode="decimal"
            label={`What ${booking.buyerName} gets back`}
          />
          <RadioField
            {...register('goesBack', {
              validate: (goesBack, { refund }) =>
                goesBack === 'no' || Number(refund) > 0 || 'Without a refund nothing goes back',
            })}
            choices={[
              { value: 'no', label: 'No' },
              { value: 'yes', label: 'Yes, and the refund waits for it' },
            ]}
            error={errors.goesBack?.message}
            label="Does the instrument go back?"
          />
          <TextArea
            {...register('reason', { validate: (reason) => reason.trim() !== '' || 'Say why' })}
            dir="auto"
            error={errors.reason?.message}
            hint="Buyer and seller read this. It stays in the audit."
            label="Why"
            maxLength={limits.disputeTextLength}
          />
          <p aria-live="polite" className="text-sm text-muted">
            {effectOf(typed.refund ?? '', booking)}
          </p>
          <FieldError message={isAtField ? undefined : error?.message} />
        </form>
      </div>
    </Dialog>
  );
}

function wrongAmount(typed: string, price: number): string | true {
  const isAmount = /^\d+(\.\d{1,2})?$/.test(typed.trim());
  if (!isAmount) return 'Say how much the buyer gets back, in dollars';
  return Number(typed) <= price || `At most ${formatMoney(price)}`;
}

function effectOf(refund: string, { price, buyerName }: DisputedBooking): string {
  if (wrongAmount(refund, price) !== true) return 'This cannot be undone.';
  const rest = price - Number(refund);
  return `${formatMoney(Number(refund))} goes back to ${buyerName}, ${formatMoney(rest)} stays with the sale. This cannot be undone.`;
}
