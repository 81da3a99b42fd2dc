/**
 * States and transitions of what is sold. Code, database checks, tests and the diagrams in the docs are derived from
 * these tables.
 */

export const productStatuses = ['available', 'advertise', 'sold'] as const;
export type ProductStatus = (typeof productStatuses)[number];

export const bookingStates = ['held', 'paid', 'released', 'returned'] as const;
export type BookingState = (typeof bookingStates)[number];

/** The states in which a booking blocks the product for everyone else. */
export const liveBookingStates = ['held', 'paid'] as const satisfies readonly BookingState[];

/**
 * Why a hold ended: it ran out; its buyer cancelled it; an admin deleted it; the seller declined it; the product was
 * withdrawn; it was sold in another place; the account of its buyer was removed.
 */
export const releaseReasons = [
  'expired',
  'cancelled',
  'deleted',
  'declined',
  'withdrawn',
  'sold-elsewhere',
  'removed',
] as const;
export type ReleaseReason = (typeof releaseReasons)[number];

/** By side, the reasons that are not the person's own doing: such a booking stays in their list for a while. */
export const listedReleaseReasons = {
  buyer: ['expired', 'deleted', 'declined', 'withdrawn', 'sold-elsewhere'],
  seller: ['expired', 'deleted', 'cancelled', 'removed'],
} as const satisfies Record<'buyer' | 'seller', readonly ReleaseReason[]>;

export const paymentStates = ['recorded', 'refund-due', 'refunded'] as const;
export type PaymentState = (typeof paymentStates)[number];

export const returnStates = [
  'requested',
  'accepted',
  'contested',
  'given-back',
  'lapsed',
  'refunded',
] as const;
export type ReturnState = (typeof returnStates)[number];

/** The ways in which a paid instrument reaches its buyer. */
export const fulfilmentStates = [
  'awaiting',
  'sent',
  'received',
  'completed',
  'returned',
  'cancelled',
] as const;
export type FulfilmentState = (typeof fulfilmentStates)[number];

/** Handed over in person, or shipped. */
export const fulfilmentMethods = ['meeting', 'shipping'] as const;

export const disputeStates = ['open', 'decided'] as const;
export type DisputeState = (typeof disputeStates)[number];

/**
 * Why a dispute was opened: the seller contests a return; a sent instrument did not arrive; one that arrived is not as described; the seller says nothing about
 * one that was sent back, or does not say where an accepted return goes; the buyer's bank took the money back.
 */
export const disputeCauses = [
  'return-contested',
  'not-received',
  'not-as-described',
  'sent-back',
  'no-place',
  'chargeback',
] as const;
export type DisputeCause = (typeof disputeCauses)[number];

/** The card provider's state of a chargeback. */
export const chargebackStates = ['open', 'won', 'lost'] as const;
export type ChargebackState = (typeof chargebackStates)[number];

/** `started` is counted and not yet taken by the payout provider. */
export const payoutStates = ['started', 'taken', 'paid', 'failed'] as const;
export type PayoutState = (typeof payoutStates)[number];

/** `open` waits for the seller, `countered` for the buyer. */
export const offerStates = [
  'open',
  'countered',
  'accepted',
  'declined',
  'withdrawn',
  'expired',
  'void',
] as const;
export type OfferState = (typeof offerStates)[number];

/** The states in which an offer can still be answered. */
export const liveOfferStates = ['open', 'countered'] as const satisfies readonly OfferState[];

/**
 * Why an offer became void: the instrument was sold; it was withdrawn; a decision of the shop hides it; its price is the
 * offer or less; the account of a side was removed; one of the two has blocked the other.
 */
export const offerVoidReasons = [
  'sold',
  'withdrawn',
  'hidden',
  'price',
  'removed',
  'blocked',
] as const;
export type OfferVoidReason = (typeof offerVoidReasons)[number];

/** Who or what triggers a transition. */
export type Actor = 'seller' | 'admin' | 'buyer' | 'payment' | 'clock' | 'provider';

export interface Transition<State> {
  to: State;
  by: readonly Actor[];
  because: string;
}

export const productTransitions: Record<ProductStatus, readonly Transition<ProductStatus>[]> = {
  available: [
    { to: 'advertise', by: ['seller', 'admin'], because: 'the seller advertises it' },
    { to: 'sold', by: ['payment'], because: 'a payment for it was recorded' },
  ],
  advertise: [
    { to: 'available', by: ['seller', 'admin'], because: 'the seller ends the advertisement' },
    { to: 'sold', by: ['payment'], because: 'a payment for it was recorded' },
  ],
  sold: [
    {
      to: 'available',
      by: ['provider'],
      because: 'the sale was cancelled or returned, and refunded',
    },
  ],
};

