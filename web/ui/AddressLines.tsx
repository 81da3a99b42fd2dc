import type { DeliveryAddress } from '#contract/delivery.ts';
import { addressLines } from './delivery-form.ts';

/** An address line by line. Two of them can be the same, as in Singapore. */
export function AddressLines({ address }: { address: DeliveryAddress }) {
  return addressLines(address).map((line, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines do not move
    <span className="block" key={place}>
      {line}
    </span>
  ));
}
