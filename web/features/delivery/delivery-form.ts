import type { CallInput } from '#contract/calls.ts';
import { countryName } from '#contract/delivery/countries.ts';
import type { DeliveryAddress, ListingDelivery } from '#contract/delivery/delivery.ts';
import { shopZones, shownZone } from '#contract/delivery/shop-zones.ts';
import { language } from '#contract/language.ts';
import type { ShownText } from '#contract/shop/owned-text.ts';
import { t } from '#contract/text.ts';
import { formatMoney } from '../../ui/format.ts';
import { transitText } from './transit-text.ts';

/** An address as it is typed: every field is text, and `lines` has line breaks. */
export interface TypedAddress {
  name: string;
  lines: string;
  postcode: string;
  city: string;
  region: string;
  country: string;
}

/** The choice of fetching it; the others are the ids of zones. */
export const pickup = 'pickup';

export interface DeliveryOption {
  value: string;
  /** Missing where it is fetched. */
  zone?: ShownText;
  /** How long a parcel takes, and whether it is insured; empty where the owner does not say. */
  note: string;
  /** What sending costs. */
  price: number;
}

/** What the buyer of a listing can choose from; empty when there is nothing to choose, and it is fetched. */
export function deliveryOptions(delivery: ListingDelivery | undefined): DeliveryOption[] {
  const prices = delivery?.shipping ?? {};
  const zones = shopZones().flatMap((zone) => {
    const price = prices[zone.id];
    if (price === undefined) return [];
    return [{ value: zone.id, zone: shownZone(zone), note: transitText(zone), price }];
  });
  if (!delivery || zones.length === 0) return [];
  return [...(delivery.pickup ? [{ value: pickup, note: '', price: 0 }] : []), ...zones];
}

/** The label of a choice, with the name of its zone. */
export function optionText({ price }: DeliveryOption, name?: string): string {
  if (name === undefined) return t`Pick it up`;
  const cost = price === 0 ? t`free` : formatMoney(price);
  return t`Ship it: ${name}, ${cost}`;
}

/** The choice that counts: the first one where nothing is chosen, or what the seller or the owner has taken away since. */
export function offeredChoice(chosen: string, options: readonly DeliveryOption[]): string {
  return options.some(({ value }) => value === chosen) ? chosen : (options[0]?.value ?? '');
}

/**
 * The place of a booking that is sent: the specification's has one, and its seller reads it before the payment and after the
 * sale too. So it is no more than the city.
 */
export function placeOf({ city }: TypedAddress): string {
  return city.trim();
}

type SentAddress = CallInput<'rememberDeliveryAddress'>['body'];

export function sentAddress({ lines, ...address }: TypedAddress): SentAddress {
  return { ...address, lines: linesOf(lines) };
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

export function typedAddress({
  lines,
  postcode,
  region,
  ...address
}: DeliveryAddress): TypedAddress {
  return { ...address, lines: lines.join('\n'), postcode: postcode ?? '', region: region ?? '' };
}

/** What a booking says of what was chosen; undefined where there was nothing to choose. */
export function sentDelivery(
  chosen: string,
  address: TypedAddress,
  listing: ListingDelivery | undefined,
): CallInput<'bookItem'>['body']['delivery'] {
  const option = deliveryOptions(listing).find(({ value }) => value === chosen);
  if (!option) return undefined;
  if (option.value === pickup) return { pickup: true };
  return { zone: option.value, shipping: option.price, address: sentAddress(address) };
}

/** The names of countries in the language of the page, in its order. */
export function countryChoices(codes: readonly string[]): { value: string; label: string }[] {
  return codes
    .map((value) => ({ value, label: countryName(value) }))
    .sort((one, other) => one.label.localeCompare(other.label, language()));
}
