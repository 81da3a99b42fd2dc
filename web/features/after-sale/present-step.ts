import type { Booking } from '#contract/bookings.ts';
import { returnDays } from '#contract/constants.ts';
import type { SaleAction, SaleStep, SaleViewer } from '#contract/sale-steps.ts';
import type { DisputeCause, FulfilmentState } from '#contract/states.ts';
import { refundUnderWay, returnStep } from './return-step.ts';
import { dated } from './sale-step.ts';

/** Where a paid sale stands for this viewer, and what they can do. */
export function presentStep(booking: Booking, viewer: SaleViewer, now: Date): SaleStep {
  const state = booking.fulfilment?.state ?? 'awaiting';
  if (booking.state === 'returned') return refundedStep(state);
  if (booking.dispute?.state === 'open') return disputeStep(booking.dispute.cause, viewer);
  return returnStep(booking, viewer) ?? fulfilmentSteps[state](booking, viewer, now);
}

function refundedStep(state: FulfilmentState): SaleStep {
  return {
    title: state === 'cancelled' ? 'Cancelled and refunded' : 'Returned and refunded',
    tone: 'quiet',
    turn: 'nobody',
    dates: [],
    actions: [],
  };
}

const disputeTitles: Record<DisputeCause, string> = {
  'return-contested': 'The shop decides about the return',
  'not-received': 'The shop looks into where it is',
  chargeback: 'The bank of the buyer looks into the payment',
};

function disputeStep(cause: DisputeCause, viewer: SaleViewer): SaleStep {
  const isDecidedHere = cause !== 'chargeback';
  const mayDecide = viewer === 'admin' && isDecidedHere;
  return {
    title: disputeTitles[cause],
    text: `${isDecidedHere ? 'Both sides can add texts and pictures. ' : ''}Until it is decided nobody is paid and no date passes.`,
    tone: 'red',
    turn: mayDecide ? 'you' : isDecidedHere ? { name: 'the shop' } : 'nobody',
    dates: [],
    actions: mayDecide ? ['decide', 'dispute'] : ['dispute'],
  };
}

type ToStep = (booking: Booking, viewer: SaleViewer, now: Date) => SaleStep;

const fulfilmentSteps: Record<FulfilmentState, ToStep> = {
  awaiting: awaitingStep,
  sent: sentStep,
  received: receivedStep,
  completed: (_booking, viewer) => ({
    title: viewer === 'buyer' ? 'It is yours' : 'The sale is complete',
    ...(viewer === 'seller' && { text: 'Your money is ready to be paid out.' }),
    tone: 'green',
    turn: 'nobody',
    dates: [],
    actions: [],
  }),
  returned: refundUnderWay,
  cancelled: refundUnderWay,
};

function awaitingStep(booking: Booking, viewer: SaleViewer, now: Date): SaleStep {
  const { cancelFrom } = booking.fulfilment ?? {};
  const mayCancel = isPast(cancelFrom, now);
  const texts = {
    buyer: {
      title: mayCancel ? 'Not handed over in time' : 'Waiting for the handover',
      text: mayCancel
        ? 'You can cancel now and have the money back, or wait for it.'
        : `${booking.sellerName} hands it over or sends it. Show your code when you have it in your hands.`,
    },
    seller: {
      title: 'Hand it over, or send it',
      text: `When you meet, ${booking.buyerName} shows you a code. Enter it when you hand the instrument over.`,
    },
    admin: { title: 'Waiting for the handover' },
  };
  const buyersActions: SaleAction[] = mayCancel
    ? ['cancel', 'show-code', 'receive']
    : ['show-code', 'receive'];
  const whoCancels = viewer === 'buyer' ? 'You' : booking.buyerName;
  return {
    ...texts[viewer],
    tone: 'brass',
    turn:
      viewer === 'seller' || (viewer === 'buyer' && mayCancel)
        ? 'you'
        : { name: booking.sellerName },
    dates: mayCancel ? [] : dated(`${whoCancels} can cancel`, 'from', cancelFrom),
    actions: {
      buyer: buyersActions,
      seller: sellersActions,
      admin: actingFor(booking, ['hand-over', 'send'], ['receive'], ['cancel']),
    }[viewer],
  };
}

const sellersActions: readonly SaleAction[] = ['hand-over', 'send', 'cancel'];

/** What an admin can do: always `own`, and what a side whose account was removed could do. */
function actingFor(
  { buyerRemoved, sellerRemoved }: Booking,
  forSeller: readonly SaleAction[],
  forBuyer: readonly SaleAction[],
  own: readonly SaleAction[] = [],
): readonly SaleAction[] {
  return [...(sellerRemoved ? forSeller : []), ...(buyerRemoved ? forBuyer : []), ...own];
}

function sentStep(booking: Booking, viewer: SaleViewer): SaleStep {
  const { autoReceivedAt } = booking.fulfilment ?? {};
  const texts = {
    buyer: {
      title: 'On its way to you',
      text: 'Say when it is here. If it does not come, say so before it counts as received.',
    },
    seller: { title: 'On its way', text: `${booking.buyerName} says when it is there.` },
    admin: { title: 'On its way' },
  };
  return {
    ...texts[viewer],
    tone: 'brass',
    turn: viewer === 'buyer' ? 'you' : { name: booking.buyerName },
    dates: dated('It counts as received', 'on', autoReceivedAt),
    actions: {
      buyer: sentActions,
      seller: [],
      admin: actingFor(booking, [], sentActions),
    }[viewer],
  };
}

const sentActions: readonly SaleAction[] = ['receive', 'not-received'];

function receivedStep(booking: Booking, viewer: SaleViewer, now: Date): SaleStep {
  const { returnUntil } = booking;
  if (booking.return || !returnUntil || isPast(returnUntil, now)) return windowOverStep(viewer);
  const texts = {
    buyer: {
      title: 'Play it at home',
      text: `For ${returnDays} days you may give it back for a full refund. If the seller contests it, the shop decides.`,
    },
    seller: {
      title: `${booking.buyerName} tries it at home`,
      text: 'When it is not given back, your money is ready to be paid out.',
    },
    admin: { title: 'In the return window' },
  };
  return {
    ...texts[viewer],
    tone: 'green',
    turn: 'nobody',
    dates:
      viewer === 'buyer'
        ? dated('You can give it back', 'until', returnUntil)
        : dated('The sale is complete', 'on', returnUntil),
    actions: {
      buyer: ['request-return'] as const,
      seller: [],
      admin: actingFor(booking, [], ['request-return']),
    }[viewer],
  };
}

/** The server completes the sale within a minute. */
function windowOverStep(viewer: SaleViewer): SaleStep {
  return {
    title: viewer === 'buyer' ? 'It is yours' : 'The sale is about to be completed',
    tone: 'green',
    turn: 'nobody',
    dates: [],
    actions: [],
  };
}

function isPast(isoTime: string | undefined, now: Date): boolean {
  return isoTime !== undefined && Date.parse(isoTime) <= now.getTime();
}
