import {
  type OwnedText,
  type ShownText,
  shownText,
  storedText,
} from '#contract/shop/owned-text.ts';
import { t } from '#contract/text.ts';

/**
 * A zone to which instruments are shipped for one price, as the owner names it in `shop.json`. There are no schemas
 * here, for the pages.
 */
export interface ShopZone {
  /** What listings and bookings store. */
  id: string;
  /** Missing for the zone of a shop that names none. */
  name?: OwnedText | undefined;
  /** How many days a parcel is on its way. */
  days?: { from: number; to: number } | undefined;
  /** The countries in it, by their codes of two letters. Missing: they are not known, and it counts as abroad. */
  countries?: readonly string[] | undefined;
  /** Whether parcels are insured. */
  insured?: boolean | undefined;
}

/** A carrier that the owner names: by its address the tracking of a parcel is found. */
export interface ShopCarrier {
  name: string;
  /** With `{number}` for that of the parcel. */
  trackingUrl: string;
}

/** The one of a shop that names none. */
export const everywhere: ShopZone = { id: 'everywhere' };

/** One process serves one shop, so its zones are set once, before anything reads one. */
let current: readonly ShopZone[] = [everywhere];

/** The zones to which the shop ships, in the order of the owner; empty where nothing is shipped. */
export function shopZones(): readonly ShopZone[] {
  return current;
}

/** Sets the zones of the shop: at the start of a server, before a page is rendered and before one is hydrated. */
export function setShopZones(zones: readonly ShopZone[] | undefined): void {
  current = zones ?? [everywhere];
}

/** The zone with this id; undefined when the owner has removed it. */
export function findZone(id: string): ShopZone | undefined {
  return current.find((zone) => zone.id === id);
}

/** The name of a zone in the current language. */
export function zoneName(zone: ShopZone): string {
  return shownZone(zone).text;
}

/** The same with its language, where it is not that of the page. */
export function shownZone({ id, name }: ShopZone): ShownText {
  if (name !== undefined) return shownText(name);
  if (id !== everywhere.id) return { text: id };
  return { text: current.length > 1 ? t`Everywhere else` : t`Everywhere` };
}

/** The name with which a booking stores a zone: in the first language of the shop. */
export function bookedZoneName({ name }: ShopZone): string {
  return name === undefined ? 'Everywhere' : storedText(name);
}

interface BookedZone {
  zone?: string | undefined;
  zoneName?: string | undefined;
}

/** The name of a zone when it was booked, in the current language unless the owner has renamed or removed it. */
export function shownZoneName(booked: BookedZone): string {
  return shownBookedZone(booked).text;
}

/** The same with its language, where it is not that of the page. */
export function shownBookedZone({ zone = '', zoneName: booked = '' }: BookedZone): ShownText {
  const known = findZone(zone);
  return known && bookedZoneName(known) === booked ? shownZone(known) : { text: booked };
}

/** Set like the zones. */
let carriers: readonly ShopCarrier[] = [];

export function setShopCarriers(known: readonly ShopCarrier[] | undefined): void {
  carriers = known ?? [];
}

/** The address at which a parcel is tracked; undefined unless the carrier is one of the owner's. */
export function trackingUrlOf({
  carrier,
  tracking,
}: {
  carrier: string | null;
  tracking: string | null;
}): string | undefined {
  if (carrier === null || tracking === null || tracking.startsWith('https://')) return undefined;
  const name = carrier.trim().toLowerCase();
  const known = carriers.find((one) => one.name.toLowerCase() === name);
  return known?.trackingUrl.replaceAll('{number}', encodeURIComponent(tracking));
}
