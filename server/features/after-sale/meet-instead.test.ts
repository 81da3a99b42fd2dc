import { afterAll, describe, expect, it } from 'vitest';
import type { Booking } from '#contract/bookings/bookings.ts';
import { apiClient } from '../../testing/api-client.ts';
import { manualClock } from '../../testing/payment-steps.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';
import { completeSales } from './complete-sales.ts';
import { remindOfSaleTimes } from './remind-of-sale-times.ts';

interface Reply {
  modifiedCount: number;
  detail?: string;
  errors?: { field: string }[];
}

const ask = apiClient(() => shop);
const clock = manualClock();
const shop: TestShop = await createTestShop({ clock });
afterAll(() => shop.close());
const { database } = shop;
const { sql } = database;
const deps = { database, clock };
const who = createPeople(database);
const [admin, seller] = await Promise.all([who.admin(), who.seller()]);
const day = 24 * 60;

const sell = () => who.sellShipped(seller, clock.now());
const post = (user: KnownUser, id: string, step: string, payload: object = {}) =>
  ask<Reply>(user, `/bookings/${id}/${step}`, { method: 'POST', payload });
const meet = (user: KnownUser, id: string, agrees = true) =>
  ask<Reply>(user, `/bookings/${id}/meeting`, { method: 'PUT', payload: { agrees } });
const handOver = (id: string) =>
  post(seller, id, 'handover', { code: shop.saleCodes.codeOf('handover', id) });
const read = async (user: KnownUser, id: string) =>
  (await ask<Booking>(user, `/bookings/${id}`)).body;
const mailsOf = async (id: string) => {
  const rows = await sql<{ mail: string }[]>`
    select kind || ' ' || reader as mail from queued_mails
    where subject_id = ${id} and kind like 'meeting%' order by 1`;
  return rows.map(({ mail }) => mail);
};
const paymentOf = async (id: string) => {
  const [payment] = await sql`
    select state, refund_cents as "refundCents", refund_shipping_cents as "shippingCents",
      refund_reason as reason from payments where booking_id = ${id}`;
  return payment;
};

describe('an instrument that is to be sent', () => {
  it('an instrument that is to be sent has no code, and nobody can enter one', async () => {
    const { buyer, bookingId: id } = await sell();
    for (const user of [buyer, seller, admin]) {
      expect(JSON.stringify(await read(user, id))).not.toContain(
        shop.saleCodes.codeOf('handover', id),
      );
    }
    expect(await read(seller, id)).toMatchObject({
      address: { city: 'Leith' },
      fulfilment: {
        state: 'awaiting',
        cancelFrom: new Date(clock.now().getTime() + 3 * 86_400_000).toISOString(),
      },
    });
    expect(await handOver(id)).toMatchObject({
      status: 409,
      body: { detail: 'It is to be sent. If you meet after all, both of you have to say so first' },
    });
    expect(await post(buyer, id, 'received')).toMatchObject({ body: { modifiedCount: 1 } });
    expect((await read(buyer, id)).fulfilment?.method).toBe('shipping');
  });

  it('its buyer may cancel when the days of its seller are over, as they were at the booking, and both are told a day before', async () => {
    const [{ buyer, bookingId: id, productId }, running] = await Promise.all([sell(), sell()]);
    await sql`update products set dispatch_days = 9 where id = ${productId}`;
    await sql`update bookings set dispatch_days = null where id = ${running.bookingId}`;
    expect((await post(buyer, id, 'cancel', { reason: 'Too late' })).status).toBe(409);
    clock.forward(2 * day);
    await remindOfSaleTimes(deps);
    const reminded = await sql`
      select subject_id from queued_mails
      where kind = 'may-cancel' and subject_id in (${id}, ${running.bookingId})`;
    expect(reminded.map(({ subject_id }) => subject_id)).toEqual([id, id]);
    clock.forward(day);
    const late = { reason: 'Too late' };
    expect((await post(running.buyer, running.bookingId, 'cancel', late)).status).toBe(409);
    expect(await post(buyer, id, 'cancel', late)).toMatchObject({ body: { modifiedCount: 1 } });
  });
});

