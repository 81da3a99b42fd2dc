import { useMutation } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { limits } from '#contract/constants.ts';
import { t } from '#contract/text.ts';
import { CallFailure } from '../../api/failures.ts';
import { useDialogForm } from '../../ui/dialog-form.ts';
import { FieldError } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { formatMoney } from '../../ui/format.ts';
import { MutationDialog } from '../../ui/MutationDialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { givePermitMutation } from './queries.ts';
import type { SaleDialogProps } from './sale-dialog-props.ts';

/** The seller enters the number of the permit, or corrects it. */
export function GivePermit({ booking, onClose, onDone }: SaleDialogProps) {
  const { _id, name, buyerName, permit } = booking;
  const { mutate, isPending, error } = useMutation(givePermitMutation());
  const { register, handleSubmit, setError, formState } = useDialogForm(`permit.${_id}`, {
    mode: 'onTouched',
    defaultValues: { number: permit?.number ?? '' },
  });
  const fault = formState.errors.number?.message;
  const submit = handleSubmit(({ number }) =>
    mutate(
      { _id, state: 'given', number: number.trim() },
      {
        onSuccess: () => {
          toast.success(t`We have told ${buyerName}`);
          onDone();
        },
        onError: (failure) => {
          const message = failure instanceof CallFailure ? failure.errors.number : undefined;
          if (message) setError('number', { message }, { shouldFocus: true });
        },
      },
    ),
  );
  return (
    <FormDialog
      confirmLabel={t`The permit is there`}
      isPending={isPending}
      onClose={onClose}
      onSubmit={submit}
      title={t`The permit for ${name}`}
    >
      <p className="text-muted">
        {t`${buyerName} and the shop read the number. The shop does not check it. Put the permit, or the copy that your authority asks for, into the parcel.`}
      </p>
      <TextField
        {...register('number', {
          validate: (number) => number.trim() !== '' || t`Enter the number of the permit`,
        })}
        autoComplete="off"
        dir="auto"
        error={fault}
        label={t`Number of the permit`}
        maxLength={limits.permitNumberLength}
      />
      <FieldError message={fault ? undefined : error?.message} />
    </FormDialog>
  );
}

/** The seller says that the authority has refused the permit, which ends the sale. */
export function PermitRefused({ booking, onClose, onDone }: SaleDialogProps) {
  const { _id, name, buyerName, total } = booking;
  const money = formatMoney(total);
  return (
    <MutationDialog
      confirmLabel={t`The permit was refused`}
      keepLabel={t`Keep waiting`}
      mutation={givePermitMutation()}
      onClose={onClose}
      onDone={onDone}
      success={t`The sale is cancelled`}
      title={t`Was the permit for ${name} refused?`}
      variables={{ _id, state: 'refused' }}
    >
      {t`Then the sale is cancelled, ${money} goes back to the card of ${buyerName}, and the instrument is on sale again. This cannot be undone. If you cannot get it for other countries either, take back in the listing that you get it.`}
    </MutationDialog>
  );
}
