import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../database/transaction.ts';
import { addWishlistItem } from '../testing/builders.ts';
import { fakeCards } from '../testing/fake-cards.ts';
import { movableClock, paying } from '../testing/paying.ts';
import { createTestShop, type TestShop } from '../testing/test-shop.ts';
import { decideReturn } from './decide-return.ts';
import { refundDue } from './refund-payment.ts';
import { requestReturn } from './request-return.ts';

let shop: TestShop;
const cards = fakeCards();
const clock = movableClock();
const { book, open, opened, record } = paying(() => shop, cards, clock);
const refund = () => refundDue({ database: shop.database, cards, clock });

beforeAll(async () => {
  shop = await createTestShop({ cards, clock });
});
afterAll(() => shop.close());
beforeEach(async () => {
  cards.recover();
  await shop.database.sql`delete from payments where state = 'refund-due'`;
});

/** Sold, and its return asked for. */
async function toReturn() {
  const sale = await opened();
  const { buyer, bookingId, transactionId } = sale;
  cards.charge(transactionId);
  await record(buyer, { bookingId, transactionId });
  await transaction(shop.database, (tx) =>
    requestReturn(tx, buyer, { bookingId, reason: 'Too loud' }, clock.now()),
  );
  return sale;
}

async function returned() {
  const sale = await toReturn();
  const { seller, bookingId } = sale;
  await transaction(shop.database, (tx) =>
    decideReturn(tx, seller, { bookingId, state: 'accepted' }, clock.now()),
  );
  return sale;
}

