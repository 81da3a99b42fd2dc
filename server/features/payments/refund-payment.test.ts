import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../database/transaction.ts';
import { addWishlistItem, receiveSale } from '../../testing/builders.ts';
import { faultyCards } from '../../testing/faulty-cards.ts';
import { manualClock, paymentSteps } from '../../testing/payment-steps.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { decideReturn, type ReturnDecision } from '../after-sale/decide-return.ts';
import { requestReturn } from '../after-sale/request-return.ts';
import { refundDue } from './refund-payment.ts';

let shop: TestShop;
const clock = manualClock();
const cards = faultyCards(() => shop, clock);
const { book, createIntent, addBookingWithIntent, recordPayment } = paymentSteps(
  () => shop,
  cards,
  clock,
);
const refund = () => refundDue({ database: shop.database, cards, clock });

beforeAll(async () => {
  shop = await createTestShop({ cards, clock, sandboxOptions: { deliver: async () => 200 } });
});
afterAll(() => shop.close());
beforeEach(async () => {
  cards.recover();
  await shop.database.sql`delete from payments where state = 'refund-due'`;
});

/** A sale whose return was requested. */
async function addReturnRequest() {
  const sale = await addBookingWithIntent();
  const { buyer, bookingId, transactionId } = sale;
  await cards.charge(transactionId);
  await recordPayment(buyer, { bookingId, transactionId });
  await receiveSale(shop.database, bookingId);
  await transaction(shop.database, (tx) =>
    requestReturn(tx, buyer, { bookingId, reason: 'Too loud' }, clock.now()),
  );
  return sale;
}

/** A sale whose instrument was given back, so that its refund is due. */
async function addGivenBackSale() {
  const sale = await addReturnRequest();
  const { seller, bookingId } = sale;
  const decide = (decision: ReturnDecision) =>
    transaction(shop.database, (tx) =>
      decideReturn(tx, seller, { bookingId, ...decision }, clock.now()),
    );
  await decide({ state: 'accepted', place: 'the pier' });
  await decide({ state: 'given-back' });
  return sale;
}

/** A charge after another buyer booked the product, whose first refund has failed. */
async function addLateCharge() {
  const sale = await addBookingWithIntent({ holdHours: 1 });
  const { buyer, bookingId, productId, transactionId } = sale;
  clock.forward(61);
  await book(await shop.make.user(), productId);
  await cards.charge(transactionId);
  cards.failNext('refund', 'before');
  const { status } = await recordPayment(buyer, { bookingId, transactionId });
  expect(status).toBe(409);
  return sale;
}

const stateOf = async (bookingId: string) => {
  const [row] = await shop.database.sql`
    select b.state, p.state as payment, p.refund_attempts as attempts, pr.status, r.state as return
    from bookings b join payments p on p.booking_id = b.id join products pr on pr.id = b.product_id
    left join returns r on r.booking_id = b.id where b.id = ${bookingId}`;
  return row;
};
const mailsOf = async (bookingId: string) => {
  const rows = await shop.database.sql`
    select kind || ' ' || reader as mail from queued_mails
    where subject_id = ${bookingId} and kind in ('refunded', 'returned') order by 1`;
  return rows.map(({ mail }) => mail);
};

describe('the refund of a return', () => {
  it('the refund of a return refunds the charge and puts the product on sale again', async () => {
    const { productId, bookingId, transactionId } = await addGivenBackSale();
    const wishId = await addWishlistItem(shop.database, { productId, paidAt: clock.now() });
    expect(await refund()).toBe(1);
    expect(await stateOf(bookingId)).toMatchObject({
      state: 'returned',
      payment: 'refunded',
      status: 'available',
      return: 'refunded',
    });
    expect(await cards.findIntent(transactionId)).toMatchObject({ refundedCents: 7_500 });
    const [wish] = await shop.database.sql`select paid_at from wishlist_items where id = ${wishId}`;
    expect(wish?.paid_at).toBeNull();
    expect(await mailsOf(bookingId)).toEqual(['refunded buyer', 'returned seller']);
    expect(await refund()).toBe(0);
  });

  it('a returned product can be booked and paid by another buyer', async () => {
    const { productId } = await addGivenBackSale();
    await refund();
    const next = await shop.make.user();
    const bookingId = await book(next, productId);
    const { body } = await createIntent(next, bookingId);
    await cards.charge(body.transactionId ?? '');
    const paid = await recordPayment(next, { bookingId, transactionId: body.transactionId });
    expect(paid.status).toBe(201);
  });

  it('a refund does not change the response to a repeated recordPayment', async () => {
    const { buyer, bookingId, transactionId } = await addGivenBackSale();
    await refund();
    expect((await recordPayment(buyer, { bookingId, transactionId })).status).toBe(201);
  });

  it('a refund does not put a product of a removed seller on sale', async () => {
    const { productId, bookingId, seller } = await addGivenBackSale();
    await shop.database.sql`update users set removed_at = now() where id = ${seller.id}`;
    await refund();
    expect(await stateOf(bookingId)).toMatchObject({ payment: 'refunded', status: 'available' });
    const [product] = await shop.database.sql`
      select withdrawn_at as at from products where id = ${productId}`;
    expect(product?.at).not.toBeNull();
  });

  it('a refund of a second charge of the booking does not undo the sale', async () => {
    const { bookingId } = await addReturnRequest();
    const again = await cards.createIntent({
      bookingId,
      amountCents: 7_500,
      idempotencyKey: `second-${bookingId}`,
      description: '',
      buyerEmail: '',
    });
    await cards.charge(again.id);
    const sent = cards.webhook(again.id);
    await shop.app.inject({ method: 'POST', url: '/api/webhooks/cards', ...sent });
    expect(await cards.refundCount(again.id)).toBe(1);
    const [sale] = await shop.database.sql`
      select b.state, p.status from bookings b join products p on p.id = b.product_id
      where b.id = ${bookingId}`;
    expect(sale).toEqual({ state: 'paid', status: 'sold' });
  });
});

