import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { toast } from 'react-hot-toast/headless';
import { limits } from '#contract/constants.ts';
import { countries } from '#contract/delivery/countries.ts';
import type { BillingDetails } from '#contract/invoices/billing-details.ts';
import { t } from '#contract/text.ts';
import { CallFailure } from '../../api/failures.ts';
import { Button } from '../../ui/Button.tsx';
import { currentShop } from '../../ui/current-shop.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { Select } from '../../ui/Select.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { TextArea, TextField } from '../../ui/TextField.tsx';
import { countryChoices } from '../delivery/delivery-form.ts';
import { PartyText } from './PartyText.tsx';
import { billingDetailsQuery, changeBillingDetailsMutation } from './queries.ts';

/** To whom a seller's invoices are issued, and how to change it. */
export function BillingPart({ email }: { email: string }) {
  const { data, error, isFetching, refetch } = useQuery(billingDetailsQuery(email));
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (!data) {
    return error ? (
      <ErrorState isTrying={isFetching} message={error.message} onTryAgain={() => refetch()} />
    ) : (
      <SkeletonRows label={t`Loading your billing details`} rowHeight="h-24" />
    );
  }
  return (
    <div className="max-w-prose space-y-4 rounded-lg border border-line bg-surface p-5 shadow-rest">
      {isOpen ? (
        <BillingForm details={data} email={email} onClose={() => setIsOpen(false)} />
      ) : (
        <>
          <Present details={data} />
          <Button onClick={() => setIsOpen(true)} ref={opener}>
            {data.changedAt ? t`Change the billing details` : t`Add billing details`}
          </Button>
        </>
      )}
    </div>
  );
}

function Present({ details }: { details: BillingDetails }) {
  const { name, address, country, vatNumber, changedAt } = details;
  return (
    <div className="space-y-2">
      <h3 className="font-semibold">{t`Your invoices are issued to`}</h3>
      <PartyText country={country} lines={[name, ...address.split('\n')]} vatNumber={vatNumber} />
      {!changedAt && (
        <p className="text-muted">
          {t`Add your address and country: the VAT on your invoices depends on them.`}
        </p>
      )}
    </div>
  );
}

function BillingForm({
  details,
  email,
  onClose,
}: {
  details: BillingDetails;
  email: string;
  onClose: () => void;
}) {
  const save = useMutation(changeBillingDetailsMutation());
  const form = useForm({
    mode: 'onTouched',
    defaultValues: {
      name: details.name,
      address: details.address,
      country: details.country ?? currentShop().country ?? '',
      vatNumber: details.vatNumber ?? '',
    },
  });
  const refusals = save.error instanceof CallFailure ? save.error.errors : {};
  const faults = form.formState.errors;
  const { setFocus } = form;
  useEffect(() => setFocus('name'), [setFocus]);
  const submit = form.handleSubmit((fields) =>
    save.mutate(
      { email, ...fields },
      {
        onSuccess: () => {
          toast.success(t`Saved`);
          onClose();
        },
        onError: (failure) => {
          toast.error(failure.message);
          const [first] = failure instanceof CallFailure ? Object.keys(failure.errors) : [];
          if (first === 'name' || first === 'address' || first === 'vatNumber') setFocus(first);
        },
      },
    ),
  );
  const isRequired = (message: string) => (value: string) => value.trim() !== '' || message;
  return (
    <Form className="space-y-4" isSending={save.isPending} onSubmit={submit}>
      <TextField
        {...form.register('name', {
          validate: isRequired(t`Enter your name or that of the business`),
        })}
        autoComplete="organization"
        error={faults.name?.message ?? refusals.name}
        label={t`Name or business`}
        maxLength={limits.traderNameLength}
      />
      <TextArea
        {...form.register('address', { validate: isRequired(t`Enter the address`) })}
        autoComplete="street-address"
        error={faults.address?.message ?? refusals.address}
        hint={t`It is on your invoices, and buyers do not see it.`}
        label={t`Address`}
        maxLength={limits.traderAddressLength}
        rows={3}
      />
      <Select
        {...form.register('country', { validate: isRequired(t`Choose the country`) })}
        choices={[{ value: '', label: t`Choose the country` }, ...countryChoices(countries)]}
        error={faults.country?.message ?? refusals.country}
        label={t`Country`}
      />
      <TextField
        {...form.register('vatNumber')}
        autoComplete="off"
        dir="ltr"
        error={refusals.vatNumber}
        hint={t`Only if you sell as a business and have one.`}
        isOptional
        label={t`VAT number`}
        maxLength={limits.vatNumberLength}
        spellCheck={false}
      />
      <div className="flex flex-wrap gap-3">
        <Button busyLabel={t`Saving`} isBusy={save.isPending} type="submit" variant="primary">
          {t`Save the billing details`}
        </Button>
        <Button onClick={onClose}>{t`Cancel`}</Button>
      </div>
      <FieldError message={Object.keys(refusals).length > 0 ? undefined : save.error?.message} />
    </Form>
  );
}
