import type { Booking } from '#contract/bookings.ts';
import type { SaleViewer } from '#contract/sale-step-types.ts';

/** What a dialog about a sale is given. */
export interface SaleDialogProps {
  booking: Booking;
  viewer: SaleViewer;
  onClose: () => void;
  /** The server has done it. */
  onDone: () => void;
}