export const bookingTransitions: Record<BookingState, readonly Transition<BookingState>[]> = {
  held: [
    { to: 'paid', by: ['payment'], because: 'its payment was recorded' },
    { to: 'released', by: ['clock'], because: 'the hold expired' },
    { to: 'released', by: ['buyer', 'admin'], because: 'the booking was deleted' },
    { to: 'released', by: ['seller', 'admin'], because: 'the seller declined it' },
    { to: 'released', by: ['seller', 'admin'], because: 'the product was withdrawn' },
    { to: 'released', by: ['seller'], because: 'the product was sold in another place' },
    { to: 'released', by: ['buyer', 'admin'], because: 'the account of its buyer was removed' },
  ],
  paid: [
    { to: 'returned', by: ['provider'], because: 'it was cancelled or returned, and refunded' },
  ],
  released: [
    {
      to: 'paid',
      by: ['payment'],
      because: 'its hold expired, and it was charged while the product was still free',
    },
  ],
  returned: [],
};

/** It was not decided on the pages of the shop. */
const refundedByProvider = 'a chargeback was lost, or all was refunded at the card provider';

export const paymentTransitions: Record<PaymentState, readonly Transition<PaymentState>[]> = {
  recorded: [
    {
      to: 'refund-due',
      by: ['seller', 'buyer', 'admin'],
      because: 'the sale was cancelled, the instrument given back, or a dispute decided',
    },
    { to: 'refunded', by: ['provider'], because: refundedByProvider },
    {
      to: 'refund-due',
      by: ['clock'],
      because: 'the booking was no longer live when it was charged',
    },
  ],
  'refund-due': [{ to: 'refunded', by: ['provider'], because: 'the provider refunded the charge' }],
  refunded: [],
};

const withdrawn = 'the buyer withdraws from the purchase';

export const returnTransitions: Record<ReturnState, readonly Transition<ReturnState>[]> = {
  requested: [
    { to: 'accepted', by: ['seller', 'admin'], because: 'the seller accepts it and says where' },
    { to: 'accepted', by: ['clock'], because: 'the seller did not answer within five days' },
    { to: 'accepted', by: ['buyer', 'admin'], because: withdrawn },
    { to: 'contested', by: ['seller'], because: 'the seller contests it, which opens a dispute' },
    {
      to: 'given-back',
      by: ['seller', 'admin'],
      because: 'the seller refunds without wanting the instrument back',
    },
    { to: 'refunded', by: ['provider'], because: refundedByProvider },
  ],
  accepted: [
    { to: 'given-back', by: ['buyer'], because: "the buyer enters the seller's code" },
    { to: 'given-back', by: ['seller', 'admin'], because: 'the seller has it' },
    { to: 'lapsed', by: ['clock'], because: 'it was not given back within 14 days' },
    {
      to: 'given-back',
      by: ['admin'],
      because: 'a dispute was decided with a full refund',
    },
    { to: 'lapsed', by: ['admin'], because: 'a dispute was decided: the sale stands' },
    { to: 'refunded', by: ['provider'], because: refundedByProvider },
  ],
  contested: [
    { to: 'accepted', by: ['buyer', 'admin'], because: withdrawn },
    { to: 'accepted', by: ['admin'], because: 'the dispute was decided: the instrument goes back' },
    {
      to: 'given-back',
      by: ['admin'],
      because: 'the dispute was decided: the buyer keeps the instrument and is refunded',
    },
    { to: 'lapsed', by: ['admin'], because: 'the dispute was decided: the sale stands' },
    { to: 'refunded', by: ['provider'], because: refundedByProvider },
  ],
  'given-back': [{ to: 'refunded', by: ['provider'], because: 'the provider refunded the charge' }],
  lapsed: [
    { to: 'accepted', by: ['buyer', 'admin'], because: withdrawn },
    { to: 'accepted', by: ['buyer', 'admin'], because: 'the buyer says that it was sent back' },
    {
      to: 'given-back',
      by: ['seller', 'admin'],
      because: 'the instrument is back, while the money is pending',
    },
  ],
  refunded: [],
};

export const fulfilmentTransitions: Record<
  FulfilmentState,
  readonly Transition<FulfilmentState>[]
