import { t } from '#contract/text.ts';
import { formatMoney } from '../../ui/format.ts';
import { RadioField } from '../../ui/RadioField.tsx';
import { AddressFields } from './AddressFields.tsx';
import { CustomsNote } from './CustomsNote.tsx';
import { deliveryChoices } from './delivery-choices.tsx';
import { type DeliveryOption, pickup, type TypedAddress } from './delivery-form.ts';

/** The choice of delivery: what the seller offers, the total, and the address for shipping. */
export function DeliveryFields({
  options,
  price,
  from,
  chosen,
  address,
  error,
  addressErrors,
  onChoose,
  onAddress,
}: {
  options: readonly DeliveryOption[];
  /** The price of the instrument, to which shipping is added; undefined while it is not known. */
  price: number | undefined;
  /** The country where it is, as its seller says. */
  from: string | undefined;
  chosen: string;
  address: TypedAddress;
  error: string | undefined;
  addressErrors: Partial<Record<keyof TypedAddress, string | undefined>>;
  onChoose: (value: string) => void;
  onAddress: (change: Partial<TypedAddress>) => void;
}) {
  const option = options.find(({ value }) => value === chosen);
  const total = option && price !== undefined ? formatMoney(price + option.price) : undefined;
  return (
    <>
      <RadioField
        choices={deliveryChoices(options)}
        error={error}
        label={t`How you get it`}
        name="delivery"
        onChange={({ target }) => onChoose(target.value)}
        value={chosen}
      />
      <p aria-live="polite" className="font-semibold empty:hidden">
        {total !== undefined && t`You pay ${total} in total.`}
      </p>
      {option && option.value !== pickup && (
        <>
          <AddressFields address={address} errors={addressErrors} onChange={onAddress} />
          <CustomsNote from={from} to={address} />
        </>
      )}
    </>
  );
}
