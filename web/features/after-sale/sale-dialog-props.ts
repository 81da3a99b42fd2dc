import type { SaleViewer } from '#contract/after-sale/sale-step-types.ts';
import type { Booking } from '#contract/bookings/bookings.ts';

/** What a dialog about a sale is given. */
export interface SaleDialogProps {
  booking: Booking;
  viewer: SaleViewer;
  onClose: () => void;
  /** The server has done it. */
  onDone: () => void;
}
