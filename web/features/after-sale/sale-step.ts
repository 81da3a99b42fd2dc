import type { Booking } from '#contract/bookings.ts';
import type { SaleDate, SaleViewer } from '#contract/sale-steps.ts';

/** What a dialog about a sale is given. */
export interface SaleDialogProps {
  booking: Booking;
  viewer: SaleViewer;
  onClose: () => void;
  /** The server has done it. */
  onDone: () => void;
}

/** One date, or none when it is not known. */
export function dated(
  text: string,
  when: SaleDate['when'],
  at: string | undefined,
): readonly SaleDate[] {
  return at === undefined ? [] : [{ text, when, at }];
}
