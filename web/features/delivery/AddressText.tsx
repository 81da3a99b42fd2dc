import { countryName } from '#contract/delivery/countries.ts';
import type { DeliveryAddress } from '#contract/delivery/delivery.ts';

/** An address, line by line, as it stands on a parcel: as the server writes it (`addressLines`), with the country. */
export function AddressText({
  address,
  lines = linesOf(address),
  className = 'w-fit',
}: {
  address: DeliveryAddress;
  lines?: readonly string[] | undefined;
  /** By default it begins where the other texts of the page do. */
  className?: string;
}) {
  return (
    <p className={`wrap-anywhere ${className}`} dir="auto">
      {[...lines, countryName(address.country)].map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines do not move, and two can be the same
        <span className="block" key={place}>
          {line}
        </span>
      ))}
    </p>
  );
}

/** The server of the version before sends no lines. */
function linesOf({ name, lines, postcode, city, region }: DeliveryAddress): string[] {
  const place = [postcode, city].filter(Boolean).join(' ');
  return [name, ...lines, place, ...(region === undefined ? [] : [region])];
}
