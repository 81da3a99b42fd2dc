import type { useBooking } from './use-booking.ts';

/** Where a page renders its booking modal. */
export function BookingModalSlot({ asked, Modal, close }: ReturnType<typeof useBooking>) {
  return asked && Modal ? <Modal key={asked._id} onClose={close} product={asked} /> : null;
}
