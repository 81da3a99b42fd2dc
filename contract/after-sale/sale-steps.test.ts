import { describe, expect, test } from 'vitest';
import { bookingSample, paidSample, receivedSample } from '#contract/bookings/booking-samples.ts';
import type { Booking } from '#contract/bookings/bookings.ts';
import { bookingTaskKinds } from '#contract/overview/tasks.ts';
import { saleEvents } from './sale-events.ts';
import {
  type SaleAction,
  type SaleStepName,
  type SaleViewer,
  saleStepNames,
} from './sale-step-types.ts';
import { cardSteps, saleGroup, saleStep, saleTask, saleTaskText } from './sale-steps.ts';

const now = new Date('2026-11-21T12:30:00.000Z');
const viewers = ['buyer', 'seller', 'admin'] as const satisfies readonly SaleViewer[];

const sent = {
  state: 'sent',
  method: 'shipping',
  carrier: 'UPS',
  tracking: 'https://ups.test/1Z',
  sentAt: '2026-11-21T12:00:00.000Z',
  autoReceivedAt: '2026-12-05T12:00:00.000Z',
} as const;
const shipped = { method: 'shipping', zone: 'eu', zoneName: 'EU' } as const;
const permitDue = '2027-01-20T11:00:00.000Z';
const awaiting = { state: 'awaiting', cancelFrom: '2026-12-05T11:00:00.000Z' } as const;
const askedToCancel = {
  state: 'awaiting',
  cancelFrom: '2026-12-05T11:00:00.000Z',
  cancellationRequest: { reason: 'I found another.', time: '2026-11-21T12:10:00.000Z' },
} as const;
const asked = { reason: 'A key sticks.', time: '2026-11-21T12:20:00.000Z' } as const;
const dispute = {
  _id: '01900000-0000-7000-8000-00000000000d',
  state: 'open',
  reason: 'The tracking stands still.',
  openedAt: '2026-11-21T12:25:00.000Z',
} as const;
const at = '2026-11-21T12:28:00.000Z';
const decidedDispute = {
  ...dispute,
  cause: 'return-contested',
  state: 'decided',
  decidedAt: at,
  refund: 40,
  goesBack: false,
} as const;
const cancelled = { state: 'cancelled', cancelledAt: at, cancelReason: 'It fell.' } as const;
const refund = { amount: 1250.5, state: 'refunded', time: '2026-11-21T12:29:00.000Z' } as const;
const givenBack = { ...asked, state: 'given-back', givenBackAt: at } as const;
const sentBack = { time: at, carrier: 'Royal Mail' };
const disputedFrom = '2026-11-28T12:25:00.000Z';
const received = receivedSample().fulfilment;

interface Expected {
  booking: Booking;
  /** What each viewer can do. */
  actions: Record<SaleViewer, readonly SaleAction[]>;
  /** Who is asked to act. */
  turn: readonly SaleViewer[];
  /** The date in the eyes of the buyer. */
  date?: string;
  /** The line of a card, with `+` before what is done and `>` before the present step. */
  card: string;
}

const nothing = { buyer: [], seller: [], admin: [] };
const toDispute = {
  buyer: ['dispute'],
  seller: ['dispute'],
  admin: ['decide', 'dispute'],
} as const;

