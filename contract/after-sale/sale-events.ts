import type { Booking } from '#contract/bookings/bookings.ts';
import { isolate } from '#contract/isolate.ts';
import { formatPaid } from '#contract/money/shop-currency.ts';
import { t } from '#contract/text.ts';
import type { SaleAction, SaleViewer } from './sale-step-types.ts';
import { reasonText, withdrawalReason } from './shop-reasons.ts';

/** Something that happened in a sale. */
export interface SaleEvent {
  title: string;
  at: string;
  /** In a word or two, for the line of steps on a card; missing when it is no step. */
  label?: string | undefined;
  /** What the person wrote about it. */
  quote?: string | undefined;
  /** What can still be read about it. */
  action?: SaleAction;
}

/** What happened in a sale so far, oldest first. */
export function saleEvents(booking: Booking, viewer: SaleViewer): SaleEvent[] {
  const { fulfilment, refund } = booking;
  const names = {
    buyer: viewer === 'buyer' ? undefined : isolate(booking.buyerName),
    seller: viewer === 'seller' ? undefined : isolate(booking.sellerName),
  };
  const { buyer } = names;
  const total = formatPaid(booking.total);
  const refunded = formatPaid(refund?.amount ?? 0);
  const events = [
    event(
      buyer ? t`${buyer} booked it` : t`You booked it`,
      booking.time,
      booking.paidAt ? {} : { label: t`Booked` },
    ),
    event(
      buyer ? t`${buyer} paid ${{ price: total }}` : t`You paid ${{ price: total }}`,
      booking.paidAt,
      {
        label: t`Paid`,
      },
    ),
    ...deliveryEvents(booking, names),
    ...returnEvents(booking, names),
    ...disputeEvents(booking, names),
    event(
      buyer ? t`${buyer} said that all is well` : t`You said that all is well`,
      fulfilment?.approvedAt,
    ),
    // Last, because of what happened at the same time a decision is the cause.
    event(t`The sale was completed`, fulfilment?.completedAt, {
      label: fulfilment?.state === 'completed' ? t`Final` : undefined,
    }),
    event(t`The sale was cancelled`, fulfilment?.cancelledAt, {
      label: t`Cancelled`,
      quote: reasonText(fulfilment?.cancelReason),
    }),
    event(t`${refunded} went back to the card`, refund?.time, {
      label: booking.state === 'returned' ? t`Refunded` : undefined,
    }),
  ];
  return events
    .filter((one) => one !== undefined)
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

/** The viewer's own name is missing. */
type Names = Record<'buyer' | 'seller', string | undefined>;

/** Undefined when it has not happened. */
function event(
  title: string,
  at: string | undefined,
  more: Omit<SaleEvent, 'title' | 'at'> = {},
): SaleEvent | undefined {
  return at === undefined ? undefined : { title, at, ...more };
}

function deliveryEvents({ fulfilment, permit }: Booking, { buyer, seller }: Names) {
  const { carrier, tracking, method, sentAt, receivedAt, cancellationRequest } = fulfilment ?? {};
  const { meeting } = fulfilment ?? {};
  const isMeeting = method === 'meeting';
  return [
    event(buyer ? t`${buyer} asked to cancel` : t`You asked to cancel`, cancellationRequest?.time, {
      quote: cancellationRequest?.reason,
    }),
    event(
      seller ? t`${seller} declined to cancel` : t`You declined to cancel`,
      cancellationRequest?.declinedAt,
    ),
    ...meetingEvents(meeting, { buyer, seller }),
    event(
      seller
        ? t`${seller} entered the number of the permit`
        : t`You entered the number of the permit`,
      permit?.givenAt,
      { label: t`Permit`, quote: permit?.number },
    ),
    event(sentTitle(seller, carrier && isolate(carrier)), sentAt, {
      label: t`Sent`,
      quote: tracking,
    }),
    event(isMeeting ? t`It was handed over` : t`It was received`, receivedAt, {
      label: isMeeting ? t`Handed over` : t`Arrived`,
    }),
  ];
}

function meetingEvents(
  meeting: NonNullable<Booking['fulfilment']>['meeting'],
  { buyer, seller }: Names,
) {
  if (!meeting) return [];
  const name = meeting.askedBy === 'buyer' ? buyer : seller;
  return [
    event(name ? t`${name} asked to meet instead` : t`You asked to meet instead`, meeting.time),
    event(t`Both agreed to meet`, meeting.agreedAt),
  ];
}

function sentTitle(seller: string | undefined, carrier: string | undefined): string {
  if (carrier)
    return seller ? t`${seller} sent it with ${carrier}` : t`You sent it with ${carrier}`;
  return seller ? t`${seller} sent it` : t`You sent it`;
}

function returnEvents({ return: asked, dispute, withdrawal }: Booking, { buyer, seller }: Names) {
  if (!asked) return [];
  const { state, decidedAt, contestReason, buyerKeepsIt } = asked;
  const contestedAt = dispute?.cause === 'return-contested' ? dispute.openedAt : decidedAt;
  const isWithdrawn = withdrawal?.time !== undefined && withdrawal.time === decidedAt;
  // What is not as described is a dispute at once: nobody was asked for a return, and nobody has accepted one.
  const isDispute =
    dispute?.cause === 'not-as-described' ||
    (asked.time === decidedAt && asked.reason !== withdrawalReason);
  const isAccepted =
    state !== 'requested' && !contestReason && !buyerKeepsIt && !isWithdrawn && !isDispute;
  const { sentBack } = asked;
  const carrier = sentBack && isolate(sentBack.carrier);
  return [
    event(
      buyer ? t`${buyer} withdrew from the purchase` : t`You withdrew from the purchase`,
      withdrawal?.time,
      { quote: isWithdrawn ? asked.place : undefined },
    ),
    asked.reason === withdrawalReason || isDispute
      ? undefined
      : event(buyer ? t`${buyer} asked to return it` : t`You asked to return it`, asked.time, {
          quote: asked.reason,
        }),
    event(contestedTitle(seller), contestReason && contestedAt, { quote: contestReason }),
    event(t`The return was accepted`, isAccepted ? decidedAt : undefined, { quote: asked.place }),
    event(
      buyer ? t`${buyer} sent it back with ${carrier}` : t`You sent it back with ${carrier}`,
      sentBack?.time,
      { label: t`Sent back`, quote: sentBack?.tracking },
    ),
    buyerKeepsIt
      ? event(
          buyer ? t`${buyer} may keep it` : t`You may keep it`,
          asked.givenBackAt ?? decidedAt,
          { label: t`Settled` },
        )
      : event(t`It was given back`, asked.givenBackAt, { label: t`Given back` }),
    event(t`It was not given back in time`, state === 'lapsed' ? asked.giveBackBy : undefined),
  ];
}

function contestedTitle(seller: string | undefined): string {
  return seller ? t`${seller} contested the return` : t`You contested the return`;
}

function disputeEvents({ dispute, return: asked, fulfilment, state }: Booking, names: Names) {
  if (!dispute) return [];
  const { buyer, seller } = names;
  const { cause, openedAt, reason, refund = 0, goesBack, decidedAt, decisionReason } = dispute;
  const opened = {
    // The words of the contested return stand with the return.
    'return-contested': event(
      contestedTitle(names.seller),
      asked?.contestReason ? undefined : openedAt,
      { quote: reason },
    ),
    'not-received': event(
      buyer ? t`${buyer} said that it never arrived` : t`You said that it never arrived`,
      openedAt,
      { quote: reason },
    ),
    'not-as-described': event(
      buyer
        ? t`${buyer} said that it is not as described`
        : t`You said that it is not as described`,
      openedAt,
      { quote: reason },
    ),
    'sent-back': event(
      seller
        ? t`${seller} has not confirmed that it is back`
        : t`You have not confirmed that it is back`,
      openedAt,
    ),
    'no-place': event(
      seller ? t`${seller} has not said where it goes` : t`You have not said where it goes`,
      openedAt,
    ),
    chargeback: event(t`The buyer’s bank asked for the money back`, openedAt),
  };
  const isUndone = state === 'returned' || fulfilment?.state === 'returned';
  const isReturned = asked?.state === 'given-back' || asked?.state === 'refunded';
  const isExplained = isReturned || fulfilment?.state === 'cancelled';
  // A withdrawal, which stands with the return, leaves nothing to decide.
  const isDecided = decisionReason !== withdrawalReason;
  const decided = event(
    decidedTitle({ cause, refund, goesBack }),
    isDecided ? decidedAt : undefined,
    {
      label: isUndone && !isExplained ? t`Decided` : undefined,
      quote: decisionReason,
      action: 'dispute',
    },
  );
  return [opened[cause], decided];
}

function decidedTitle({
  cause,
  refund = 0,
  goesBack,
}: Pick<NonNullable<Booking['dispute']>, 'cause' | 'refund' | 'goesBack'>): string {
  const amount = formatPaid(refund);
  if (cause === 'chargeback') {
    if (refund === 0) return t`The card provider decided: the buyer gets no money back`;
    return goesBack
      ? t`The card provider decided: the buyer gets ${amount} back once the instrument is given back`
      : t`The card provider decided: the buyer gets ${amount} back`;
  }
  if (refund === 0) return t`The shop decided: the buyer gets no money back`;
  return goesBack
    ? t`The shop decided: the buyer gets ${amount} back once the instrument is given back`
    : t`The shop decided: the buyer gets ${amount} back`;
}
