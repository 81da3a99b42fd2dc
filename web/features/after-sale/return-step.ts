import type { Booking } from '#contract/bookings.ts';
import type { SaleAction, SaleStep, SaleViewer } from '#contract/sale-steps.ts';
import { formatMoney } from '../../ui/format.ts';
import { dated } from './sale-step.ts';

/** Where the return of a paid sale stands; null when there is none, or when it no longer matters. */
export function returnStep(booking: Booking, viewer: SaleViewer): SaleStep | null {
  switch (booking.return?.state) {
    case 'requested':
      return requestedStep(booking, viewer);
    case 'accepted':
      return acceptedStep(booking, viewer);
    case 'given-back':
    case 'refunded':
      return refundUnderWay(booking, viewer);
    default:
      return null;
  }
}

/** The instrument is no longer the buyer's, and the card provider has not yet confirmed the refund. */
export function refundUnderWay(booking: Booking, viewer: SaleViewer): SaleStep {
  const isCancelled = booking.fulfilment?.state === 'cancelled';
  const card = viewer === 'buyer' ? 'your card' : `the card of ${booking.buyerName}`;
  const amount = booking.refund?.amount ?? booking.price;
  return {
    title: isCancelled ? 'Cancelled, the money is on its way' : 'The money is on its way back',
    text: `${formatMoney(amount)} goes back to ${card}.`,
    tone: 'quiet',
    turn: 'nobody',
    dates: [],
    actions: [],
  };
}

function requestedStep(booking: Booking, viewer: SaleViewer): SaleStep {
  const { sellerName, buyerName } = booking;
  const texts = {
    buyer: {
      title: 'You asked to return it',
      text: `${sellerName} says where to bring it, or contests the return.`,
    },
    seller: {
      title: `${buyerName} wants to return it`,
      text: 'Say where it is brought to, refund it without wanting it back, or contest the return.',
    },
    admin: { title: `${buyerName} wants to return it` },
  };
  return {
    ...texts[viewer],
    tone: 'brass',
    turn: viewer === 'seller' ? 'you' : { name: sellerName },
    dates: dated('Without an answer it counts as accepted', 'on', booking.return?.autoAcceptedAt),
    actions: viewer === 'buyer' ? [] : ['answer-return'],
  };
}

function acceptedStep(booking: Booking, viewer: SaleViewer): SaleStep {
  const { sellerName, buyerName } = booking;
  const { place, giveBackBy } = booking.return ?? {};
  const texts = {
    buyer: {
      title: 'Give it back',
      text: `${place ? `Where: ${place}. ` : `Agree with ${sellerName} on where. `}When you hand it over, ask for the code and enter it: then your money goes back to your card.`,
    },
    seller: {
      title: 'It comes back to you',
      text: `Show ${buyerName} your code when you have the instrument in your hands, not before.`,
    },
    admin: { title: 'To be given back' },
  };
  return {
    ...texts[viewer],
    tone: 'brass',
    turn: viewer === 'buyer' ? 'you' : { name: buyerName },
    dates: dated('Otherwise the sale stands: give it back', 'until', giveBackBy),
    actions: givingBackActions[viewer],
  };
}

const givingBackActions: Record<SaleViewer, readonly SaleAction[]> = {
  buyer: ['give-back'],
  seller: ['show-return-code', 'confirm-return'],
  admin: ['confirm-return'],
};
