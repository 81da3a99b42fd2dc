import { Problem } from '../../core/problem.ts';
import { transaction } from '../../database/transaction.ts';
import { expireHolds } from '../../features/payments/expire-holds.ts';
import { recordCharge } from '../../features/payments/record-charge.ts';
import { refundDue } from '../../features/payments/refund-payment.ts';
import { receiveSale } from '../builders.ts';
import { actOnSale, book } from './perform-action.ts';
import type { Action, ModelBooking, ModelPayment, SaleModel } from './sale-model.ts';
import type { RunProduct, SaleRun } from './sale-run.ts';

export const modelSale = { priceCents: 7_500, shippingCents: 1_200, commissionBasisPoints: 750 };
const totalCents = modelSale.priceCents + modelSale.shippingCents;

const decisions = {
  accepted: 'accept-return',
  contested: 'contest-return',
  'given-back': 'give-back',
} as const;

/** The id of a charge of this booking; the same number is the same charge. */
export function chargeBooking({ cardBooks }: SaleRun, bookingId: string, number: number): string {
  const transactionId = `pi_${bookingId}_${number}`;
  cardBooks.addCharge(transactionId, bookingId, totalCents);
  return transactionId;
}

/**
 * Performs an action of the model by the steps of a sale.
 * @returns the outcome as the model names it, and the action with the id of the booking that it made
 */
export async function runModelAction(
  run: SaleRun,
  product: RunProduct,
  action: Action,
): Promise<{ action: Action; outcome: string }> {
  if (action.type === 'request-return') await receiveSale(run.deps.database, action.bookingId);
  try {
    const result = await perform(run, product, action);
    if (result instanceof Problem) throw result;
    if (action.type === 'book') {
      return { action: { ...action, bookingId: String(result) }, outcome: 'done' };
    }
    return { action, outcome: action.type === 'pay' ? String(result) : 'done' };
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'internal') throw error;
    return { action, outcome: error.code };
  }
}

async function perform(run: SaleRun, product: RunProduct, action: Action): Promise<unknown> {
  const { deps } = run;
  const buyer = run.buyers.find(({ id }) => 'buyerId' in action && id === action.buyerId);
  if (action.type === 'book') {
    if (!buyer) throw new Error(`There is no buyer ${action.buyerId}`);
    return (await book(run, product, buyer)).bookingId;
  }
  if (action.type === 'pay') {
    const { bookingId, transactionId } = action;
    const paid = { bookingId, transactionId, amountCents: totalCents, provider: deps.cards.name };
    const at = deps.clock.now();
    return (await transaction(deps.database, (tx) => recordCharge(tx, paid, at))).state;
  }
  const booking = run.sales.find(
    (one) => 'bookingId' in action && one.bookingId === action.bookingId,
  );
  const sale = { bookingId: '', buyer: run.stranger, ...product, ...booking };
  switch (action.type) {
    case 'release':
      return actOnSale(run, { ...sale, ...(buyer && { buyer }) }, { step: 'release', by: 'buyer' });
    case 'decline':
      return actOnSale(run, sale, { step: 'decline', by: 'seller' });
    case 'advertise': {
      const step = action.status === 'advertise' ? 'advertise' : 'stop-advertising';
      return actOnSale(run, sale, { step, by: 'seller' });
    }
    case 'withdraw':
      return actOnSale(run, sale, { step: 'withdraw', by: 'seller' });
    case 'request-return':
      return actOnSale(run, sale, { step: 'ask-return', by: 'buyer' });
    case 'decide-return':
      return actOnSale(run, sale, { step: decisions[action.to], by: action.by });
  }
}

export const runModelJob = ({ deps }: SaleRun, job: 'expire' | 'refund') =>
  job === 'expire' ? expireHolds(deps) : refundDue(deps);

/** The product with its bookings and payments, as the model has them. */
export async function readModel({ deps }: SaleRun, productId: string): Promise<SaleModel> {
  const { sql } = deps.database;
  const [[product], bookings, payments] = await Promise.all([
    sql<Pick<SaleModel, 'status' | 'isWithdrawn' | 'soldBy'>[]>`
      select status, withdrawn_at is not null as "isWithdrawn", sold_booking_id as "soldBy"
      from products where id = ${productId}`,
    sql<ModelBooking[]>`
      select b.id, b.buyer_id as "buyerId", b.state, b.release_reason as "releaseReason",
        b.hold_expires_at as "holdExpiresAt",
        case when b.state = 'released' then least(b.released_at, b.hold_expires_at) end as "endedAt",
        b.paid_at as "paidAt", r.state as "returnState",
        coalesce(r.buyer_keeps_it, false) as "buyerKeepsIt"
      from bookings b left join returns r on r.booking_id = b.id where b.product_id = ${productId}
      order by b.id`,
    sql<ModelPayment[]>`
      select transaction_id as "transactionId", booking_id as "bookingId", state,
        refund_reason as "refundReason" from payments where product_id = ${productId}`,
  ]);
  if (!product) throw new Error(`There is no product ${productId}`);
  return { ...product, bookings: [...bookings], payments: [...payments] };
}
