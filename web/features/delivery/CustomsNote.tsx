import type { Booking } from '#contract/bookings/bookings.ts';
import { countryName } from '#contract/delivery/countries.ts';
import { crossedBorders, type Place } from '#contract/delivery/customs-areas.ts';
import { t } from '#contract/text.ts';
import { currentShop } from '../../ui/current-shop.ts';

/** That duty may be due for what is sent across a customs border, and who pays it. */
export function CustomsNote({ from, to }: { from: string | undefined; to: Place }) {
  const country = from ?? currentShop().country;
  if (country === undefined || to.country === '') return null;
  if (!crossedBorders({ country }, to).customs) return null;
  const places = { from: countryName(country), to: countryName(to.country) };
  return (
    <p className="rounded-lg bg-sunken p-4 text-sm">
      {t`It comes from another customs area (${{ from: places.from }} to ${{ to: places.to }}). Duty, tax and a fee of the carrier may be due before you get it. You pay them to the carrier or the customs office; they are in neither the price nor the shipping.`}
    </p>
  );
}

/** Whether a sale is sent across a customs border. */
export function crossesCustoms({ shipsFrom, delivery, address }: Booking): boolean {
  if (delivery?.method !== 'shipping' || shipsFrom === undefined || !address) return false;
  return crossedBorders({ country: shipsFrom }, address).customs;
}
