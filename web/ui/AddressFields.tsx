import { limits } from '#contract/constants.ts';
import { countries } from '#contract/countries.ts';
import { t } from '#contract/text.ts';
import { countryChoices, type TypedAddress } from './delivery-form.ts';
import { Select } from './Select.tsx';
import { TextArea, TextField } from './TextField.tsx';

/** Where something is sent. */
export function AddressFields({
  address,
  errors,
  onChange,
}: {
  address: TypedAddress;
  errors: Partial<Record<keyof TypedAddress, string | undefined>>;
  onChange: (change: Partial<TypedAddress>) => void;
}) {
  const field = (name: keyof TypedAddress) => ({
    error: errors[name],
    name: `address.${name}`,
    value: address[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  });
  return (
    <>
      <TextField
        {...field('name')}
        autoComplete="name"
        label={t`Name on the parcel`}
        maxLength={limits.personNameLength}
      />
      <TextArea
        {...field('lines')}
        autoComplete="street-address"
        hint={t`Up to three lines`}
        label={t`Street and number`}
        rows={2}
      />
      <div className="grid gap-5 sm:grid-cols-[8rem_minmax(0,1fr)]">
        <TextField
          {...field('postcode')}
          autoComplete="postal-code"
          isOptional
          label={t`Postcode`}
          maxLength={limits.postcodeLength}
        />
        <TextField
          {...field('city')}
          autoComplete="address-level2"
          label={t`City`}
          maxLength={limits.cityLength}
        />
      </div>
      <TextField
        {...field('region')}
        autoComplete="address-level1"
        isOptional
        label={t`State or province`}
        maxLength={limits.cityLength}
      />
      <Select
        {...field('country')}
        autoComplete="country"
        choices={countryChoices(countries)}
        label={t`Country`}
        placeholder={t`Choose the country`}
      />
    </>
  );
}
