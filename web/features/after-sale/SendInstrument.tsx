import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { toast } from 'react-hot-toast/headless';
import { Link } from 'react-router';
import { limits, saleTimes } from '#contract/constants.ts';
import { paths } from '#contract/page-paths.ts';
import { plural, t } from '#contract/text.ts';
import { CallFailure } from '../../api/failures.ts';
import { AddressText } from '../../ui/AddressText.tsx';
import { currentShop } from '../../ui/current-shop.ts';
import { useDialogForm } from '../../ui/dialog-form.ts';
import { FieldError } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { bookingQuery, markSentMutation } from './queries.ts';
import type { SaleDialogProps } from './sale-dialog-props.ts';

/** The seller says by whom the instrument was sent, and how it can be followed. */
export function SendInstrument({ booking, onClose, onDone }: SaleDialogProps) {
  const { mutate, isPending, error } = useMutation(markSentMutation());
  const { register, handleSubmit, setError, formState } = useDialogForm(`send.${booking._id}`, {
    mode: 'onTouched',
    defaultValues: { carrier: '', tracking: '' },
  });
  const { errors } = formState;
  const { name: instrument, buyerName } = booking;
  // Lists come without addresses.
  const isShipped = booking.delivery?.method === 'shipping';
  const { address, addressLines } =
    useQuery({ ...bookingQuery(booking._id), enabled: isShipped }).data ?? booking;
  const carriers = currentShop().carriers ?? [];
  const carriersId = useId();
  const { receivedAfterDays } = saleTimes;
  const submit = handleSubmit((typed) => {
    const tracking = typed.tracking.trim();
    const sent = { _id: booking._id, carrier: typed.carrier.trim(), ...(tracking && { tracking }) };
    mutate(sent, {
      onSuccess: () => {
        toast.success(t`We have told ${buyerName}`);
        onDone();
      },
      onError: (failure) => {
        for (const name of ['carrier', 'tracking'] as const) {
          const message = failure instanceof CallFailure ? failure.errors[name] : undefined;
          if (message) setError(name, { message }, { shouldFocus: true });
        }
      },
    });
  });
  const isAtField = errors.carrier !== undefined || errors.tracking !== undefined;
  return (
    <FormDialog
      confirmLabel={t`Mark as sent`}
      isPending={isPending}
      onClose={onClose}
      onSubmit={submit}
      title={t`Send ${instrument}`}
    >
      <p className="text-muted">
        {t`${buyerName} will tell us when it arrives. If they don’t, it counts as received ${plural(receivedAfterDays, { one: '# day', other: '# days' })} from now. Keep the carrier’s receipt.`}
      </p>
      {address && (
        <div>
          <AddressText address={address} lines={addressLines} />
          <p className="mt-1">
            <Link className="text-link" target="_blank" to={paths.paper(booking._id, 'label')}>
              {t`Print a label`}
            </Link>
          </p>
        </div>
      )}
      <TextField
        {...register('carrier', {
          validate: (carrier) => carrier.trim() !== '' || t`Enter the carrier`,
        })}
        autoComplete="off"
        error={errors.carrier?.message}
        hint={
          carriers.length > 0
            ? t`Choose one from the list, and the buyer can track the parcel here.`
            : ''
        }
        label={t`Carrier`}
        list={carriersId}
        maxLength={limits.carrierLength}
      />
      <datalist id={carriersId}>
        {carriers.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TextField
        {...register('tracking')}
        autoComplete="off"
        dir="ltr"
        error={errors.tracking?.message}
        hint={t`The tracking number, or a link that begins with https://`}
        isOptional
        label={t`Tracking`}
        maxLength={limits.trackingLength}
      />
      <FieldError message={isAtField ? undefined : error?.message} />
    </FormDialog>
  );
}
