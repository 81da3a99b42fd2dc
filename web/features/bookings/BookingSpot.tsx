import type { useBooking } from './booking.ts';

/** Where the booking modal of a page stands once somebody books. */
export function BookingSpot({ asked, Modal, close }: ReturnType<typeof useBooking>) {
  return asked && Modal ? <Modal key={asked._id} onClose={close} product={asked} /> : null;
}
