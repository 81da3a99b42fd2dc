import { countryName } from '#contract/delivery/countries.ts';
import type { DeliveryAddress } from '#contract/delivery/delivery.ts';

/** An address, line by line, as it stands on a parcel: as the server writes it (`addressLines`), with the country. */
export function AddressText({
  address,
  lines = linesOf(address),
  isAbroad = false,
  className = 'w-fit',
}: {
  address: DeliveryAddress;
  lines?: readonly string[] | undefined;
  /** It is in another country than the parcel, whose posts ask for the name of the country in English capitals. */
  isAbroad?: boolean;
  /** By default it begins where the other texts of the page do. */
  className?: string;
}) {
  const country = isAbroad ? postalCountry(address.country) : countryName(address.country);
  return (
    <p className={`wrap-anywhere ${className}`} dir="auto">
      {[...lines, country].map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines do not move, and two can be the same
        <span className="block" key={place}>
          {line}
        </span>
      ))}
    </p>
  );
}

function postalCountry(code: string): string {
  return (new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code).toUpperCase();
}

/** The server of the version before sends no lines. */
function linesOf({ name, lines, postcode, city, region }: DeliveryAddress): string[] {
  const place = [postcode, city].filter(Boolean).join(' ');
  return [name, ...lines, place, ...(region === undefined ? [] : [region])];
}
