import type { DeliveryAddress } from '#contract/delivery/delivery.ts';
import { msg, type Text } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import type { BorderColumns } from '../delivery/border-rules.ts';
import { copyAddress, requireOpenBorder } from '../delivery/choose-delivery.ts';
import { rememberDeliveryAddress } from '../delivery/delivery-address.ts';
import { bookingNotFound, type LockedSale, lockSale } from './lock-sale.ts';

/**
 * Says the number at which the seller reaches the buyer, until it is paid.
 * @throws Problem not-signed-in when the buyer was removed; not-found when the booking is not theirs; conflict when it is paid or
 *   has ended
 */
export async function changeBookingPhone(
  tx: Tx,
  buyerId: string,
  { bookingId, phone }: { bookingId: string; phone: string },
  at: Date,
): Promise<void> {
  const { booking } = await lockSale(tx, { bookingId, actorId: buyerId });
  if (booking.buyerId !== buyerId) throw bookingNotFound();
  requireHeld(booking, msg`The number can be changed until the booking is paid or ends`, at);
  tx.write`update bookings set phone = ${phone} where id = ${bookingId}`;
}

function requireHeld(
  { state, holdExpiresAt }: LockedSale['booking'],
  refusal: Text,
  at: Date,
): void {
  if (state !== 'held' || holdExpiresAt <= at) throw new Problem('conflict', refusal);
}

/**
 * Says where a booked product is sent, until it is paid: what its seller has read does not change any more. The buyer's next
 * bookings have the address too.
 * @throws Problem not-signed-in when the buyer was removed; not-found when the booking is not theirs; conflict when nothing
 *   is sent, and when it is paid or has ended
 */
export async function changeBookingAddress(
  tx: Tx,
  buyerId: string,
  { bookingId, address }: { bookingId: string; address: DeliveryAddress },
  at: Date,
): Promise<void> {
  const { booking } = await lockSale(tx, { bookingId, actorId: buyerId });
  if (booking.buyerId !== buyerId) throw bookingNotFound();
  if (booking.deliveryMethod !== 'shipping') {
    throw new Problem('conflict', msg`Nothing is shipped for this booking`);
  }
  requireHeld(booking, msg`The address can be changed until the booking is paid or ends`, at);
  await rememberDeliveryAddress(tx, buyerId, address, at);
  const [product] = await tx.sql<(BorderColumns & { zoneId: string })[]>`
    select kind, country, materials, gets_permit as "getsPermit",
      (select zone_id from bookings where id = ${bookingId}) as "zoneId"
    from products where id = ${booking.productId}`;
  if (!product) throw bookingNotFound();
  const { zoneId } = product;
  const { shipsFrom, permitFor } = await requireOpenBorder(tx, product, { buyerId, zoneId });
  tx.write`
    update bookings set ships_from = ${shipsFrom}, permit_for = ${permitFor}
    where id = ${bookingId}`;
  // Our page writes the city as the place, and lists show it; without an address it was the zone.
  tx.write`
    update bookings b set location = ${address.city}
    where b.id = ${bookingId} and b.location = coalesce(
      (select a.city from booking_addresses a where a.booking_id = b.id), b.zone_name)`;
  copyAddress(tx, bookingId, at);
}