const expected: Record<SaleStepName, Expected> = {
  held: {
    booking: bookingSample(),
    actions: nothing,
    turn: ['buyer'],
    date: 'Held until 2026-11-22T12:00:00.000Z',
    card: '+Booked, >Payment, Handover, Final',
  },
  'hold-ended': {
    booking: bookingSample({ state: 'released' }),
    actions: nothing,
    turn: [],
    card: '+Booked, >Hold ended',
  },
  handover: {
    booking: paidSample(),
    actions: {
      buyer: ['show-code', 'receive', 'request-cancellation'],
      seller: ['hand-over', 'send', 'cancel'],
      admin: ['cancel'],
    },
    turn: ['seller'],
    date: 'You can cancel from 2026-12-05T11:00:00.000Z',
    card: '+Paid, >Handover, Final',
  },
  'cancellation-requested': {
    booking: paidSample({ fulfilment: askedToCancel }),
    actions: {
      buyer: ['show-code', 'receive'],
      seller: ['answer-cancellation', 'hand-over', 'send'],
      admin: ['cancel'],
    },
    turn: ['seller'],
    date: 'You can cancel from 2026-12-05T11:00:00.000Z',
    card: '+Paid, >Handover, Final',
  },
  'handover-late': {
    booking: paidSample({ fulfilment: { state: 'awaiting', cancelFrom: now.toISOString() } }),
    actions: {
      buyer: ['cancel', 'show-code', 'receive'],
      seller: ['hand-over', 'send', 'cancel'],
      admin: ['cancel'],
    },
    turn: ['buyer', 'seller'],
    card: '+Paid, >Handover, Final',
  },
  permit: {
    booking: paidSample({
      delivery: shipped,
      permit: { materials: ['pernambuco'], dueAt: permitDue },
    }),
    actions: {
      buyer: ['meet', 'request-cancellation'],
      seller: ['give-permit', 'meet', 'permit-refused', 'cancel'],
      admin: ['cancel'],
    },
    turn: ['seller'],
    date: `Without the number the sale is cancelled on ${permitDue}`,
    card: '+Paid, >Permit, Sent, Arrived, Final',
  },
  'to-send': {
    booking: paidSample({ delivery: shipped }),
    actions: {
      buyer: ['meet', 'receive', 'request-cancellation'],
      seller: ['send', 'meet', 'cancel'],
      admin: ['cancel'],
    },
    turn: ['seller'],
    date: 'Ada Marsh sends it by 2026-12-05T11:00:00.000Z',
    card: '+Paid, >Sent, Arrived, Final',
  },
  'to-send-late': {
    booking: paidSample({
      delivery: shipped,
      fulfilment: { state: 'awaiting', cancelFrom: now.toISOString() },
    }),
    actions: {
      buyer: ['cancel', 'meet', 'receive'],
      seller: ['send', 'meet', 'cancel'],
      admin: ['cancel'],
    },
    turn: ['buyer', 'seller'],
    card: '+Paid, >Sent, Arrived, Final',
  },
  'buyer-would-meet': {
    booking: paidSample({
      delivery: shipped,
      fulfilment: { ...awaiting, meeting: { askedBy: 'buyer', time: at } },
    }),
    actions: {
      buyer: ['keep-sending', 'receive', 'request-cancellation'],
      seller: ['answer-meeting', 'send', 'cancel'],
      admin: ['cancel'],
    },
    turn: ['seller'],
    date: 'Ada Marsh sends it by 2026-12-05T11:00:00.000Z',
    card: '+Paid, >Sent, Arrived, Final',
  },
  'seller-would-meet': {
    booking: paidSample({
      delivery: shipped,
      fulfilment: { ...awaiting, meeting: { askedBy: 'seller', time: at } },
    }),
    actions: {
      buyer: ['answer-meeting', 'receive', 'request-cancellation'],
      seller: ['send', 'keep-sending', 'cancel'],
      admin: ['cancel'],
    },
    turn: ['buyer', 'seller'],
    date: 'Ada Marsh sends it by 2026-12-05T11:00:00.000Z',
    card: '+Paid, >Sent, Arrived, Final',
  },
  sent: {
    booking: paidSample({ fulfilment: sent }),
    actions: { ...nothing, buyer: ['receive', 'not-received'] },
    turn: ['buyer'],
    date: 'It counts as received on 2026-12-05T12:00:00.000Z',
    card: '+Paid, +Sent, >Arrived, Final',
  },
  'return-window': {
    booking: receivedSample(),
    actions: { ...nothing, buyer: ['approve', 'request-return', 'not-as-described'] },
    turn: [],
    date: 'Return it by 2026-11-24T12:00:00.000Z',
    card: '+Paid, +Handed over, >Final',
  },
  'return-window-over': {
    booking: receivedSample({ returnUntil: now.toISOString() }),
    actions: nothing,
    turn: [],
    card: '+Paid, +Handed over, >Final',
  },
  completed: {
    booking: receivedSample({ fulfilment: { state: 'completed', completedAt: at } }),
    actions: nothing,
    turn: [],
    card: '+Paid, +Final',
  },
  'return-lapsed': {
    booking: receivedSample({
      fulfilment: { ...received, state: 'completed', completedAt: at },
      return: { ...asked, state: 'lapsed', giveBackBy: '2026-11-21T12:26:00.000Z' },
    }),
    actions: nothing,
    turn: [],
    card: '+Paid, +Handed over, +Final',
  },
  'dispute-decided': {
    booking: receivedSample({
      fulfilment: { ...received, state: 'completed', completedAt: at },
      return: { ...asked, state: 'lapsed', contestReason: 'It was fine.' },
      dispute: decidedDispute,
    }),
    actions: nothing,
    turn: [],
    card: '+Paid, +Handed over, +Final',
  },
  'return-requested': {
    booking: receivedSample({
      return: { ...asked, state: 'requested', autoAcceptedAt: '2026-11-26T12:20:00.000Z' },
    }),
    actions: { buyer: [], seller: ['answer-return'], admin: ['answer-return'] },
    turn: ['seller'],
    date: 'Without an answer it counts as accepted on 2026-11-26T12:20:00.000Z',
    card: '+Paid, +Handed over, >Return, Refund',
  },
  'return-without-place': {
    booking: receivedSample({
      return: { ...asked, state: 'accepted', decidedAt: at, disputedFrom },
    }),
    actions: {
      buyer: ['give-back', 'send-back'],
      seller: ['say-place', 'show-return-code', 'confirm-return'],
      admin: ['say-place', 'confirm-return'],
    },
    turn: ['seller'],
    date: `Without an answer the shop decides from ${disputedFrom}`,
    card: '+Paid, +Handed over, >Return, Refund',
  },
  'return-sent-back': {
    booking: receivedSample({
      return: {
        ...asked,
        state: 'accepted',
        place: 'Pier 3',
        decidedAt: at,
        sentBack,
        disputedFrom,
      },
    }),
    actions: {
      buyer: ['give-back'],
      seller: ['confirm-return', 'show-return-code'],
      admin: ['confirm-return'],
    },
    turn: ['seller'],
    date: `Without an answer the shop decides from ${disputedFrom}`,
    card: '+Paid, +Handed over, +Sent back, >Return, Refund',
  },
  'return-not-given-back': {
    booking: receivedSample({
      return: {
        ...asked,
        state: 'lapsed',
        place: 'Pier 3',
        decidedAt: at,
        giveBackBy: at,
        finalAt: '2026-12-08T12:25:00.000Z',
      },
    }),
    actions: { buyer: ['send-back'], seller: ['confirm-return'], admin: ['confirm-return'] },
    turn: ['buyer'],
    date: 'The sale will be final on 2026-12-08T12:25:00.000Z',
    card: '+Paid, +Handed over, >Return, Final',
  },
  'withdrawn-on-its-way': {
    booking: paidSample({
      fulfilment: sent,
      withdrawal: { days: 14, time: at },
      return: { ...asked, state: 'accepted', place: 'Pier 3', decidedAt: at },
    }),
    actions: {
      buyer: ['receive', 'not-received'],
      seller: ['confirm-return', 'show-return-code'],
      admin: ['confirm-return'],
    },
    turn: ['buyer'],
    date: 'It counts as received on 2026-12-05T12:00:00.000Z',
    card: '+Paid, +Sent, >Arrived, Return, Refund',
  },
  'return-accepted': {
    booking: receivedSample({
      return: {
        ...asked,
        state: 'accepted',
        place: 'Pier 3',
        decidedAt: at,
        giveBackBy: '2026-12-05T12:25:00.000Z',
      },
    }),
    actions: {
      buyer: ['give-back', 'send-back'],
      seller: ['show-return-code', 'confirm-return'],
      admin: ['confirm-return'],
    },
    turn: ['buyer'],
    date: 'Return it by 2026-12-05T12:25:00.000Z',
    card: '+Paid, +Handed over, >Return, Refund',
  },
  'return-contested': {
    booking: receivedSample({
      return: { ...asked, state: 'contested', contestReason: 'It was fine.' },
      dispute: { ...dispute, cause: 'return-contested' },
    }),
    actions: toDispute,
    turn: ['admin'],
    card: '+Paid, +Handed over, >Dispute, Decided',
  },
  'sent-back': {
    booking: receivedSample({
      return: { ...asked, state: 'accepted', decidedAt: at, sentBack },
      dispute: { ...dispute, cause: 'sent-back' },
    }),
    actions: toDispute,
    turn: ['admin'],
    card: '+Paid, +Handed over, +Sent back, >Dispute, Decided',
  },
  'not-received': {
    booking: paidSample({ fulfilment: sent, dispute: { ...dispute, cause: 'not-received' } }),
    actions: toDispute,
    turn: ['admin'],
    card: '+Paid, +Sent, >Dispute, Decided',
  },
  'not-as-described': {
    booking: receivedSample({
      return: { ...asked, state: 'contested', decidedAt: at },
      dispute: { ...dispute, cause: 'not-as-described' },
    }),
    actions: toDispute,
    turn: ['admin'],
    card: '+Paid, +Handed over, >Dispute, Decided',
  },
  chargeback: {
    booking: receivedSample({ dispute: { ...dispute, cause: 'chargeback' } }),
    actions: { ...toDispute, admin: ['dispute'] },
    turn: [],
    card: '+Paid, +Handed over, >Dispute, Decided',
  },
  cancelled: {
    booking: paidSample({ fulfilment: cancelled }),
    actions: nothing,
    turn: [],
    card: '+Paid, +Cancelled, >Refund',
  },
  'cancelled-refunded': {
    booking: paidSample({ state: 'returned', fulfilment: cancelled, refund }),
    actions: nothing,
    turn: [],
    card: '+Paid, +Cancelled, +Refunded',
  },
  returned: {
    booking: receivedSample({ return: givenBack }),
    actions: nothing,
    turn: [],
    card: '+Paid, +Handed over, +Given back, >Refund',
  },
  'returned-refunded': {
    booking: receivedSample({
      state: 'returned',
      return: { ...givenBack, state: 'refunded' },
      refund,
    }),
    actions: nothing,
    turn: [],
    card: '+Paid, +Handed over, +Given back, +Refunded',
  },
};

