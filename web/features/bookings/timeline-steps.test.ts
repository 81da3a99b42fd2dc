import { describe, expect, test } from 'vitest';
import type { Booking } from '#contract/bookings.ts';
import { disputeCauses, fulfilmentStates, returnStates } from '#contract/states.ts';
import { bookingSample, paidSample, receivedSample } from './booking-samples.ts';
import { timelineSteps } from './timeline-steps.ts';

const now = new Date('2026-11-21T12:30:00.000Z');
const marks = { done: '+', present: '>', ahead: '' } as const;

/** The labels, with `+` before what is done and `>` before the present step. */
function stepsOf(booking: Booking, isOpen = true): string {
  return timelineSteps(booking, isOpen, now)
    .map(({ label, state }) => `${marks[state]}${label}`)
    .join(', ');
}

const time = '2026-11-21T12:20:00.000Z';

describe('the steps of a booking', () => {
  test('lead from the hold over the payment and the handover to the end', () => {
    expect(stepsOf(bookingSample())).toBe('+Booked, >Payment, Handover, Return window, Completed');
    expect(stepsOf(paidSample())).toBe('+Booked, +Paid, >Handover, Return window, Completed');
    expect(stepsOf(receivedSample())).toBe(
      '+Booked, +Paid, +Handed over, >Return window, Completed',
    );
    const { fulfilment } = receivedSample();
    const completed = { ...fulfilment, state: 'completed', completedAt: time } as const;
    expect(stepsOf(receivedSample({ fulfilment: completed }))).toBe(
      '+Booked, +Paid, +Handed over, +Completed',
    );
  });

  test('of a parcel are sent and received', () => {
    const sent = { state: 'sent', method: 'shipping', sentAt: time } as const;
    expect(stepsOf(paidSample({ fulfilment: sent }))).toBe(
      '+Booked, +Paid, +Sent, >Arrival, Return window, Completed',
    );
    const received = { ...sent, state: 'received', receivedAt: time } as const;
    expect(stepsOf(receivedSample({ fulfilment: received }))).toContain(
      '+Sent, +Received, >Return',
    );
  });

  test('end where the hold has ended', () => {
    expect(stepsOf(bookingSample(), false)).toBe('+Booked, >Hold ended');
    expect(stepsOf(bookingSample({ state: 'released' }))).toBe('+Booked, >Hold ended');
  });

  test('of a return, a cancelled sale and a dispute take the place of what they replace', () => {
    const asked = { reason: 'A key sticks.', time } as const;
    expect(stepsOf(receivedSample({ return: { ...asked, state: 'requested' } }))).toBe(
      '+Booked, +Paid, +Handed over, >Return, Refund',
    );
    const refunded = receivedSample({ state: 'returned', return: { ...asked, state: 'refunded' } });
    expect(stepsOf(refunded)).toBe('+Booked, +Paid, +Handed over, +Given back, +Refunded');
    const cancelled = paidSample({ fulfilment: { state: 'cancelled', cancelledAt: time } });
    expect(stepsOf(cancelled)).toBe('+Booked, +Paid, +Cancelled, >Refund');
    const dispute = { _id: 'd', cause: 'not-received', state: 'open', openedAt: time } as const;
    const sent = { state: 'sent', sentAt: time } as const;
    expect(stepsOf(paidSample({ fulfilment: sent, dispute }))).toBe(
      '+Booked, +Paid, +Sent, >Dispute, Decided',
    );
  });

  test('have at most one present step, after what is done, and no step twice', () => {
    const samples: Booking[] = [
      ...fulfilmentStates.map((state) => paidSample({ fulfilment: { state } })),
      ...returnStates.map((state) =>
        receivedSample({ return: { reason: 'A key sticks.', time, state } }),
      ),
      ...disputeCauses.map((cause) =>
        receivedSample({ dispute: { _id: 'd', cause, state: 'open', openedAt: time } }),
      ),
    ];
    for (const sample of samples) {
      const steps = timelineSteps(sample, true, now);
      expect(steps.map(({ state }) => state).join(' ')).toMatch(
        /^(done ?)+(present ?)?(ahead ?)*$/,
      );
      expect(new Set(steps.map(({ label }) => label)).size).toBe(steps.length);
    }
  });
});
