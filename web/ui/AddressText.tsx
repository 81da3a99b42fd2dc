import type { DeliveryAddress } from '#contract/delivery.ts';
import { addressLines } from './delivery-form.ts';

/** An address, line by line, as it stands on a parcel. */
export function AddressText({
  address,
  className = '',
}: {
  address: DeliveryAddress;
  className?: string;
}) {
  return (
    <p className={`wrap-anywhere ${className}`} dir="auto">
      {addressLines(address).map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines do not move, and two can be the same
        <span className="block" key={place}>
          {line}
        </span>
      ))}
    </p>
  );
}