describe.each(saleStepNames)('the step %s of a sale', (name) => {
  const { booking, ...rest } = expected[name];
  const seen = viewers.map((viewer) => saleStep(booking, viewer, now));

  test('the step of a sale has a name for everyone and says who acts, how and until when', () => {
    for (const step of seen)
      expect(step).toMatchObject({ name, title: expect.stringMatching(/\w/) });
    const [buyer, seller, admin] = seen.map(({ actions }) => actions);
    expect({ buyer, seller, admin }).toEqual(rest.actions);
    expect(viewers.filter((_viewer, index) => seen[index]?.turn === 'Your turn')).toEqual(
      rest.turn,
    );
    const [{ date } = {}] = seen;
    expect(date && `${date.text} ${date.at}`).toBe(rest.date);
  });

  test('the step of a sale is the current one on the line of a card', () => {
    const marks = { done: '+', present: '>', ahead: '' };
    const line = cardSteps(booking, now).map(({ label, state }) => marks[state] + label);
    expect(line.join(', ')).toBe(rest.card);
  });

  test('the step of a sale is on the dashboard only for those whose turn it is', () => {
    for (const side of ['buyer', 'seller'] as const) {
      const task = saleTask(booking, side, now);
      if (!task) continue;
      if (task.kind !== 'call-buyer') expect(rest.turn).toContain(side);
      expect(saleTaskText(task.kind, 'Bea').side).toBe(side);
    }
  });
});

