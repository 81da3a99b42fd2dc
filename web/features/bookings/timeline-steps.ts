import type { Booking } from '#contract/bookings.ts';

/** A step on the way of a booking, in a word or two. */
export interface TimelineStep {
  label: string;
  state: 'done' | 'present' | 'ahead';
  /** When it was done. */
  at?: string | undefined;
}

/**
 * The way of a booking from the hold to the end of the sale: what is done, the present step and what follows. Each step
 * leads to the next as things are now; a return or a dispute takes the place of what it replaces.
 * @param isOpen for an unpaid booking: whether its hold still runs
 */
export function timelineSteps(booking: Booking, isOpen: boolean, now: Date): TimelineStep[] {
  const booked = done('Booked', booking.time);
  if (booking.state === 'held' && isOpen) {
    return [booked, present('Payment'), ahead('Handover'), ...windowAhead];
  }
  if (booking.state === 'held' || booking.state === 'released') {
    return [booked, { ...present('Hold ended'), at: booking.releasedAt }];
  }
  return [booked, done('Paid', booking.paidAt), ...afterPayment(booking, now)];
}

const windowAhead = [ahead('Return window'), ahead('Completed')];

function afterPayment(booking: Booking, now: Date): TimelineStep[] {
  const { fulfilment, dispute } = booking;
  if (fulfilment?.state === 'cancelled') {
    return [done('Cancelled', fulfilment.cancelledAt), refund(booking)];
  }
  const delivered = deliverySteps(booking);
  if (dispute?.state === 'open') return [...delivered, present('Dispute'), ahead('Decided')];
  return returnSteps(booking, delivered) ?? ordinarySteps(booking, delivered, now);
}

/** What has happened to the instrument so far. */
function deliverySteps({ fulfilment }: Booking): TimelineStep[] {
  const { method, sentAt, receivedAt } = fulfilment ?? {};
  return [
    ...(sentAt ? [done('Sent', sentAt)] : []),
    ...(receivedAt ? [done(method === 'meeting' ? 'Handed over' : 'Received', receivedAt)] : []),
  ];
}

/** Null when nothing goes back. */
function returnSteps(booking: Booking, delivered: TimelineStep[]): TimelineStep[] | null {
  const { return: asked, dispute, fulfilment } = booking;
  if (asked?.state === 'requested' || asked?.state === 'accepted') {
    return [...delivered, present('Return'), ahead('Refund')];
  }
  if (asked?.state === 'given-back' || asked?.state === 'refunded') {
    const label = asked.buyerKeepsIt ? 'Settled' : 'Given back';
    return [...delivered, done(label, asked.givenBackAt ?? asked.decidedAt), refund(booking)];
  }
  if (fulfilment?.state !== 'returned' && booking.state !== 'returned') return null;
  return [...delivered, done('Decided', dispute?.decidedAt), refund(booking)];
}

function refund({ state, refund }: Booking): TimelineStep {
  return state === 'returned' ? done('Refunded', refund?.time) : present('Refund');
}

function ordinarySteps(
  { fulfilment, return: asked, returnUntil }: Booking,
  delivered: TimelineStep[],
  now: Date,
): TimelineStep[] {
  const isOver = asked !== undefined || !returnUntil || Date.parse(returnUntil) <= now.getTime();
  switch (fulfilment?.state) {
    case 'completed':
      return [...delivered, done('Completed', fulfilment.completedAt)];
    case 'received':
      return isOver
        ? [...delivered, done('Return window', undefined), present('Completed')]
        : [...delivered, present('Return window'), ahead('Completed')];
    case 'sent':
      return [...delivered, present('Arrival'), ...windowAhead];
    default:
      return [present('Handover'), ...windowAhead];
  }
}

function done(label: string, at: string | undefined): TimelineStep {
  return { label, state: 'done', at };
}

function present(label: string): TimelineStep {
  return { label, state: 'present' };
}

function ahead(label: string): TimelineStep {
  return { label, state: 'ahead' };
}
