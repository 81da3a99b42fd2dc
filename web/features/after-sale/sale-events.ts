import type { Booking } from '#contract/bookings.ts';
import type { SaleAction, SaleViewer } from '#contract/sale-steps.ts';
import { formatMoney } from '../../ui/format.ts';

/** Something that happened in a sale. */
export interface SaleEvent {
  title: string;
  at: string;
  /** What somebody wrote about it. */
  quote?: string;
  /** What can still be read about it. */
  action?: SaleAction;
}

type Part = SaleEvent | undefined;

/** What happened in a sale so far, oldest first. */
export function saleEvents(booking: Booking, viewer: SaleViewer): SaleEvent[] {
  const names = partyNames(booking, viewer);
  const parts: Part[] = [
    { title: `${names.buyer} booked it`, at: booking.time },
    event(`${names.buyer} paid ${formatMoney(booking.price)}`, booking.paidAt),
    ...fulfilmentEvents(booking, names),
    ...returnEvents(booking, names),
    ...disputeEvents(booking, names),
    // Last, because of what happened at the same time a decision is the cause.
    event('The sale was completed', booking.fulfilment?.completedAt),
    event(
      'The sale was cancelled',
      booking.fulfilment?.cancelledAt,
      booking.fulfilment?.cancelReason,
    ),
    event(
      `${formatMoney(booking.refund?.amount ?? 0)} went back to the card`,
      booking.refund?.time,
    ),
  ];
  return parts
    .filter((part) => part !== undefined)
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

interface Names {
  buyer: string;
  seller: string;
}

/** How a sentence about each side begins. */
export function partyNames({ buyerName, sellerName }: Booking, viewer: SaleViewer): Names {
  return {
    buyer: viewer === 'buyer' ? 'You' : buyerName,
    seller: viewer === 'seller' ? 'You' : sellerName,
  };
}

/** Undefined when it has not happened. */
function event(title: string, at: string | undefined, quote?: string): Part {
  if (at === undefined) return undefined;
  return quote ? { title, at, quote } : { title, at };
}

function fulfilmentEvents({ fulfilment }: Booking, names: Names): Part[] {
  if (!fulfilment) return [];
  const { carrier, tracking } = fulfilment;
  const isByHand = fulfilment.method === 'meeting';
  return [
    event(
      `${names.seller} sent it${carrier ? ` with ${carrier}` : ''}`,
      fulfilment.sentAt,
      tracking,
    ),
    event(isByHand ? 'It was handed over' : 'It was received', fulfilment.receivedAt),
  ];
}

function returnEvents({ return: asked, dispute }: Booking, names: Names): Part[] {
  if (!asked) return [];
  const { state, decidedAt, contestReason, buyerKeepsIt } = asked;
  const contestedAt = dispute?.cause === 'return-contested' ? dispute.openedAt : decidedAt;
  const isAccepted = state !== 'requested' && !contestReason && !buyerKeepsIt;
  return [
    event(`${names.buyer} asked to return it`, asked.time, asked.reason),
    contestReason
      ? event(`${names.seller} contested the return`, contestedAt, contestReason)
      : undefined,
    isAccepted ? event('The return was accepted', decidedAt, asked.place) : undefined,
    event(
      buyerKeepsIt ? `${names.buyer} may keep it` : 'It was given back',
      asked.givenBackAt ?? (buyerKeepsIt && decidedAt),
    ),
    state === 'lapsed' ? event('It was not given back in time', asked.giveBackBy) : undefined,
  ];
}

function disputeEvents({ dispute, return: asked }: Booking, names: Names): Part[] {
  if (!dispute) return [];
  const opened = {
    // The words of the contested return stand with the return.
    'return-contested': asked?.contestReason
      ? undefined
      : event(`${names.seller} contested the return`, dispute.openedAt, dispute.reason),
    'not-received': event(
      `${names.buyer} said that it never came`,
      dispute.openedAt,
      dispute.reason,
    ),
    chargeback: event('The bank of the buyer asked for the money back', dispute.openedAt),
  } as const;
  return [opened[dispute.cause], decisionEvent(dispute)];
}

function decisionEvent(dispute: NonNullable<Booking['dispute']>): Part {
  const { cause, refund = 0, goesBack, decidedAt, decisionReason } = dispute;
  const who = cause === 'chargeback' ? 'The card provider' : 'The shop';
  const when = goesBack ? ' once the instrument is given back' : '';
  const what =
    refund === 0
      ? 'the buyer gets no money back'
      : `the buyer gets ${formatMoney(refund)} back${when}`;
  const decided = event(`${who} decided: ${what}`, decidedAt, decisionReason);
  return decided && { ...decided, action: 'dispute' };
}