describe('the steps of a sale', () => {
  test('every task of the dashboard belongs to one of them', () => {
    const kinds = saleStepNames.flatMap((name) =>
      (['buyer', 'seller'] as const).map(
        (side) => saleTask(expected[name].booking, side, now)?.kind,
      ),
    );
    expect(new Set(kinds.filter(Boolean))).toEqual(new Set(bookingTaskKinds));
  });

  test('the times at which a hold, the handover and the return window end are exact', () => {
    const nameAt = (booking: Booking, time: number) =>
      saleStep(booking, 'buyer', new Date(time)).name;
    for (const [booking, end, before, after] of [
      [bookingSample(), bookingSample().expiresAt, 'held', 'hold-ended'],
      [paidSample(), paidSample().fulfilment?.cancelFrom, 'handover', 'handover-late'],
      [receivedSample(), receivedSample().returnUntil, 'return-window', 'return-window-over'],
    ] as const) {
      const time = Date.parse(end ?? '');
      expect([nameAt(booking, time - 1), nameAt(booking, time)]).toEqual([before, after]);
    }
  });

  test('an admin acts for a side whose account was removed', () => {
    const actionsOf = (booking: Booking) => saleStep(booking, 'admin', now).actions;
    expect(actionsOf(paidSample({ sellerRemoved: true }))).toEqual(['hand-over', 'send', 'cancel']);
    expect(actionsOf(paidSample({ buyerRemoved: true }))).toEqual(['receive', 'cancel']);
    expect(actionsOf(receivedSample({ buyerRemoved: true }))).toEqual(['request-return']);
  });

  test('a cancellation is asked for once, of a seller who can answer, before the instrument is on its way', () => {
    const { cancellationRequest } = askedToCancel;
    const declined = { ...cancellationRequest, declinedAt: at };
    const nameOf = (fulfilment: Booking['fulfilment']) =>
      saleStep(paidSample({ fulfilment }), 'buyer', now).name;
    expect(nameOf({ ...askedToCancel, cancellationRequest: declined })).toBe('handover');
    expect(nameOf({ ...sent, cancellationRequest })).toBe('sent');
    expect(nameOf({ ...askedToCancel, cancelFrom: now.toISOString() })).toBe('handover-late');
    for (const booking of [
      paidSample({ fulfilment: { ...askedToCancel, cancellationRequest: declined } }),
      paidSample({ sellerRemoved: true }),
    ]) {
      expect(saleStep(booking, 'buyer', now).actions).toEqual(['show-code', 'receive']);
    }
    const answered = paidSample({
      fulfilment: { ...askedToCancel, cancellationRequest: declined },
    });
    expect(saleEvents(answered, 'buyer').slice(-2)).toMatchObject([
      { title: 'You asked to cancel', quote: 'I found another.' },
      { title: expect.stringMatching(/ declined to cancel$/), at },
    ]);
  });

  test('a return that has lapsed leaves the sale standing and cannot be requested again', () => {
    const giveBackBy = '2026-11-21T12:29:00.000Z';
    const booking = receivedSample({ return: { ...asked, state: 'lapsed', giveBackBy } });
    expect(saleStep(booking, 'buyer', now)).toMatchObject({ title: 'Complete', actions: [] });
    expect(saleEvents(booking, 'buyer').at(-1)?.title).toBe('It was not given back in time');
  });

  test('a dispute that the shop decided is named as such, not as a return that was late', () => {
    const { booking } = expected['dispute-decided'];
    for (const viewer of viewers) {
      expect(saleStep(booking, viewer, now).title).toBe(
        'The dispute is decided, and the sale stands',
      );
    }
    const titles = saleEvents(booking, 'admin').map(({ title }) => title);
    expect(titles).not.toContain('It was not given back in time');
    const granted = { ...booking, dispute: { ...decidedDispute, goesBack: true } };
    expect(saleStep(granted, 'admin', now).name).toBe('return-lapsed');
  });

  test('a refund of a part is told to everybody with its amount, in every step', () => {
    const part = { amount: 40, state: 'refunded', time: at } as const;
    for (const name of saleStepNames.filter((step) => step !== 'held' && step !== 'hold-ended')) {
      const { booking } = expected[name];
      for (const viewer of viewers) {
        expect(saleStep({ ...booking, refund: part }, viewer, now).notes).toContain('$40 refunded');
        const due = { ...booking, refund: { ...part, state: 'due' as const } };
        expect(saleStep(due, viewer, now).notes).toContain('$40 is being refunded');
      }
      expect(saleStep({ ...booking, refund }, 'admin', now).notes).toEqual([]);
    }
  });

  test('the money of a completed sale is on its way until it is paid out, and the buyer does not read it', () => {
    const { booking } = expected.completed;
    const notesOf = (payout: 'due' | 'on-its-way' | 'paid-out', viewer: SaleViewer) =>
      saleStep(
        { ...booking, earnings: { amount: 1_125.45, commission: 125.05, payout } },
        viewer,
        now,
      ).notes;
    for (const viewer of ['seller', 'admin'] as const) {
      expect(notesOf('due', viewer)).toEqual(['Money on its way']);
      expect(notesOf('on-its-way', viewer)).toEqual(['Money on its way']);
      expect(notesOf('paid-out', viewer)).toEqual(['Paid out']);
    }
    expect(notesOf('paid-out', 'buyer')).toEqual([]);
  });

  test('a refund without the instrument is not called a return', () => {
    const titleOf = (booking: Booking) => saleStep(booking, 'seller', now).title;
    const { booking } = expected['returned-refunded'];
    const kept = { ...asked, state: 'refunded', buyerKeepsIt: true } as const;
    expect(titleOf(booking)).toBe('Returned and refunded');
    expect(titleOf({ ...booking, return: kept })).toBe('Refunded, and the buyer keeps it');
    const lost = { ...decidedDispute, cause: 'chargeback' } as const;
    const taken = receivedSample({ state: 'returned', refund, dispute: lost });
    expect(titleOf(taken)).toBe('The bank took the money back');
    expect(titleOf({ ...taken, dispute: undefined })).toBe('Refunded');
  });

  test('the step to take is to send it where the buyer asked for that, and to enter the code otherwise', () => {
    const actionsAt = (location: string) =>
      saleStep(paidSample({ location }), 'seller', now).actions.slice(0, 2);
    expect(actionsAt('The old pier')).toEqual(['hand-over', 'send']);
    expect(actionsAt('Please send it to 12 Quay Street, Leith')).toEqual(['send', 'hand-over']);
    expect(actionsAt('The post office in Shipton')).toEqual(['hand-over', 'send']);
  });

  test('nobody can show or enter a code while it is to be sent, and it cannot be sent once both would rather meet', () => {
    const codes = ['show-code', 'hand-over'];
    for (const name of [
      'to-send',
      'to-send-late',
      'buyer-would-meet',
      'seller-would-meet',
    ] as const) {
      const { booking } = expected[name];
      const asking = { ...booking, fulfilment: { ...booking.fulfilment, ...askedToCancel } };
      for (const viewer of viewers) {
        const actions = [booking, { ...booking, sellerRemoved: true as const }, asking].flatMap(
          (one) => saleStep(one, viewer, now).actions,
        );
        expect(actions.filter((action) => codes.includes(action))).toEqual([]);
      }
    }
    const agreed = { askedBy: 'buyer', time: at, agreedAt: at } as const;
    const met = paidSample({
      shipping: 28,
      delivery: shipped,
      fulfilment: { ...awaiting, meeting: agreed },
    });
    expect(saleStep(met, 'seller', now)).toMatchObject({
      name: 'handover',
      actions: ['hand-over', 'cancel'],
      notes: ['$28 for shipping goes back when the sale is final'],
    });
    expect(saleStep(met, 'buyer', now).actions).toContain('show-code');
    expect(cardSteps(met, now).map(({ label }) => label)).toEqual(['Paid', 'Handover', 'Final']);
  });

  test('a list has first what waits for its reader, then what is under way, then what is finished', () => {
    const finished = new Set<SaleStepName>([
      'hold-ended',
      'completed',
      'return-lapsed',
      'dispute-decided',
      'cancelled-refunded',
      'returned-refunded',
    ]);
    for (const name of saleStepNames) {
      const { booking, turn } = expected[name];
      for (const side of ['buyer', 'seller'] as const) {
        const waits = turn.includes(side) ? 'needs-you' : 'under-way';
        expect(saleGroup(booking, side, now)).toBe(finished.has(name) ? 'finished' : waits);
      }
    }
  });

  test('a dispute that undid a completed sale is on its card', () => {
    const decided = { ...dispute, cause: 'chargeback', state: 'decided', decidedAt: at } as const;
    const fulfilment = { ...received, state: 'returned' } as const;
    const booking = receivedSample({ state: 'returned', fulfilment, dispute: decided, refund });
    expect(
      cardSteps(booking, now)
        .map(({ label }) => label)
        .slice(-2),
    ).toEqual(['Decided', 'Refunded']);
  });
});