/** Charged when somebody else had the product already; the provider did not take the refund. */
async function late() {
  const sale = await opened({ holdHours: 1 });
  const { buyer, bookingId, productId, transactionId } = sale;
  clock.forward(61);
  await book(await shop.make.user(), productId);
  cards.charge(transactionId);
  cards.lose('refund', 'before');
  const { status } = await record(buyer, { bookingId, transactionId });
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
    select kind || ' ' || reader as mail from mails
    where booking_id = ${bookingId} and kind in ('refunded', 'returned') order by 1`;
  return rows.map(({ mail }) => mail);
};

describe('the refund of a return', () => {
  it('sends the money back and puts the instrument on sale again', async () => {
    const { productId, bookingId, transactionId } = await returned();
    const wishId = await addWishlistItem(shop.database, { productId, paidAt: clock.now() });
    expect(await refund()).toBe(1);
    expect(await stateOf(bookingId)).toMatchObject({
      ...{ state: 'returned', payment: 'refunded', status: 'available', return: 'refunded' },
    });
    expect(cards.intents.get(transactionId)?.refundedCents).toBe(7_500);
    const [wish] = await shop.database.sql`select paid_at from wishlist_items where id = ${wishId}`;
    expect(wish?.paid_at).toBeNull();
    expect(await mailsOf(bookingId)).toEqual(['refunded buyer', 'returned seller']);
    expect(await refund()).toBe(0);
  });

  it('lets somebody else book and pay the instrument', async () => {
    const { productId } = await returned();
    await refund();
    const next = await shop.make.user();
    const bookingId = await book(next, productId);
    const { body } = await open(next, bookingId);
    cards.charge(body.transactionId ?? '');
    const paid = await record(next, { bookingId, transactionId: body.transactionId });
    expect(paid.status).toBe(201);
  });

  it('leaves the claim of the payment as it was answered', async () => {
    const { buyer, bookingId, transactionId } = await returned();
    await refund();
    expect((await record(buyer, { bookingId, transactionId })).status).toBe(201);
  });

  it('puts nothing on sale of a seller who has left', async () => {
    const { productId, bookingId, seller } = await returned();
    await shop.database.sql`update users set removed_at = now() where id = ${seller.id}`;
    await refund();
    expect(await stateOf(bookingId)).toMatchObject({ payment: 'refunded', status: 'available' });
    const [product] = await shop.database.sql`
      select withdrawn_at as at from products where id = ${productId}`;
    expect(product?.at).not.toBeNull();
  });

  it('does not undo the sale when a second charge of the booking goes back', async () => {
    const { bookingId } = await toReturn();
    const again = await cards.createIntent({
      ...{ bookingId, amountCents: 7_500, idempotencyKey: `second-${bookingId}` },
      ...{ description: '', buyerEmail: '' },
    });
    cards.charge(again.id);
    const sent = cards.webhook(again.id);
    await shop.app.inject({ method: 'POST', url: '/api/webhooks/cards', ...sent });
    expect(cards.refunds.get(again.id)).toBe(1);
    const [sale] = await shop.database.sql`
      select b.state, p.status from bookings b join products p on p.id = b.product_id
      where b.id = ${bookingId}`;
    expect(sale).toEqual({ state: 'paid', status: 'sold' });
  });
});

describe('a refund that fails', () => {
  it.each(['before', 'after'] as const)(
    '%s the provider acted is tried again and sent once',
    async (when) => {
      const { bookingId, transactionId } = await returned();
      cards.lose('refund', when);
      await expect(refund()).rejects.toThrow('Some refunds failed');
      expect(await stateOf(bookingId)).toMatchObject({ payment: 'refund-due', status: 'sold' });
      clock.forward(1);
      expect(await refund()).toBe(1);
      expect(cards.refunds.get(transactionId)).toBe(1);
      expect(await stateOf(bookingId)).toMatchObject({ state: 'returned', payment: 'refunded' });
      // It was the same refund again, not a second one that the provider had to refuse.
      const [payment] = await shop.database.sql`
        select provider_refund_id as refund from payments where booking_id = ${bookingId}`;
      expect(payment?.refund).toMatch(/^re_/);
    },
  );

  it('waits longer each time', async () => {
    const { bookingId } = await late();
    const tries: number[] = [];
    for (let minute = 0; minute < 40; minute += 1) {
      cards.lose('refund', 'before');
      const before = cards.calls('refund');
      await refund().catch(() => undefined);
      if (cards.calls('refund') > before) tries.push(minute);
      clock.forward(1);
    }
    expect(tries).toEqual([1, 3, 7, 15, 31]);
    expect(await stateOf(bookingId)).toMatchObject({ payment: 'refund-due', attempts: 6 });
  });

  it('names its payment, and nobody', async () => {
    const { bookingId, buyer } = await late();
    clock.forward(1);
    cards.lose('refund', 'before');
    const failed = await refund().catch((error: unknown) => error);
    const [payment] = await shop.database.sql`
      select id from payments where booking_id = ${bookingId}`;
    const words = String((failed as AggregateError).errors[0]);
    expect(words).toContain(`The refund of payment ${payment?.id} failed (attempt 2)`);
    expect(words).not.toContain(buyer.email);
  });

  it('because somebody sent the money back by hand is done', async () => {
    const { bookingId, transactionId } = await returned();
    cards.change(transactionId, { refundedCents: 7_500 });
    expect(await refund()).toBe(1);
    expect(await stateOf(bookingId)).toMatchObject({ state: 'returned', payment: 'refunded' });
    expect(cards.refunds.get(transactionId)).toBeUndefined();
  });

  it('because another provider took the card stays due, and says so', async () => {
    const { bookingId } = await returned();
    await shop.database
      .sql`update payments set provider = 'sandbox' where booking_id = ${bookingId}`;
    const failed = await refund().catch((error: unknown) => error);
    const [{ cause }] = (failed as AggregateError).errors;
    expect(String(cause)).toContain('It was charged by sandbox');
    expect(await stateOf(bookingId)).toMatchObject({ payment: 'refund-due' });
  });

  it('at once on two servers is sent once', async () => {
    const { bookingId, transactionId } = await returned();
    await Promise.all([refund(), refund(), refund()]);
    expect(cards.refunds.get(transactionId)).toBe(1);
    expect(await mailsOf(bookingId)).toEqual(['refunded buyer', 'returned seller']);
  });
});
