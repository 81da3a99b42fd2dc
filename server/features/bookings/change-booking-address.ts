import type { DeliveryAddress } from '#contract/delivery/delivery.ts';
import { msg } from '#contract/text.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import { copyAddress } from '../delivery/choose-delivery.ts';
import { rememberDeliveryAddress } from '../delivery/delivery-address.ts';
import { bookingNotFound, lockSale } from './lock-sale.ts';

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
  if (booking.state !== 'held' || booking.holdExpiresAt <= at) {
    throw new Problem(
      'conflict',
      msg`The address can be changed until the booking is paid or ends`,
    );
  }
  await rememberDeliveryAddress(tx, buyerId, address, at);
  // Our page writes the city as the place, and lists show it.
  tx.write`
    update bookings b set location = ${address.city} from booking_addresses a
    where b.id = ${bookingId} and a.booking_id = b.id and b.location = a.city`;
  copyAddress(tx, bookingId, at);
}