describe('meeting instead of sending', () => {
  it('once both would rather meet there is a code and no address, and it cannot be sent any more', async () => {
    const { buyer, bookingId: id } = await sell();
    expect(await meet(buyer, id)).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    expect(await meet(buyer, id)).toMatchObject({ status: 200, body: { modifiedCount: 0 } });
    expect((await read(buyer, id)).fulfilment).toMatchObject({ meeting: { askedBy: 'buyer' } });
    expect((await read(buyer, id)).fulfilment).not.toHaveProperty('code');
    expect(await mailsOf(id)).toEqual(['meeting-asked seller']);
    clock.forward(1);
    const replies = await Promise.all([meet(seller, id), meet(seller, id)]);
    expect(replies.map(({ body }) => body.modifiedCount).sort()).toEqual([0, 1]);
    expect(await mailsOf(id)).toEqual([
      'meeting-agreed buyer',
      'meeting-agreed seller',
      'meeting-asked seller',
    ]);
    const booking = await read(buyer, id);
    expect(booking).toMatchObject({
      location: '',
      fulfilment: {
        code: shop.saleCodes.codeOf('handover', id),
        cancelFrom: new Date(clock.now().getTime() - 60_000 + 14 * 86_400_000).toISOString(),
        meeting: { askedBy: 'buyer', agreedAt: clock.now().toISOString() },
      },
    });
    for (const user of [buyer, seller, admin]) {
      expect(JSON.stringify(await read(user, id))).not.toMatch(/Quay Street|Leith/);
    }
    expect((await post(seller, id, 'sent', { carrier: 'DHL' })).status).toBe(409);
    expect((await meet(seller, id, false)).status).toBe(409);
    expect(await handOver(id)).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
  });

  it('one who says no ends what either has asked, and is not mailed about it again', async () => {
    const { buyer, bookingId: id } = await sell();
    for (const user of [buyer, seller]) {
      expect(await meet(buyer, id)).toMatchObject({ body: { modifiedCount: 1 } });
      expect(await meet(user, id, false)).toMatchObject({ body: { modifiedCount: 1 } });
      expect(await meet(user, id, false)).toMatchObject({ body: { modifiedCount: 0 } });
      expect((await read(seller, id)).fulfilment).not.toHaveProperty('meeting');
    }
    expect(await mailsOf(id)).toEqual(['meeting-asked seller']);
    expect((await post(seller, id, 'sent', { carrier: 'DHL' })).status).toBe(200);
    expect((await meet(buyer, id)).status).toBe(409);
  });

  it('only one of sending and agreeing at the same time counts', async () => {
    const { buyer, bookingId: id } = await sell();
    await meet(seller, id);
    const [agreed, sent] = await Promise.all([
      meet(buyer, id),
      post(seller, id, 'sent', { carrier: 'DHL' }),
    ]);
    expect([agreed.status, sent.status].sort()).toEqual([200, 409]);
  });

  it('nobody meets instead for what is fetched, and strangers and admins do not', async () => {
    const { buyer, bookingId: fetched } = await who.sell(seller, clock.now());
    expect(await meet(buyer, fetched)).toMatchObject({
      status: 409,
      body: { detail: 'Nothing is shipped for this booking' },
    });
    const { bookingId: id } = await sell();
    for (const user of [admin, buyer]) expect((await meet(user, id)).status).toBe(404);
  });

  async function handedOver() {
    const sale = await sell();
    for (const user of [sale.buyer, seller]) await meet(user, sale.bookingId);
    await handOver(sale.bookingId);
    return sale;
  }

  it('the price of shipping goes back with the end of the sale, and all else to the seller', async () => {
    const { buyer, bookingId: id } = await handedOver();
    expect((await read(seller, id)).earnings).toMatchObject({ amount: 120.5, payout: 'pending' });
    clock.forward(4 * day);
    await Promise.all([completeSales(deps), completeSales(deps)]);
    expect(await paymentOf(id)).toEqual({
      state: 'refund-due',
      refundCents: 1_250,
      shippingCents: 1_250,
      reason: 'They met, so it was not sent',
    });
    expect(await read(buyer, id)).toMatchObject({
      refund: { amount: 12.5, shipping: 12.5, state: 'due' },
      fulfilment: { state: 'completed' },
    });
    const [released] = await sql`
      select amount_cents as cents from ledger_entries where booking_id = ${id} and kind = 'release'`;
    expect(released).toEqual({ cents: 12_050 });
  });

  it('a decision of a dispute gives back at least what was paid for shipping', async () => {
    const { buyer, bookingId: id } = await handedOver();
    const contested = { state: 'contested', reason: 'It sounded' };
    await post(buyer, id, 'return', { reason: 'It does not sound' });
    await ask(seller, `/bookings/${id}/return`, { method: 'PUT', payload: contested });
    const decide = (refund: number, shippingRefund?: number) =>
      ask<Reply>(admin, `/bookings/${id}/dispute`, {
        method: 'PUT',
        payload: { refund, shippingRefund, goesBack: false, reason: 'As the pictures show' },
      });
    for (const [field, refused] of [
      ['refund', decide(12)],
      ['shippingRefund', decide(50, 10)],
    ] as const) {
      expect(await refused).toMatchObject({ status: 400, body: { errors: [{ field }] } });
    }
    expect((await decide(30)).status).toBe(200);
    expect(await decide(30)).toMatchObject({ status: 200, body: { modifiedCount: 0 } });
    expect(await paymentOf(id)).toMatchObject({ refundCents: 3_000, shippingCents: 1_250 });
  });
});
