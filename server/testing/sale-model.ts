import {
  type BookingState,
  type PaymentState,
  type ProductStatus,
  type ReturnState,
  returnTransitions,
} from '#contract/states.ts';
import { returnEndsAt } from '../features/bookings/return-terms.ts';
import { isLateCharge, refundReasons } from '../features/payments/payments.ts';

/**
 * One product and all that happened to it, as the rules have it: a handful of values, one deed after another, no
 * database and no locks. What the shop does in any interleaving must be what this does in some order.
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
  paidAt: Date | null;
  /** How the wish to return it stands. */
  wish: ReturnState | null;
}

export interface ModelPayment {
  transactionId: string;
  bookingId: string;
  state: PaymentState;
  refundReason: string | null;
}

/** What somebody does about the product. Ids are those of the shop. */
export type Action =
  | { deed: 'book'; buyerId: string; bookingId: string; holdExpiresAt: Date }
  | { deed: 'release'; buyerId: string; bookingId: string }
  | { deed: 'advertise'; status: 'available' | 'advertise' }
  | { deed: 'withdraw' }
  | { deed: 'pay'; bookingId: string; transactionId: string }
  | { deed: 'ask-return'; bookingId: string }
  | { deed: 'decide'; bookingId: string; by: 'seller' | 'admin'; to: 'accepted' | 'refused' };

/** Changes the model. @returns what whoever does it hears: `done`, how a charge was taken, or why it was refused */
export function perform(model: SaleModel, deed: Action, now: Date): string {
  switch (deed.deed) {
    case 'book':
      return book(model, deed, now);
    case 'release':
      return release(bookingOf(model, deed.bookingId), deed.buyerId, now);
    case 'advertise':
      return changeOnSale(model, () => {
        model.status = deed.status;
      });
    case 'withdraw':
      return changeOnSale(model, () => {
        for (const hold of model.bookings.filter(({ state }) => state === 'held')) {
          end(hold, hold.holdExpiresAt <= now ? 'expired' : 'withdrawn');
        }
        model.isWithdrawn = true;
      });
    case 'pay':
      return pay(model, deed, now);
    case 'ask-return':
      return askReturn(bookingOf(model, deed.bookingId), now);
    case 'decide':
      return decide(model, deed);
  }
}

/** What the clock may do at any moment: end one hold that ran out, or give one charge back. Each changes a copy. */
export function afterJob(model: SaleModel, chore: 'expire' | 'refund', now: Date): SaleModel[] {
  if (chore === 'expire') {
    return model.bookings.flatMap((hold, index) => {
      if (hold.state !== 'held' || hold.holdExpiresAt > now) return [];
      const after = structuredClone(model);
      const [ended] = after.bookings.slice(index);
      if (ended) end(ended, 'expired');
      return [after];
    });
  }
  return model.payments.flatMap(({ state, transactionId }) => {
    if (state !== 'refund-due') return [];
    const after = structuredClone(model);
    giveBack(after, transactionId);
    return [after];
  });
}

function book(model: SaleModel, deed: Extract<Action, { deed: 'book' }>, now: Date): string {
  const live = liveOf(model);
  if (live && (live.state === 'paid' || live.holdExpiresAt > now)) return 'conflict';
  if (model.isWithdrawn) return 'not-found';
  if (live) end(live, 'expired');
  const { bookingId: id, buyerId, holdExpiresAt } = deed;
  const hold = { id, buyerId, holdExpiresAt, state: 'held', releaseReason: null } as const;
  model.bookings.push({ ...hold, paidAt: null, wish: null });
  return 'done';
}

function release(booking: ModelBooking, buyerId: string, now: Date): string {
  if (booking.buyerId !== buyerId) return 'not-found';
  if (booking.paidAt) return 'conflict';
  if (booking.state !== 'held' || booking.holdExpiresAt <= now) return 'not-found';
  end(booking, 'cancelled');
  return 'done';
}

function changeOnSale(model: SaleModel, change: () => void): string {
  if (model.isWithdrawn) return 'not-found';
  if (model.status === 'sold') return 'conflict';
  change();
  return 'done';
}

function pay(model: SaleModel, deed: Extract<Action, { deed: 'pay' }>, now: Date): string {
  const { bookingId, transactionId } = deed;
  const known = model.payments.find((payment) => payment.transactionId === transactionId);
  if (known) return known.state;
  const booking = bookingOf(model, bookingId);
  const refundReason = reasonToRefund(model, booking);
  const state = refundReason === null ? 'recorded' : 'refund-due';
  model.payments.push({ transactionId, bookingId, state, refundReason });
  if (refundReason !== null) return state;
  Object.assign(booking, { state: 'paid', paidAt: now, releaseReason: null });
  Object.assign(model, { status: 'sold', soldBy: booking.id });
  return state;
}

function reasonToRefund(model: SaleModel, booking: ModelBooking): string | null {
  if (booking.paidAt) return refundReasons.alreadyPaid;
  if (booking.state === 'held') return null;
  const isFree = !model.isWithdrawn && !liveOf(model);
  return isFree && booking.releaseReason === 'expired' ? null : refundReasons.bookingEnded;
}

function askReturn(booking: ModelBooking, now: Date): string {
  if (booking.state !== 'paid' || !booking.paidAt || booking.wish) return 'conflict';
  if (now >= returnEndsAt(booking.paidAt)) return 'conflict';
  booking.wish = 'requested';
  return 'done';
}

function decide(model: SaleModel, { bookingId, by, to }: Extract<Action, { deed: 'decide' }>) {
  const booking = bookingOf(model, bookingId);
  const { wish } = booking;
  if (!wish) return 'not-found';
  if (wish === to || (wish === 'refunded' && to === 'accepted')) return 'done';
  const way = returnTransitions[wish].find((transition) => transition.to === to);
  if (!way) return 'conflict';
  if (!way.by.includes(by)) return 'not-allowed';
  booking.wish = to;
  const payment = model.payments.find(
    (one) => one.bookingId === bookingId && one.state === 'recorded',
  );
  if (payment && to === 'accepted') {
    Object.assign(payment, { state: 'refund-due', refundReason: 'The return was accepted' });
  }
  return 'done';
}

function giveBack(model: SaleModel, transactionId: string): void {
  const payment = model.payments.find((one) => one.transactionId === transactionId);
  if (!payment) return;
  payment.state = 'refunded';
  if (isLateCharge(payment.refundReason)) return;
  Object.assign(bookingOf(model, payment.bookingId), { state: 'returned', wish: 'refunded' });
  Object.assign(model, { status: 'available', soldBy: null });
}

const liveOf = ({ bookings }: SaleModel) =>
  bookings.find(({ state }) => state === 'held' || state === 'paid');

const end = (hold: ModelBooking, releaseReason: string) =>
  Object.assign(hold, { state: 'released', releaseReason });

function bookingOf({ bookings }: SaleModel, id: string): ModelBooking {
  const booking = bookings.find((one) => one.id === id);
  if (!booking) throw new Error(`The model knows no booking ${id}`);
  return booking;
}