describe('a refund that fails', () => {
  it.each(['before', 'after'] as const)(
    '%s the provider acted is tried again and made once',
    async (when) => {
      const { bookingId, transactionId } = await addGivenBackSale();
      cards.failNext('refund', when);
      await expect(refund()).rejects.toThrow('Some refunds failed');
      expect(await stateOf(bookingId)).toMatchObject({ payment: 'refund-due', status: 'sold' });
      clock.forward(1);
      expect(await refund()).toBe(1);
      expect(await cards.refundCount(transactionId)).toBe(1);
      expect(await stateOf(bookingId)).toMatchObject({ state: 'returned', payment: 'refunded' });
      // The second attempt returned the same refund; it was not refused as a second one.
      const [payment] = await shop.database.sql`
        select provider_refund_id as refund from payments where booking_id = ${bookingId}`;
      expect(payment?.refund).toMatch(/^re_/);
    },
  );

  it('a refund that fails is tried again after growing pauses', async () => {
    const { bookingId } = await addLateCharge();
    const attemptMinutes: number[] = [];
    for (let minute = 0; minute < 40; minute += 1) {
      cards.failNext('refund', 'before');
      const before = cards.calls('refund');
      await refund().catch(() => undefined);
      if (cards.calls('refund') > before) attemptMinutes.push(minute);
      clock.forward(1);
    }
    expect(attemptMinutes).toEqual([1, 3, 7, 15, 31]);
    expect(await stateOf(bookingId)).toMatchObject({ payment: 'refund-due', attempts: 6 });
  });

  it('a refund that fails is reported with the payment id and without personal data', async () => {
    const { bookingId, buyer } = await addLateCharge();
    clock.forward(1);
    cards.failNext('refund', 'before');
    const failed = await refund().catch((error: unknown) => error);
    const [payment] = await shop.database.sql`
      select id from payments where booking_id = ${bookingId}`;
    const message = String((failed as AggregateError).errors[0]);
    expect(message).toContain(`The refund of payment ${payment?.id} failed (attempt 2)`);
    expect(message).not.toContain(buyer.email);
  });

  it('a refund that fails because the provider has refunded the charge counts as refunded', async () => {
    const { bookingId, transactionId } = await addGivenBackSale();
    await cards.update(transactionId, { refundedCents: 7_500 });
    expect(await refund()).toBe(1);
    expect(await stateOf(bookingId)).toMatchObject({ state: 'returned', payment: 'refunded' });
    expect(await cards.refundCount(transactionId)).toBe(0);
  });

  it('a refund of another provider’s charge stays due and names that provider', async () => {
    const { bookingId } = await addGivenBackSale();
    await shop.database
      .sql`update payments set provider = 'stripe' where booking_id = ${bookingId}`;
    const failed = await refund().catch((error: unknown) => error);
    const [{ cause }] = (failed as AggregateError).errors;
    expect(String(cause)).toContain('It was charged by stripe');
    expect(await stateOf(bookingId)).toMatchObject({ payment: 'refund-due' });
  });

  it('a refund is made once when several servers refund simultaneously', async () => {
    const { bookingId, transactionId } = await addGivenBackSale();
    await Promise.all([refund(), refund(), refund()]);
    expect(await cards.refundCount(transactionId)).toBe(1);
    expect(await mailsOf(bookingId)).toEqual(['refunded buyer', 'returned seller']);
  });
});
