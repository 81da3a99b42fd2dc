import {
  type BookingState,
  type PaymentState,
  type ProductStatus,
  type ReturnState,
  returnTransitions,
} from '#contract/bookings/states.ts';
import { rebookAfterHours } from '#contract/constants.ts';
import { returnUntilOf } from '../../features/bookings/return-terms.ts';
import { isLateCharge, refundReasons } from '../../features/payments/payments.ts';

/**
 * The rules of a sale without database, locks or concurrency: one product with its bookings and payments, changed by one
 * action after another. Whatever the shop does concurrently must be what this model does in some order.
 */
export interface SaleModel {
  status: ProductStatus;
  isWithdrawn: boolean;
  soldBy: string | null;
  bookings: ModelBooking[];
  payments: ModelPayment[];
}

export interface ModelBooking {
  id: string;
  buyerId: string;
  state: BookingState;
  releaseReason: string | null;
  holdExpiresAt: Date;
  /** When the hold ended, of a released booking. */
  endedAt: Date | null;
  paidAt: Date | null;
  returnState: ReturnState | null;
  /** It was refunded without being wanted back. */
  buyerKeepsIt: boolean;
}

export interface ModelPayment {
  transactionId: string;
  bookingId: string;
  state: PaymentState;
  refundReason: string | null;
}

/** Ids are those of the database. */
export type Action =
  | { type: 'book'; buyerId: string; bookingId: string; holdExpiresAt: Date }
  | { type: 'release'; buyerId: string; bookingId: string }
  | { type: 'decline'; bookingId: string }
  | { type: 'advertise'; status: 'available' | 'advertise' }
  | { type: 'withdraw' }
  | { type: 'pay'; bookingId: string; transactionId: string }
  | { type: 'request-return'; bookingId: string }
  | {
      type: 'decide-return';
      bookingId: string;
      by: 'seller' | 'admin';
      to: 'accepted' | 'contested' | 'given-back';
    };

/** Changes the model. @returns `done`, the payment's state for `pay`, or the code of the problem */
export function applyAction(model: SaleModel, action: Action, now: Date): string {
  switch (action.type) {
    case 'book':
      return book(model, action, now);
    case 'release':
      return release(bookingOf(model, action.bookingId), action.buyerId, now);
    case 'decline':
      return decline(bookingOf(model, action.bookingId), now);
    case 'advertise':
      return changeOnSale(model, () => {
        model.status = action.status;
      });
    case 'withdraw':
      return changeOnSale(model, () => {
        for (const hold of model.bookings.filter(({ state }) => state === 'held')) {
          end(hold, hold.holdExpiresAt <= now ? 'expired' : 'withdrawn', now);
        }
        model.isWithdrawn = true;
      });
    case 'pay':
      return pay(model, action, now);
    case 'request-return':
      return requestReturn(bookingOf(model, action.bookingId), now);
    case 'decide-return':
      return decideReturn(model, action);
  }
}

/** Each state that one effect of a job can lead to: one expired hold released, or one due refund made. */
export function afterJob(model: SaleModel, job: 'expire' | 'refund', now: Date): SaleModel[] {
  if (job === 'expire') {
    return model.bookings.flatMap((hold, index) => {
      if (hold.state !== 'held' || hold.holdExpiresAt > now) return [];
      const after = structuredClone(model);
      const [ended] = after.bookings.slice(index);
      if (ended) end(ended, 'expired', now);
      return [after];
    });
  }
  return model.payments.flatMap(({ state, transactionId }) => {
    if (state !== 'refund-due') return [];
    const after = structuredClone(model);
    refund(after, transactionId);
    return [after];
  });
}

function book(model: SaleModel, action: Extract<Action, { type: 'book' }>, now: Date): string {
  const live = liveOf(model);
  if (live && (live.state === 'paid' || live.holdExpiresAt > now)) return 'conflict';
  if (model.isWithdrawn) return 'not-found';
  if (isTooSoon(model, action.buyerId, now)) return 'conflict';
  if (live) end(live, 'expired', now);
  model.bookings.push({
    id: action.bookingId,
    buyerId: action.buyerId,
    state: 'held',
    releaseReason: null,
    holdExpiresAt: action.holdExpiresAt,
    endedAt: null,
    paidAt: null,
    returnState: null,
    buyerKeepsIt: false,
  });
  return 'done';
}

function release(booking: ModelBooking, buyerId: string, now: Date): string {
  if (booking.buyerId !== buyerId) return 'not-found';
  if (booking.paidAt) return 'conflict';
  if (booking.state !== 'held' || booking.holdExpiresAt <= now) return 'not-found';
  end(booking, 'cancelled', now);
  return 'done';
}

