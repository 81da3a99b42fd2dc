import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { toast } from 'react-hot-toast/headless';
import { limits } from '#contract/constants.ts';
import { t } from '#contract/text.ts';
import type { TraderStatus } from '#contract/users/traders.ts';
import type { User } from '#contract/users/users.ts';
import { CallFailure } from '../../api/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { RadioField } from '../../ui/RadioField.tsx';
import { TextArea, TextField } from '../../ui/TextField.tsx';
import { stateTraderMutation } from './queries.ts';

/** The form in which a seller says whether they are a trader, and gives the details of the business. */
export function TraderForm({ user: { _id, trader } }: { user: User }) {
  const save = useMutation(stateTraderMutation());
  const form = useForm({
    mode: 'onTouched',
    defaultValues: {
      status: (trader?.status ?? '') as TraderStatus | '',
      name: trader?.name ?? '',
      address: trader?.address ?? '',
      phone: trader?.phone ?? '',
      register: trader?.register ?? '',
      vat: trader?.vat ?? '',
    },
  });
  const status = form.watch('status');
  const refusals = save.error instanceof CallFailure ? save.error.errors : {};
  const faults = form.formState.errors;
  const submit = form.handleSubmit(({ status: chosen, ...fields }) => {
    if (chosen === '') return;
    const statement = chosen === 'private' ? { status: chosen } : { status: chosen, ...fields };
    save.mutate(
      { _id, ...statement },
      {
        onSuccess: () => toast.success(t`Saved`),
        onError: ({ message }) => toast.error(message),
      },
    );
  });
  const isRequired = (message: string) => (value: string) => value.trim() !== '' || message;
  return (
    <Form className="space-y-4" isSending={save.isPending} onSubmit={submit}>
      <RadioField
        {...form.register('status', { required: t`Choose one of the two` })}
        choices={[
          { value: 'private', label: t`No, I sell privately` },
          { value: 'trader', label: t`Yes, I am a trader` },
        ]}
        error={faults.status?.message}
        hint={t`You are a trader if you sell for your trade, business, craft or profession, also when you do it beside another job.`}
        label={t`Trader or private`}
      />
      {status === 'trader' && (
        <>
          <TextField
            {...form.register('name', {
              validate: isRequired(t`Enter the name of the business`),
            })}
            autoComplete="organization"
            error={faults.name?.message ?? refusals.name}
            label={t`Name of the business`}
            maxLength={limits.traderNameLength}
          />
          <TextArea
            {...form.register('address', { validate: isRequired(t`Enter the address`) })}
            autoComplete="street-address"
            error={faults.address?.message ?? refusals.address}
            hint={t`Buyers see it, and send the instrument back there when they withdraw from a purchase.`}
            label={t`Address`}
            maxLength={limits.traderAddressLength}
            rows={3}
          />
          <TextField
            {...form.register('phone')}
            autoComplete="tel"
            error={refusals.phone}
            isOptional
            label={t`Telephone`}
            maxLength={limits.traderFieldLength}
            type="tel"
          />
          <TextField
            {...form.register('register')}
            error={refusals.register}
            isOptional
            label={t`Trade register and number`}
            maxLength={limits.traderFieldLength}
          />
          <TextField
            {...form.register('vat')}
            error={refusals.vat}
            isOptional
            label={t`VAT number`}
            maxLength={limits.traderFieldLength}
          />
        </>
      )}
      <Button busyLabel={t`Saving`} isBusy={save.isPending} type="submit">
        {t`Save the answer`}
      </Button>
      <FieldError message={Object.keys(refusals).length > 0 ? undefined : save.error?.message} />
    </Form>
  );
}
