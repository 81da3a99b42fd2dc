import { Problem } from '../core/problem.ts';
import { type Tx, transaction } from '../database/transaction.ts';
import { decideReturn } from '../features/after-sale/decide-return.ts';
import { requestReturn } from '../features/after-sale/request-return.ts';
import { bookItem } from '../features/bookings/book-item.ts';
import { declineBooking } from '../features/bookings/decline-booking.ts';
import { releaseBooking } from '../features/bookings/release-booking.ts';
import { expireHolds } from '../features/payments/expire-holds.ts';
import { recordCharge } from '../features/payments/record-charge.ts';
import { refundDue } from '../features/payments/refund-payment.ts';
import { changeProductStatus } from '../features/products/change-product.ts';
import type { KnownUser } from '../features/users/find-user.ts';
import { withdrawProduct } from '../workflows/withdraw-product.ts';
import { addImage, addProduct, receiveSale } from './builders.ts';
import { openTestSandbox } from './faulty-cards.ts';
import { featureBuilders } from './feature-builders.ts';
import { manualClock } from './payment-steps.ts';
import type { Action, ModelBooking, ModelPayment, SaleModel } from './sale-model.ts';
import { createTestDatabase } from './test-database.ts';

const priceCents = 7_500;
const decisions = {
  accepted: { state: 'accepted', place: 'the pier' },
  contested: { state: 'contested', reason: 'It does not hum' },
  'given-back': { state: 'given-back' },
} as const;
export const runnerHoldHours = 2;

export type SaleRunner = Awaited<ReturnType<typeof openSaleRunner>>;

/** Runs the actions of `sale-model.ts` through the shop's own functions, in a database of its own. */
export async function openSaleRunner() {
  const database = await createTestDatabase();
  const { sql } = database;
  const clock = manualClock();
  const { cards } = openTestSandbox(database, clock);
  const make = featureBuilders(database);
  const seller = await make.user({ role: 'seller' });
  const admin = await make.user({ role: 'admin' });
  const buyers = [await make.user(), await make.user(), await make.user()];
  const imageId = await addImage(database);
  const deps = { database, cards, clock };

  const newProduct = () => addProduct(database, { sellerId: seller.id, imageId, priceCents });

  /** @returns the id of a charged intent of this booking; the same number is the same intent */
  async function charge(bookingId: string, number: number): Promise<string> {
    const id = `pi_sandbox_${bookingId}_${number}`;
    await sql`
      insert into sandbox_intents (id, client_secret, amount_cents, booking_id, description, state,
        idempotency_key, created_at, changed_at)
      values (${id}, 'secret', ${priceCents}, ${bookingId}, 'a violin', 'succeeded', ${id}, now(), now())
      on conflict do nothing`;
    return id;
  }

  /** @returns the outcome as the model names it, and the action with the id of the booking that it made */
  async function run(
    productId: string,
    action: Action,
  ): Promise<{ action: Action; outcome: string }> {
    if (action.type === 'request-return') await receiveSale(database, action.bookingId);
    try {
      const result = await transaction(database, (tx) => perform(tx, productId, action));
      if (action.type === 'book') {
        return { action: { ...action, bookingId: result }, outcome: 'done' };
      }
      return { action, outcome: action.type === 'pay' ? result : 'done' };
    } catch (error) {
      if (!(error instanceof Problem) || error.code === 'internal') throw error;
      return { action, outcome: error.code };
    }
  }

  function userWithId(id: string): KnownUser {
    const user = [seller, admin, ...buyers].find((one) => one.id === id);
    if (!user) throw new Error(`There is no user ${id}`);
    return user;
  }

  async function perform(tx: Tx, productId: string, action: Action): Promise<string> {
    const at = clock.now();
    switch (action.type) {
      case 'book': {
        const request = { productId, price: priceCents / 100, phone: '555', location: 'the pier' };
        const terms = { at, holdHours: runnerHoldHours };
        return bookItem(tx, userWithId(action.buyerId), request, terms);
      }
      case 'release':
        await releaseBooking(tx, userWithId(action.buyerId), action.bookingId, at);
        return '';
      case 'decline': {
        const { bookingId } = action;
        await declineBooking(tx, seller, { bookingId, reason: 'I keep it' }, at);
        return '';
      }
      case 'advertise':
        await changeProductStatus(tx, seller, { id: productId, status: action.status }, at);
        return '';
      case 'withdraw':
        await withdrawProduct(tx, seller, productId, at);
        return '';
      case 'pay': {
        const { bookingId, transactionId } = action;
        const paid = { bookingId, transactionId, amountCents: priceCents, provider: cards.name };
        return (await recordCharge(tx, paid, at)).state;
      }
      case 'request-return': {
        const { bookingId } = action;
        const [booking] = await sql<{ buyerId: string }[]>`
          select buyer_id as "buyerId" from bookings where id = ${bookingId}`;
        const buyer = userWithId(booking?.buyerId ?? '');
        return requestReturn(tx, buyer, { bookingId, reason: 'It hums' }, at);
      }
      case 'decide-return': {
        const { bookingId } = action;
        const decider = action.by === 'admin' ? admin : seller;
        await decideReturn(tx, decider, { bookingId, ...decisions[action.to] }, at);
        return '';
      }
    }
  }

  const runJob = (job: 'expire' | 'refund') =>
    job === 'expire' ? expireHolds(deps) : refundDue(deps);

  async function readState(productId: string): Promise<SaleModel> {
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

  async function close(): Promise<void> {
    await cards.close();
    await database.close();
  }

  return { database, clock, buyers, newProduct, charge, run, runJob, readState, close };
}
