import type { Booking } from './bookings.ts';
import type { SaleAction, SaleViewer } from './sale-step-types.ts';
import { formatPaid } from './shop-currency.ts';

/** Something that happened in a sale. */
export interface SaleEvent {
  title: string;
  at: string;
  /** In a word or two, for the line of steps on a card; missing when it is no step. */
  label?: string | undefined;
  /** What somebody wrote about it. */
  quote?: string | undefined;
  /** What can still be read about it. */
  action?: SaleAction;
}

/** What happened in a sale so far, oldest first. */
export function saleEvents(booking: Booking, viewer: SaleViewer): SaleEvent[] {
  const { fulfilment, refund } = booking;
  const names = {
    buyer: viewer === 'buyer' ? 'You' : booking.buyerName,
    seller: viewer === 'seller' ? 'You' : booking.sellerName,
  };
  const events = [
    event(`${names.buyer} booked it`, booking.time, { label: 'Booked' }),
    event(`${names.buyer} paid ${formatPaid(booking.price)}`, booking.paidAt, { label: 'Paid' }),
    ...deliveryEvents(booking, names),
    ...returnEvents(booking, names),
    ...disputeEvents(booking, names),
    // Last, because of what happened at the same time a decision is the cause.
    event('The sale was completed', fulfilment?.completedAt, {
      label: fulfilment?.state === 'completed' ? 'Completed' : undefined,
    }),
    event('The sale was cancelled', fulfilment?.cancelledAt, {
      label: 'Cancelled',
      quote: fulfilment?.cancelReason,
    }),
    event(`${formatPaid(refund?.amount ?? 0)} went back to the card`, refund?.time, {
      label: booking.state === 'returned' ? 'Refunded' : undefined,
    }),
  ];
  return events
    .filter((one) => one !== undefined)
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

type Names = Record<'buyer' | 'seller', string>;

/** Undefined when it has not happened. */
function event(
  title: string,
  at: string | undefined,
  more: Omit<SaleEvent, 'title' | 'at'> = {},
): SaleEvent | undefined {
  return at === undefined ? undefined : { title, at, ...more };
}

function deliveryEvents({ fulfilment }: Booking, { buyer, seller }: Names) {
  const { carrier, tracking, method, sentAt, receivedAt, cancellationRequest } = fulfilment ?? {};
  const isMeeting = method === 'meeting';
  return [
    event(`${buyer} asked to cancel`, cancellationRequest?.time, {
      quote: cancellationRequest?.reason,
    }),
    event(`${seller} declined to cancel`, cancellationRequest?.declinedAt),
    event(`${seller} sent it${carrier ? ` with ${carrier}` : ''}`, sentAt, {
      label: 'Sent',
      quote: tracking,
    }),
    event(isMeeting ? 'It was handed over' : 'It was received', receivedAt, {
      label: isMeeting ? 'Handed over' : 'Received',
    }),
  ];
}

function returnEvents({ return: asked, dispute }: Booking, { buyer, seller }: Names) {
  if (!asked) return [];
  const { state, decidedAt, contestReason, buyerKeepsIt } = asked;
  const contestedAt = dispute?.cause === 'return-contested' ? dispute.openedAt : decidedAt;
  const isAccepted = state !== 'requested' && !contestReason && !buyerKeepsIt;
  return [
    event(`${buyer} asked to return it`, asked.time, { quote: asked.reason }),
    event(`${seller} contested the return`, contestReason && contestedAt, { quote: contestReason }),
    event('The return was accepted', isAccepted ? decidedAt : undefined, { quote: asked.place }),
    buyerKeepsIt
      ? event(`${buyer} may keep it`, asked.givenBackAt ?? decidedAt, { label: 'Settled' })
      : event('It was given back', asked.givenBackAt, { label: 'Given back' }),
    event('It was not given back in time', state === 'lapsed' ? asked.giveBackBy : undefined),
  ];
}

function disputeEvents({ dispute, return: asked, fulfilment, state }: Booking, names: Names) {
  if (!dispute) return [];
  const { cause, openedAt, reason, refund = 0, goesBack, decidedAt, decisionReason } = dispute;
  const opened = {
    // The words of the contested return stand with the return.
    'return-contested': event(
      `${names.seller} contested the return`,
      asked?.contestReason ? undefined : openedAt,
      { quote: reason },
    ),
    'not-received': event(`${names.buyer} said that it never arrived`, openedAt, { quote: reason }),
    chargeback: event('The buyer’s bank asked for the money back', openedAt),
  };
  const who = cause === 'chargeback' ? 'The card provider' : 'The shop';
  const when = goesBack ? ' once the instrument is given back' : '';
  const what = refund === 0 ? 'no money back' : `${formatPaid(refund)} back${when}`;
  const isUndone = state === 'returned' || fulfilment?.state === 'returned';
  const isReturned = asked?.state === 'given-back' || asked?.state === 'refunded';
  const isExplained = isReturned || fulfilment?.state === 'cancelled';
  const decided = event(`${who} decided: the buyer gets ${what}`, decidedAt, {
    label: isUndone && !isExplained ? 'Decided' : undefined,
    quote: decisionReason,
    action: 'dispute',
  });
  return [opened[cause], decided];
}
