import { Problem } from '../core/problem.ts';
import { type Tx, transaction } from '../database/transaction.ts';
import { bookItem } from '../features/bookings/book-item.ts';
import { releaseBooking } from '../features/bookings/release-booking.ts';
import { changeProductStatus } from '../features/products/change-product.ts';
import type { KnownUser } from '../features/users/find-user.ts';
import { decideReturn } from '../workflows/decide-return.ts';
import { expireHolds } from '../workflows/expire-holds.ts';
import { recordCharge } from '../workflows/record-charge.ts';
import { refundDue } from '../workflows/refund-payment.ts';
import { requestReturn } from '../workflows/request-return.ts';
import { withdrawProduct } from '../workflows/withdraw-product.ts';
import { addImage, addProduct } from './builders.ts';
import { fakeCards } from './fake-cards.ts';
import { featureBuilders } from './feature-builders.ts';
import { movableClock } from './paying.ts';
import type { Action, ModelBooking, ModelPayment, SaleModel } from './sale-model.ts';
import { createTestDatabase } from './test-database.ts';

const priceCents = 7_500;
export const laneHoldHours = 2;

export type SaleLane = Awaited<ReturnType<typeof openSaleLane>>;

/**
 * A database of its own with people in it, who sell and buy one product after another: what `sale-model.ts` thinks, done
 * by the shop's own deeds.
 */
export async function openSaleLane() {
  const database = await createTestDatabase();
  const cards = fakeCards();
  const clock = movableClock();
  const make = featureBuilders(database);
  const seller = await make.user({ role: 'seller' });
  const admin = await make.user({ role: 'admin' });
  const buyers = [await make.user(), await make.user(), await make.user()];
  const imageId = await addImage(database);
  const deps = { database, cards, clock };

  const newProduct = () => addProduct(database, { sellerId: seller.id, imageId, priceCents });

  /** An intent of this booking at the provider, charged; the same number is the same intent. */
  async function charge(bookingId: string, number: number): Promise<string> {
    const intent = await cards.createIntent({
      ...{ bookingId, amountCents: priceCents, description: 'a violin', buyerEmail: 'a@b.test' },
      idempotencyKey: `${bookingId}-${number}`,
    });
    cards.charge(intent.id);
    return intent.id;
  }

  /** @returns what whoever does it hears, as the model says it, and the deed with the ids that came of it */
  async function act(productId: string, deed: Action): Promise<{ deed: Action; heard: string }> {
    try {
      const result = await transaction(database, (tx) => change(tx, productId, deed));
      if (deed.deed === 'book') return { deed: { ...deed, bookingId: result }, heard: 'done' };
      return { deed, heard: deed.deed === 'pay' ? result : 'done' };
    } catch (error) {
      if (!(error instanceof Problem) || error.code === 'internal') throw error;
      return { deed, heard: error.code };
    }
  }

  function personOf(id: string): KnownUser {
    const person = [seller, admin, ...buyers].find((one) => one.id === id);
    if (!person) throw new Error(`Nobody is ${id}`);
    return person;
  }

  async function change(tx: Tx, productId: string, deed: Action): Promise<string> {
    const at = clock.now();
    switch (deed.deed) {
      case 'book': {
        const wish = { productId, price: priceCents / 100, phone: '555', location: 'the pier' };
        return bookItem(tx, personOf(deed.buyerId), wish, { at, holdHours: laneHoldHours });
      }
      case 'release':
        await releaseBooking(tx, personOf(deed.buyerId), deed.bookingId, at);
        return '';
      case 'advertise':
        await changeProductStatus(tx, seller, { id: productId, status: deed.status }, at);
        return '';
      case 'withdraw':
        await withdrawProduct(tx, seller, productId, at);
        return '';
      case 'pay': {
        const { bookingId, transactionId } = deed;
        const paid = { bookingId, transactionId, amountCents: priceCents, provider: cards.name };
        return (await recordCharge(tx, paid, at)).state;
      }
      case 'ask-return': {
        const [row] = await database.sql<{ buyerId: string }[]>`
          select buyer_id as "buyerId" from bookings where id = ${deed.bookingId}`;
        const wish = { bookingId: deed.bookingId, reason: 'It hums' };
        return requestReturn(tx, personOf(row?.buyerId ?? ''), wish, at);
      }
      case 'decide': {
        const decision = { bookingId: deed.bookingId, state: deed.to };
        await decideReturn(tx, deed.by === 'admin' ? admin : seller, decision, at);
        return '';
      }
    }
  }

  const chore = (name: 'expire' | 'refund') =>
    name === 'expire' ? expireHolds(deps) : refundDue(deps);

  async function look(productId: string): Promise<SaleModel> {
    const { sql } = database;
    const [[product], bookings, payments] = await Promise.all([
      sql<Pick<SaleModel, 'status' | 'isWithdrawn' | 'soldBy'>[]>`
        select status, withdrawn_at is not null as "isWithdrawn", sold_booking_id as "soldBy"
        from products where id = ${productId}`,
      sql<ModelBooking[]>`
        select b.id, b.buyer_id as "buyerId", b.state, b.release_reason as "releaseReason",
          b.hold_expires_at as "holdExpiresAt", b.paid_at as "paidAt", r.state as wish
        from bookings b left join returns r on r.booking_id = b.id where b.product_id = ${productId}`,
      sql<ModelPayment[]>`
        select transaction_id as "transactionId", booking_id as "bookingId", state,
          refund_reason as "refundReason" from payments where product_id = ${productId}`,
    ]);
    if (!product) throw new Error('The product is gone');
    return { ...product, bookings: [...bookings], payments: [...payments] };
  }

  return {
    ...{ database, cards, clock, buyers, newProduct, charge, act, chore, look },
    close: () => database.close(),
  };
}
