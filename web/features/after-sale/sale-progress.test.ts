import { describe, expect, test } from 'vitest';
import type { Booking } from '#contract/bookings.ts';
import type { SaleAction, SaleViewer } from '#contract/sale-steps.ts';
import { disputeCauses, fulfilmentStates, returnStates } from '#contract/states.ts';
import { bookingSample, paidSample, receivedSample } from '../bookings/booking-samples.ts';
import { saleProgress } from './sale-progress.ts';

const now = new Date('2026-11-21T12:30:00.000Z');
const viewers: readonly SaleViewer[] = ['buyer', 'seller', 'admin'];

function progressOf(booking: Booking, viewer: SaleViewer, at = now) {
  const progress = saleProgress(booking, viewer, at);
  if (!progress) throw new Error('This booking has no sale');
  return progress;
}

function actionsOf(booking: Booking, at = now): Record<SaleViewer, readonly SaleAction[]> {
  const of = (viewer: SaleViewer) => progressOf(booking, viewer, at).present.actions;
  return { buyer: of('buyer'), seller: of('seller'), admin: of('admin') };
}

const sent = {
  state: 'sent',
  method: 'shipping',
  carrier: 'UPS',
  tracking: 'https://ups.test/1Z',
  sentAt: '2026-11-21T12:00:00.000Z',
  autoReceivedAt: '2026-12-05T12:00:00.000Z',
} as const;
const asked = { reason: 'A key sticks.', time: '2026-11-21T12:20:00.000Z' } as const;
const opened = {
  _id: '01900000-0000-7000-8000-00000000000d',
  openedAt: '2026-11-21T12:25:00.000Z',
} as const;