> = {
  awaiting: [
    {
      to: 'sent',
      by: ['seller'],
      because: 'the seller ships it, with the number of the permit that it needs',
    },
    { to: 'received', by: ['seller'], because: "the seller enters the buyer's code" },
    { to: 'received', by: ['buyer'], because: 'the buyer says that it is there' },
    {
      to: 'cancelled',
      by: ['seller', 'admin'],
      because: 'the sale is cancelled before it is handed over',
    },
    {
      to: 'cancelled',
      by: ['buyer'],
      because:
        'it was not handed over within 14 days of the payment, or not sent within the days of its seller',
    },
    { to: 'cancelled', by: ['buyer', 'admin'], because: withdrawn },
    {
      to: 'cancelled',
      by: ['clock'],
      because: 'it needs a permit to cross a border, whose number was not there within 60 days',
    },
    { to: 'cancelled', by: ['provider'], because: refundedByProvider },
  ],
  sent: [
    { to: 'received', by: ['buyer'], because: 'the buyer says that it is there' },
    { to: 'received', by: ['clock'], because: 'it was sent 14 days ago and nobody objected' },
    { to: 'received', by: ['admin'], because: 'a dispute was decided: the instrument goes back' },
    { to: 'cancelled', by: ['admin'], because: 'a dispute was decided with a full refund' },
    { to: 'cancelled', by: ['provider'], because: refundedByProvider },
    { to: 'returned', by: ['provider'], because: 'the return was refunded' },
    {
      to: 'completed',
      by: ['admin'],
      because: 'a dispute was decided with less than a full refund',
    },
  ],
  received: [
    {
      to: 'completed',
      by: ['clock'],
      because: 'the return window ended without a return or a dispute',
    },
    {
      to: 'completed',
      by: ['buyer'],
      because: 'the buyer of a private seller says that all is well',
    },
    {
      to: 'completed',
      by: ['admin'],
      because: 'a dispute was decided with less than a full refund',
    },
    { to: 'returned', by: ['provider'], because: 'the return was refunded' },
  ],
  completed: [{ to: 'returned', by: ['provider'], because: refundedByProvider }],
  returned: [],
  cancelled: [],
};

export const disputeTransitions: Record<DisputeState, readonly Transition<DisputeState>[]> = {
  open: [
    { to: 'decided', by: ['admin'], because: 'an admin decides' },
    { to: 'decided', by: ['provider'], because: 'the card provider decides about a chargeback' },
    { to: 'decided', by: ['provider'], because: 'all was refunded at the card provider' },
  ],
  decided: [],
};

export const payoutTransitions: Record<PayoutState, readonly Transition<PayoutState>[]> = {
  started: [
    { to: 'taken', by: ['provider'], because: 'the payout provider has taken it' },
    { to: 'failed', by: ['admin', 'provider'], because: 'the payout provider refused it' },
    {
      to: 'failed',
      by: ['clock'],
      because: 'its money was disputed or went back to a buyer before it was sent',
    },
  ],
  taken: [
    { to: 'paid', by: ['admin', 'provider'], because: 'the money has arrived' },
    { to: 'failed', by: ['admin', 'provider'], because: 'it came back' },
  ],
  paid: [{ to: 'failed', by: ['provider'], because: 'it came back later' }],
  failed: [],
};

const offerBecomesVoid: readonly Transition<OfferState>[] = [
  { to: 'void', by: ['payment'], because: 'the instrument was sold' },
  { to: 'void', by: ['seller', 'admin'], because: 'the instrument was withdrawn or hidden' },
  { to: 'void', by: ['seller', 'admin'], because: 'the price was lowered to it or below' },
  {
    to: 'void',
    by: ['buyer', 'seller', 'admin'],
    because: 'the account of a side was removed, or one has blocked the other',
  },
];

export const offerTransitions: Record<OfferState, readonly Transition<OfferState>[]> = {
  open: [
    { to: 'countered', by: ['seller'], because: 'the seller names another amount' },
    { to: 'accepted', by: ['seller'], because: 'the seller accepts it, which books' },
    { to: 'declined', by: ['seller'], because: 'the seller declines it' },
    { to: 'withdrawn', by: ['buyer'], because: 'the buyer takes it back' },
    { to: 'expired', by: ['clock'], because: 'the seller did not answer within 48 hours' },
    ...offerBecomesVoid,
  ],
  countered: [
    { to: 'open', by: ['buyer'], because: 'the buyer names another amount' },
    { to: 'accepted', by: ['buyer'], because: 'the buyer accepts it, which books' },
    { to: 'declined', by: ['buyer'], because: 'the buyer declines it' },
    { to: 'withdrawn', by: ['seller'], because: 'the seller takes it back' },
    { to: 'expired', by: ['clock'], because: 'the buyer did not answer within 48 hours' },
    ...offerBecomesVoid,
  ],
  accepted: [],
  declined: [],
  withdrawn: [],
  expired: [],
  void: [],
};