describe('the history of a sale', () => {
  test('the history of a sale is in order and contains what was written', () => {
    const booking = receivedSample({
      return: { ...asked, state: 'requested' },
      dispute: { ...dispute, cause: 'chargeback' },
    });
    expect(saleEvents(booking, 'admin').map(({ title }) => title)).toEqual([
      'Bea Reed booked it',
      'Bea Reed paid $1,250.50',
      'It was handed over',
      'Bea Reed asked to return it',
      'The buyer’s bank asked for the money back',
    ]);
    expect(saleEvents(paidSample({ fulfilment: sent }), 'seller').at(-1)).toMatchObject({
      title: 'You sent it with UPS',
      at: sent.sentAt,
      quote: sent.tracking,
    });
    expect(saleEvents(expected['return-accepted'].booking, 'buyer').at(-1)?.quote).toBe('Pier 3');
    const disputed = saleEvents(expected['not-as-described'].booking, 'admin');
    expect(disputed.map(({ title }) => title).join(', ')).not.toMatch(/asked to return|accepted/);
  });

  test('a decision is told with its reason, before what it caused', () => {
    const booking = receivedSample({
      fulfilment: { state: 'completed', completedAt: at },
      dispute: {
        ...dispute,
        cause: 'not-received',
        state: 'decided',
        decidedAt: at,
        refund: 40,
        goesBack: false,
        decisionReason: 'Half of it is missing.',
      },
    });
    const [decided, completed] = saleEvents(booking, 'seller').slice(-2);
    expect(completed?.title).toBe('The sale was completed');
    expect(decided).toMatchObject({
      title: 'The shop decided: the buyer gets $40.00 back',
      quote: 'Half of it is missing.',
      action: 'dispute',
    });
  });
});
