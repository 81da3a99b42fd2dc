import { limits } from '#contract/constants.ts';
import { countries } from '#contract/delivery/countries.ts';
import { t } from '#contract/text.ts';
import { Select } from '../../ui/Select.tsx';
import { TextArea, TextField } from '../../ui/TextField.tsx';
import { addressLayout } from './address-form.ts';
import { countryChoices, type TypedAddress } from './delivery-form.ts';

type Part = Exclude<keyof TypedAddress, 'country'>;

/** The fields of an address, in the order of its country. */
export function AddressFields({
  address,
  errors,
  onChange,
}: {
  address: TypedAddress;
  errors: Partial<Record<keyof TypedAddress, string | undefined>>;
  onChange: (change: Partial<TypedAddress>) => void;
}) {
  const layout = addressLayout(address.country, address);
  const field = (name: keyof TypedAddress) => ({
    error: errors[name],
    name: `address.${name}`,
    value: address[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  });
  const postcode = address.postcode.trim();
  const isUnusual = postcode !== '' && layout.pattern?.test(postcode) === false;
  const controls = {
    name: () => (
      <TextField
        {...field('name')}
        autoComplete="name"
        label={t`Name on the parcel`}
        maxLength={limits.personNameLength}
      />
    ),
    lines: () => (
      <TextArea
        {...field('lines')}
        autoComplete="street-address"
        hint={t`Up to three lines`}
        label={layout.lines}
        rows={2}
      />
    ),
    postcode: () => (
      <TextField
        {...field('postcode')}
        autoComplete="postal-code"
        hint={isUnusual ? t`It looks unusual for this country. Please check it.` : undefined}
        isOptional={!layout.required.includes('postcode')}
        label={layout.postcode}
        maxLength={limits.postcodeLength}
      />
    ),
    city: () => (
      <TextField
        {...field('city')}
        autoComplete="address-level2"
        label={t`City`}
        maxLength={limits.cityLength}
      />
    ),
    region: () => (
      <TextField
        {...field('region')}
        autoComplete="address-level1"
        isOptional={!layout.required.includes('region')}
        label={layout.region}
        maxLength={limits.cityLength}
      />
    ),
  } satisfies Record<Part, () => React.ReactNode>;
  return (
    <>
      <Select
        {...field('country')}
        autoComplete="country"
        choices={countryChoices(countries)}
        label={t`Country`}
        placeholder={t`Choose the country`}
      />
      {layout.rows.map((row) => (
        <div
          className={
            row[0] === 'postcode'
              ? `grid gap-5 ${layout.required.includes('postcode') ? 'sm:grid-cols-[8rem_minmax(0,1fr)]' : 'sm:grid-cols-[12rem_minmax(0,1fr)]'}`
              : rowStyle[row.length]
          }
          key={row.join()}
        >
          {row.map((part) => (
            <div key={part}>{controls[part]()}</div>
          ))}
        </div>
      ))}
    </>
  );
}

const rowStyle: Readonly<Record<number, string>> = { 2: 'grid gap-5 sm:grid-cols-2' };
