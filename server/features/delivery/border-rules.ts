import { crossedBorders, type Place, shopCountry } from '#contract/delivery/customs-areas.ts';
import type { ClosedZone, ListingDelivery } from '#contract/delivery/delivery.ts';
import { findZone, type ShopZone, shopZones } from '#contract/delivery/shop-zones.ts';
import { builtInInstruments } from '#contract/instruments/kinds.ts';
import { kindWithId, shopInstruments } from '#contract/instruments/shop-instruments.ts';
import { perShop } from '#contract/shop/per-shop.ts';
import { msg } from '#contract/text.ts';
import type { products } from '../../database/schema/sales.ts';

/** What of a listing says where it may be sent. */
export type BorderColumns = Pick<
  typeof products.$inferSelect,
  'kind' | 'country' | 'materials' | 'getsPermit'
>;

const { materials: known } = builtInInstruments;

/** The materials that need a permit to be sold abroad. */
export const permitMaterials = Object.entries(known)
  .filter(
    ([, { crossBorderSale: rule }]) => rule === 'permit' || rule === 'forbidden-without-papers',
  )
  .map(([id]) => id);
/** The answers that say that it may have such a material. */
export const unknownMaterials = [
  'unknown',
  ...Object.keys(known).filter((id) => known[id]?.crossBorderSale === 'ask'),
];
/** The kinds whose sellers are asked: those that may have a material which is not free to be sold abroad. */
export const kindsAtRisk = perShop((): readonly string[] => {
  const { kinds, hiddenKinds } = shopInstruments();
  return [...kinds, ...hiddenKinds]
    .filter(({ materials = [] }) =>
      materials.some((id) => permitMaterials.includes(id) || unknownMaterials.includes(id)),
    )
    .map(({ kind }) => kind);
});

/** The materials that need papers at home as well. */
export const needsPapers = (materials: readonly string[] | null | undefined): boolean =>
  (materials ?? []).some((id) => known[id]?.domesticSale === 'papers');

/** The materials for which a permit is needed abroad; undefined where it is not known whether it has one. */
function permitsOf({ materials, kind }: BorderColumns): readonly string[] | 'unknown' | 'not-said' {
  if (materials === null) {
    const isAsked = kind !== null && kindWithId(kind) !== undefined && kindsAtRisk().includes(kind);
    return isAsked ? 'not-said' : [];
  }
  if (materials.some((id) => unknownMaterials.includes(id))) return 'unknown';
  return materials.filter((id) => permitMaterials.includes(id));
}

/** Why a product is not sent across a border; undefined where it may be. */
function closedFor(product: BorderColumns): ClosedZone['reason'] | undefined {
  const permits = permitsOf(product);
  if (typeof permits === 'string') return permits;
  return permits.length === 0 || product.getsPermit ? undefined : 'permit';
}

const originOf = ({ country }: BorderColumns) => country ?? shopCountry();

function needsPapersTo(product: BorderColumns, to: Place): boolean {
  const country = originOf(product);
  return country === undefined || crossedBorders({ country }, to).papers;
}

/**
 * Why a zone is closed for a product, or some of its countries are. A zone that names no countries counts as abroad. Where
 * nothing was said of the materials it stays open as before, and so does every zone while it is not known where the product is.
 */
export function closureOf(
  product: BorderColumns,
  { countries }: ShopZone,
): Omit<ClosedZone, 'price'> | undefined {
  const reason = closedFor(product);
  if (reason === undefined) return undefined;
  const isAsBefore = !countries || originOf(product) === undefined;
  if (reason === 'not-said' && isAsBefore) return undefined;
  if (!countries) return { reason };
  const closed = countries.filter((country) => needsPapersTo(product, { country }));
  if (closed.length === 0) return undefined;
  return closed.length === countries.length ? { reason } : { reason, countries: closed };
}

/** The zones of a listing as buyers see them: those to which its materials keep it from being sent are closed. */
export function withBorders(delivery: ListingDelivery, product: BorderColumns): ListingDelivery {
  if (!delivery.shipping) return delivery;
  const shipping: Record<string, number> = {};
  const closed: Record<string, ClosedZone> = {};
  for (const zone of shopZones()) {
    const price = delivery.shipping[zone.id];
    if (price === undefined) continue;
    const closure = closureOf(product, zone);
    if (closure) closed[zone.id] = { ...closure, price };
    if (!closure || closure.countries) shipping[zone.id] = price;
  }
  return { ...delivery, shipping, ...(Object.keys(closed).length > 0 && { closed }) };
}

/** Whether nobody can get a product: it cannot be picked up, and all zones to which it is sent are closed. */
export function isOutOfReach(
  { pickup, zoneIds }: { pickup: boolean; zoneIds: readonly string[] },
  product: BorderColumns,
): boolean {
  if (pickup) return false;
  return zoneIds.every((id) => {
    const zone = findZone(id);
    const closure = zone && closureOf(product, zone);
    return closure !== undefined && closure.countries === undefined;
  });
}

export const noWayToGetIt = {
  field: 'delivery.pickup',
  message: msg`Its materials keep it from being shipped to these zones. Offer pickup too.`,
};

/** What a sale to an address of a zone means. */
export interface BorderOfSale {
  /** From where it is sent; null where nobody has said it. */
  shipsFrom: string | null;
  /** The materials for which its seller gets a permit before it is sent; null: none. */
  permitFor: string[] | null;
  /** Why it may not be sent there. */
  closed?: ClosedZone['reason'];
}

export function borderOfSale(
  product: BorderColumns,
  { zoneId, address }: { zoneId: string; address: Place },
): BorderOfSale {
  const shipsFrom = originOf(product) ?? null;
  const closure = closureOf(product, findZone(zoneId) ?? { id: zoneId });
  const isAbroad = needsPapersTo(product, address);
  if (closure && (!closure.countries || isAbroad)) {
    return { shipsFrom, permitFor: null, closed: closure.reason };
  }
  const permits = permitsOf(product);
  const permitFor =
    isAbroad && typeof permits !== 'string' && permits.length > 0 ? [...permits] : null;
  return { shipsFrom, permitFor };
}

/** The price of shipping to a closed zone, for feeds: in which countries of a zone it holds. */
export function openCountries(product: BorderColumns, zone: ShopZone): readonly string[] {
  const closure = closureOf(product, zone);
  if (!closure) return zone.countries ?? [];
  return closure.countries
    ? (zone.countries ?? []).filter((country) => !closure.countries?.includes(country))
    : [];
}