describe('the progress of a sale', () => {
  test('is told of no booking that was never paid', () => {
    expect(saleProgress(bookingSample(), 'buyer', now)).toBeNull();
    expect(saleProgress(bookingSample({ state: 'released' }), 'seller', now)).toBeNull();
  });

  test('has a title for every state, and only one side is asked to act', () => {
    const samples: Booking[] = [
      ...fulfilmentStates.map((state) => paidSample({ fulfilment: { state } })),
      ...returnStates.map((state) => receivedSample({ return: { ...asked, state } })),
      ...disputeCauses.map((cause) =>
        receivedSample({ dispute: { ...opened, cause, state: 'open' } }),
      ),
    ];
    for (const sample of samples) {
      const steps = viewers.map((viewer) => progressOf(sample, viewer).present);
      for (const { title, turn, actions } of steps) {
        expect(title).not.toBe('');
        if (turn === 'you') expect(actions.length).toBeGreaterThan(0);
      }
      const askedToAct = steps.filter(({ turn }) => turn === 'you');
      expect(askedToAct.length, JSON.stringify(sample.fulfilment)).toBeLessThanOrEqual(1);
    }
  });

  test('before the handover: the buyer shows a code, the seller enters it, sends or cancels', () => {
    const booking = paidSample();
    expect(actionsOf(booking)).toEqual({
      buyer: ['show-code', 'receive'],
      seller: ['hand-over', 'send', 'cancel'],
      admin: ['cancel'],
    });
    expect(progressOf(booking, 'seller').present).toMatchObject({
      turn: 'you',
      dates: [{ text: 'Bea Reed can cancel', when: 'from', at: booking.fulfilment?.cancelFrom }],
    });
    expect(progressOf(booking, 'buyer').present.turn).toEqual({ name: 'Ada Marsh' });
  });

  test('14 days later the buyer can cancel, to the minute', () => {
    const booking = paidSample();
    const from = booking.fulfilment?.cancelFrom ?? '';
    expect(actionsOf(booking, new Date(Date.parse(from) - 60_000)).buyer[0]).toBe('show-code');
    expect(actionsOf(booking, new Date(from)).buyer[0]).toBe('cancel');
    expect(progressOf(booking, 'buyer', new Date(from)).present.turn).toBe('you');
  });

  test('an admin acts for a side whose account was removed', () => {
    expect(actionsOf(paidSample({ sellerRemoved: true })).admin).toEqual([
      'hand-over',
      'send',
      'cancel',
    ]);
    expect(actionsOf(paidSample({ buyerRemoved: true })).admin).toEqual(['receive', 'cancel']);
    expect(actionsOf(receivedSample({ buyerRemoved: true })).admin).toEqual(['request-return']);
  });

  test('on its way: the buyer says that it is here or never came, until it counts as received', () => {
    const booking = paidSample({ fulfilment: sent });
    expect(actionsOf(booking)).toEqual({
      buyer: ['receive', 'not-received'],
      seller: [],
      admin: [],
    });
    const { present, past } = progressOf(booking, 'seller');
    expect(present.turn).toEqual({ name: 'Bea Reed' });
    expect(present.dates[0]).toMatchObject({ when: 'on', at: sent.autoReceivedAt });
    expect(past.at(-1)).toEqual({
      title: 'You sent it with UPS',
      at: sent.sentAt,
      quote: sent.tracking,
    });
  });

  test('received: it can be given back until the window ends, and not any more then', () => {
    const booking = receivedSample();
    expect(actionsOf(booking)).toEqual({ buyer: ['request-return'], seller: [], admin: [] });
    expect(progressOf(booking, 'buyer').present.dates).toEqual([
      { text: 'You can give it back', when: 'until', at: booking.returnUntil },
    ]);
    expect(actionsOf(booking, new Date(booking.returnUntil ?? '')).buyer).toEqual([]);
  });

  test('a return: the seller answers, the buyer gives back with the code of the seller', () => {
    const autoAcceptedAt = '2026-11-26T12:20:00.000Z';
    const requested = receivedSample({ return: { ...asked, state: 'requested', autoAcceptedAt } });
    expect(actionsOf(requested)).toEqual({
      buyer: [],
      seller: ['answer-return'],
      admin: ['answer-return'],
    });
    expect(progressOf(requested, 'seller').present.dates[0]).toMatchObject({ at: autoAcceptedAt });

    const accepted = receivedSample({
      return: {
        ...asked,
        state: 'accepted',
        place: 'Pier 3',
        decidedAt: '2026-11-21T12:25:00.000Z',
        giveBackBy: '2026-12-05T12:25:00.000Z',
      },
    });
    expect(actionsOf(accepted)).toEqual({
      buyer: ['give-back'],
      seller: ['show-return-code', 'confirm-return'],
      admin: ['confirm-return'],
    });
    expect(progressOf(accepted, 'buyer').present.text).toContain('Pier 3');
    expect(progressOf(accepted, 'buyer').past.at(-1)).toMatchObject({ quote: 'Pier 3' });
  });

  test('after a return that lapsed the sale stands, and nothing can be returned again', () => {
    const booking = receivedSample({
      return: { ...asked, state: 'lapsed', giveBackBy: '2026-11-21T12:29:00.000Z' },
    });
    expect(progressOf(booking, 'buyer').present).toMatchObject({
      title: 'It is yours',
      actions: [],
    });
    expect(progressOf(booking, 'buyer').past.at(-1)?.title).toBe('It was not given back in time');
  });

  test.each(disputeCauses)('an open dispute (%s) stops all dates', (cause) => {
    const booking = receivedSample({
      return: { ...asked, state: 'contested', contestReason: 'It was fine.' },
      dispute: { ...opened, cause, state: 'open' },
    });
    for (const viewer of viewers) expect(progressOf(booking, viewer).present.dates).toEqual([]);
    const isDecidedHere = cause !== 'chargeback';
    expect(actionsOf(booking).admin).toEqual(isDecidedHere ? ['decide', 'dispute'] : ['dispute']);
    expect(actionsOf(booking).buyer).toEqual(['dispute']);
  });

  test('the decision of a dispute is told with its reason', () => {
    const booking = receivedSample({
      fulfilment: { state: 'completed', completedAt: '2026-11-21T12:28:00.000Z' },
      dispute: {
        ...opened,
        cause: 'not-received',
        state: 'decided',
        decidedAt: '2026-11-21T12:28:00.000Z',
        refund: 40,
        goesBack: false,
        decisionReason: 'Half of it is missing.',
      },
    });
    const { past } = progressOf(booking, 'seller');
    expect(past.at(-1)?.title).toBe('The sale was completed');
    expect(past.at(-2)).toEqual({
      title: 'The shop decided: the buyer gets $40 back',
      at: '2026-11-21T12:28:00.000Z',
      quote: 'Half of it is missing.',
      action: 'dispute',
    });
  });

  test('a refund is told as under way until the card provider has made it', () => {
    const cancelled = paidSample({
      fulfilment: {
        state: 'cancelled',
        cancelledAt: '2026-11-21T12:20:00.000Z',
        cancelReason: 'It fell.',
      },
    });
    expect(progressOf(cancelled, 'buyer').present.text).toBe('$1,250.50 goes back to your card.');
    const refunded = { ...cancelled, state: 'returned' } as const;
    expect(progressOf(refunded, 'buyer').present.title).toBe('Cancelled and refunded');
    expect(progressOf(receivedSample({ state: 'returned' }), 'buyer').present.title).toBe(
      'Returned and refunded',
    );
  });

  test('what happened is in the order in which it happened', () => {
    const booking = receivedSample({
      return: { ...asked, state: 'requested' },
      dispute: { ...opened, cause: 'chargeback', state: 'open' },
    });
    const { past } = progressOf(booking, 'admin');
    expect(past.map(({ title }) => title)).toEqual([
      'Bea Reed booked it',
      'Bea Reed paid $1,250.50',
      'It was handed over',
      'Bea Reed asked to return it',
      'The bank of the buyer asked for the money back',
    ]);
  });
});
