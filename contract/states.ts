/**
 * States and transitions of what is sold. Code, database checks, tests and the diagrams in the docs are derived from
 * these tables.
 */

export const productStatuses = ['available', 'advertise', 'sold'] as const;
export type ProductStatus = (typeof productStatuses)[number];

export const bookingStates = ['held', 'paid', 'released', 'returned'] as const;
export type BookingState = (typeof bookingStates)[number];

/** The states in which a booking blocks the product for everybody else. */
export const liveBookingStates = ['held', 'paid'] as const satisfies readonly BookingState[];

/**
 * Why a hold ended: it ran out; its buyer cancelled it; an admin deleted it; the seller declined it; the product was
 * withdrawn; the account of its buyer was removed.
 */
export const releaseReasons = [
  'expired',
  'cancelled',
  'deleted',
  'declined',
  'withdrawn',
  'removed',
] as const;
export type ReleaseReason = (typeof releaseReasons)[number];

/** The reasons that are not the buyer's own doing: such a booking stays in the buyer's list for a while. */
export const listedReleaseReasons = [
  'expired',
  'deleted',
  'declined',
  'withdrawn',
] as const satisfies readonly ReleaseReason[];

export const paymentStates = ['recorded', 'refund-due', 'refunded'] as const;
export type PaymentState = (typeof paymentStates)[number];

export const returnStates = ['requested', 'accepted', 'refused', 'refunded'] as const;
export type ReturnState = (typeof returnStates)[number];

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
  sold: [{ to: 'available', by: ['provider'], because: 'the sale was returned and refunded' }],
};

export const bookingTransitions: Record<BookingState, readonly Transition<BookingState>[]> = {
  held: [
    { to: 'paid', by: ['payment'], because: 'its payment was recorded' },
    { to: 'released', by: ['clock'], because: 'the hold expired' },
    { to: 'released', by: ['buyer', 'admin'], because: 'the booking was deleted' },
    { to: 'released', by: ['seller', 'admin'], because: 'the seller declined it' },
    { to: 'released', by: ['seller', 'admin'], because: 'the product was withdrawn' },
    { to: 'released', by: ['buyer', 'admin'], because: 'the account of its buyer was removed' },
  ],
  paid: [{ to: 'returned', by: ['provider'], because: 'the return was refunded' }],
  released: [
    {
      to: 'paid',
      by: ['payment'],
      because: 'its hold expired, and it was charged while the product was still free',
    },
  ],
  returned: [],
};

export const paymentTransitions: Record<PaymentState, readonly Transition<PaymentState>[]> = {
  recorded: [
    { to: 'refund-due', by: ['seller', 'admin'], because: 'a return was accepted' },
    {
      to: 'refund-due',
      by: ['clock'],
      because: 'the booking was no longer live when it was charged',
    },
  ],
  'refund-due': [{ to: 'refunded', by: ['provider'], because: 'the provider refunded the charge' }],
  refunded: [],
};

export const returnTransitions: Record<ReturnState, readonly Transition<ReturnState>[]> = {
  requested: [
    { to: 'accepted', by: ['seller', 'admin'], because: 'the seller accepts it' },
    { to: 'refused', by: ['seller', 'admin'], because: 'the seller or an admin refuses it' },
  ],
  accepted: [{ to: 'refunded', by: ['provider'], because: 'the provider refunded the charge' }],
  refused: [{ to: 'accepted', by: ['admin'], because: 'an admin accepts it after a refusal' }],
  refunded: [],
};
