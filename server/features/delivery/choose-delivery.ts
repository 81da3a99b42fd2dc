import type { Booking } from '#contract/bookings/bookings.ts';
import type { ClosedZone, DeliveryChoice } from '#contract/delivery/delivery.ts';
import { bookedZoneName, findZone } from '#contract/delivery/shop-zones.ts';
import { toMinorUnits } from '#contract/money/currency.ts';
import { msg, type Text } from '#contract/text.ts';
import { Problem, type ProblemText } from '../../core/problem.ts';
import type { bookings } from '../../database/schema/sales.ts';
import type { Fragment } from '../../database/sql.ts';
import type { Tx } from '../../database/transaction.ts';
import { type BorderColumns, borderOfSale, closureOf } from './border-rules.ts';
import { rememberDeliveryAddress } from './delivery-address.ts';

/** What a buyer has chosen, as bookings and offers store it. */
export type StoredDelivery = Pick<
  typeof bookings.$inferSelect,
  'deliveryMethod' | 'zoneId' | 'zoneName' | 'shippingCents'
>;

export function chosenDeliveryFrom({
  deliveryMethod: method,
  zoneId,
  zoneName,
}: Omit<StoredDelivery, 'shippingCents'>): Booking['delivery'] {
  if (method === null) return undefined;
  return { method, zone: zoneId ?? undefined, zoneName: zoneName ?? undefined };
}

/** What a seller offers of it: read with `offeredDelivery`. */
export interface OfferedDelivery extends BorderColumns {
  pickup: boolean;
  /** What sending it to the chosen zone costs; null when it is not sent there. */
  zoneCents: number | null;
}

/** The columns of `OfferedDelivery`, from `products`. */
export function offeredDelivery(tx: Tx, choice: DeliveryChoice | undefined): Fragment {
  return tx.sql`pickup, kind, country, materials, gets_permit as "getsPermit", (
    select d.price_cents from shipping_prices d
    where d.product_id = products.id and d.zone_id = ${choice?.zone ?? null}::text
  ) as "zoneCents"`;
}

/**
 * What a buyer's choice means for the sale. Without one nothing is said and shipping costs nothing, as in the specification: it
 * is picked up, which the seller has to offer.
 * @throws Problem bad-input for a zone that the shop does not have, and for none where it is only shipped; conflict for what the seller does not offer, and when
 *   sending does not cost what the buyer has seen
 */
export function chooseDelivery(
  offered: OfferedDelivery,
  choice: DeliveryChoice | undefined,
): StoredDelivery {
  if (!choice) {
    if (!offered.pickup) {
      throw refused('zone', msg`The seller only ships it. Choose a zone.`, 'bad-input');
    }
    return { deliveryMethod: null, zoneId: null, zoneName: null, shippingCents: 0 };
  }
  if (choice.zone === undefined) {
    if (!offered.pickup) throw refused('pickup', msg`The seller ships it; it cannot be picked up`);
    return { deliveryMethod: 'pickup', zoneId: null, zoneName: null, shippingCents: 0 };
  }
  const zone = findZone(choice.zone);
  if (!zone) throw refused('zone', msg`The shop has no such zone`, 'bad-input');
  const { zoneCents } = offered;
  if (zoneCents === null) throw refused('zone', msg`The seller does not ship it there`);
  if (choice.shipping !== undefined && toMinorUnits(choice.shipping) !== zoneCents) {
    throw refused('shipping', msg`The price of shipping has changed. Please look again.`);
  }
  const closure = closureOf(offered, zone);
  if (closure && !closure.countries) throw refused('zone', closedText[closure.reason]);
  const zoneName = bookedZoneName(zone);
  return { deliveryMethod: 'shipping', zoneId: zone.id, zoneName, shippingCents: zoneCents };
}

/** Why an instrument is not sent across a border. */
const closedText: Record<ClosedZone['reason'], Text> = {
  permit: msg`It has a material that needs a permit to be sold abroad, so it is not shipped there`,
  unknown: msg`The seller does not know whether it has a protected material, so it is not shipped abroad`,
  'not-said': msg`The seller has not said whether it has a protected material, so it is not shipped abroad`,
};

/**
 * What sending a product to the buyer's remembered address means: from where, and for which materials its seller needs a permit.
 * @throws Problem bad-input for an address outside of the zone; conflict where its materials keep it from being sent there
 */
export async function requireOpenBorder(
  tx: Tx,
  product: BorderColumns,
  { buyerId, zoneId }: { buyerId: string; zoneId: string },
): Promise<Pick<typeof bookings.$inferSelect, 'shipsFrom' | 'permitFor'>> {
  const [address] = await tx.sql<{ country: string; postcode: string | null }[]>`
    select country, postcode from delivery_addresses where user_id = ${buyerId}`;
  const { country = '', postcode = null } = address ?? {};
  const zone = findZone(zoneId);
  if (zone?.countries && address && !zone.countries.includes(country)) {
    throw refused(
      'address.country',
      msg`The zone does not have this country. Choose another zone.`,
      'bad-input',
    );
  }
  const place = { country, postcode: postcode ?? undefined };
  const { closed, ...border } = borderOfSale(product, { zoneId, address: place });
  if (closed) throw refused('address.country', closedText[closed]);
  return border;
}

function refused(
  field: keyof DeliveryChoice | 'address.country',
  message: ProblemText,
  code: 'bad-input' | 'conflict' = 'conflict',
): Problem {
  return new Problem(code, message, { errors: [{ field: `delivery.${field}`, message }] });
}

/**
 * Remembers the address that came with a choice. The caller has locked the buyer.
 * @throws Problem bad-input when something is to be sent and no address is known
 */
export async function requireAddress(
  tx: Tx,
  buyerId: string,
  choice: DeliveryChoice | undefined,
  at: Date,
): Promise<void> {
  if (choice?.zone === undefined) return;
  if (choice.address) {
    await rememberDeliveryAddress(tx, buyerId, choice.address, at);
    return;
  }
  const known = await tx.sql`select from delivery_addresses where user_id = ${buyerId}`;
  if (known.length === 0) throw refused('address', msg`Enter the address`, 'bad-input');
}

/** Gives a booking that is sent the buyer's remembered address, where there is one. */
export function copyAddress(tx: Tx, bookingId: string, at: Date): void {
  tx.write`
    insert into booking_addresses (booking_id, name, lines, postcode, city, region, country, changed_at)
    select b.id, a.name, a.lines, a.postcode, a.city, a.region, a.country, ${at}
    from bookings b join delivery_addresses a on a.user_id = b.buyer_id
    where b.id = ${bookingId} and b.delivery_method = 'shipping'
    on conflict (booking_id) do update set name = excluded.name, lines = excluded.lines,
      postcode = excluded.postcode, city = excluded.city, region = excluded.region,
      country = excluded.country, changed_at = excluded.changed_at`;
}
