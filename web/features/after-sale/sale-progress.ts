import type { Booking } from '#contract/bookings.ts';
import type { SaleStep, SaleViewer } from '#contract/sale-steps.ts';
import { presentStep } from './present-step.ts';
import { type SaleEvent, saleEvents } from './sale-events.ts';

export interface SaleProgress {
  /** What happened, oldest first. */
  past: readonly SaleEvent[];
  present: SaleStep;
}

/** The timeline of a paid sale for one viewer at this moment; null for a booking that was never paid. */
export function saleProgress(booking: Booking, viewer: SaleViewer, now: Date): SaleProgress | null {
  if (booking.state === 'held' || booking.state === 'released') return null;
  return { past: saleEvents(booking, viewer), present: presentStep(booking, viewer, now) };
}