function decline(booking: ModelBooking, now: Date): string {
  if (booking.paidAt) return 'conflict';
  if (booking.state !== 'held' || booking.holdExpiresAt <= now) return 'not-found';
  end(booking, 'declined', now);
  return 'done';
}

/** Nobody holds the product twice in a row within a day. An expired hold ended at its time. */
function isTooSoon({ bookings }: SaleModel, buyerId: string, now: Date): boolean {
  // As in the database, where ids are in the order of creation.
  const last = bookings.toSorted((one, other) => one.id.localeCompare(other.id)).at(-1);
  if (last?.buyerId !== buyerId || last.state === 'paid' || last.state === 'returned') return false;
  const endedAt = last.endedAt ?? last.holdExpiresAt;
  return now.getTime() < endedAt.getTime() + rebookAfterHours * 3_600_000;
}

function changeOnSale(model: SaleModel, change: () => void): string {
  if (model.isWithdrawn) return 'not-found';
  if (model.status === 'sold') return 'conflict';
  change();
  return 'done';
}

function pay(model: SaleModel, action: Extract<Action, { type: 'pay' }>, now: Date): string {
  const { bookingId, transactionId } = action;
  const known = model.payments.find((payment) => payment.transactionId === transactionId);
  if (known) return known.state;
  const booking = bookingOf(model, bookingId);
  const refundReason = reasonToRefund(model, booking);
  const state = refundReason === null ? 'recorded' : 'refund-due';
  model.payments.push({ transactionId, bookingId, state, refundReason });
  if (refundReason !== null) return state;
  Object.assign(booking, { state: 'paid', paidAt: now, releaseReason: null, endedAt: null });
  Object.assign(model, { status: 'sold', soldBy: booking.id });
  return state;
}

function reasonToRefund(model: SaleModel, booking: ModelBooking): string | null {
  if (booking.paidAt) return refundReasons.alreadyPaid;
  if (booking.state === 'held') return null;
  const isFree = !model.isWithdrawn && !liveOf(model);
  return isFree && booking.releaseReason === 'expired' ? null : refundReasons.bookingEnded;
}

function requestReturn(booking: ModelBooking, now: Date): string {
  if (booking.state !== 'paid' || !booking.paidAt || booking.returnState) return 'conflict';
  if (now >= returnUntilOf({ receivedAt: booking.paidAt, paidAt: booking.paidAt }))
    return 'conflict';
  booking.returnState = 'requested';
  return 'done';
}

function decideReturn(
  model: SaleModel,
  { bookingId, by, to }: Extract<Action, { type: 'decide-return' }>,
) {
  const booking = bookingOf(model, bookingId);
  const { returnState } = booking;
  if (!returnState) return 'not-found';
  if (returnState === to || (returnState === 'refunded' && to === 'given-back')) return 'done';
  // A dispute is open, which an admin decides.
  if (returnState === 'contested') return 'conflict';
  const transitions = returnTransitions[returnState].filter((one) => one.to === to);
  if (transitions.length === 0) return 'conflict';
  if (!transitions.some((one) => one.by.includes(by))) return 'not-allowed';
  booking.buyerKeepsIt = to === 'given-back' && returnState === 'requested';
  booking.returnState = to;
  const payment = model.payments.find(
    (one) => one.bookingId === bookingId && one.state === 'recorded',
  );
  if (payment && to === 'given-back') {
    const { givenBack, withoutReturn } = refundReasons;
    const refundReason = booking.buyerKeepsIt ? withoutReturn : givenBack;
    Object.assign(payment, { state: 'refund-due', refundReason });
  }
  return 'done';
}

function refund(model: SaleModel, transactionId: string): void {
  const payment = model.payments.find((one) => one.transactionId === transactionId);
  if (!payment) return;
  payment.state = 'refunded';
  if (isLateCharge(payment.refundReason)) return;
  const booking = bookingOf(model, payment.bookingId);
  Object.assign(booking, { state: 'returned', returnState: 'refunded' });
  Object.assign(model, { status: 'available', soldBy: null, isWithdrawn: booking.buyerKeepsIt });
}

const liveOf = ({ bookings }: SaleModel) =>
  bookings.find(({ state }) => state === 'held' || state === 'paid');

const end = (hold: ModelBooking, releaseReason: string, now: Date) => {
  const endedAt = hold.holdExpiresAt <= now ? hold.holdExpiresAt : now;
  return Object.assign(hold, { state: 'released', releaseReason, endedAt });
};

function bookingOf({ bookings }: SaleModel, id: string): ModelBooking {
  const booking = bookings.find((one) => one.id === id);
  if (!booking) throw new Error(`The model has no booking ${id}`);
  return booking;
}
