import { afterAll, describe, expect, it } from 'vitest';
import type { Booking } from '#contract/bookings/bookings.ts';
import type { Tasks } from '#contract/overview/tasks.ts';
import { apiClient } from '../../testing/api-client.ts';
import { createPeople, daysAgo } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';

interface Reply {
  modifiedCount: number;
  detail?: string;
}

const ask = apiClient(() => shop);
const shop: TestShop = await createTestShop();
afterAll(() => shop.close());
const who = createPeople(shop.database);
const [admin, seller] = await Promise.all([who.admin(), who.seller()]);

const call = (user: KnownUser, id: string, step: string, method: 'POST' | 'PUT', payload: object) =>
  ask<Reply>(user, `/bookings/${id}/${step}`, { method, payload });
const request = (user: KnownUser, id: string, reason = 'I found another') =>
  call(user, id, 'cancellation-request', 'POST', { reason });
const answer = (user: KnownUser, id: string, state: 'accepted' | 'declined') =>
  call(user, id, 'cancellation-request', 'PUT', { state });
const send = (id: string) => call(seller, id, 'sent', 'POST', { carrier: 'DHL' });
const handOver = (id: string) =>
  call(seller, id, 'handover', 'POST', { code: shop.saleCodes.codeOf('handover', id) });
const fulfilmentOf = async (user: KnownUser, id: string) =>
  (await ask<Booking>(user, `/bookings/${id}`)).body.fulfilment;

async function mailsOf(bookingId: string) {
  const rows = await shop.database.sql<{ mail: string }[]>`
    select kind || ' to ' || reader as mail from queued_mails
    where subject_id = ${bookingId} and kind like '%cancel%' order by mail`;
  return rows.map(({ mail }) => mail);
}

describe('asking the seller to cancel', () => {
  it('a buyer asks once, and the seller is told why and finds it on the dashboard', async () => {
    const own = await who.seller();
    const { buyer, bookingId } = await who.sell(own);
    expect((await request(buyer, bookingId)).body).toMatchObject({ modifiedCount: 1 });
    expect((await request(buyer, bookingId, 'Once more')).body).toMatchObject({ modifiedCount: 0 });
    for (const side of [buyer, own]) {
      expect(await fulfilmentOf(side, bookingId)).toMatchObject({
        state: 'awaiting',
        cancellationRequest: { reason: 'I found another', time: expect.any(String) },
      });
    }
    expect(await mailsOf(bookingId)).toEqual(['cancellation-requested to seller']);
    const { body } = await ask<Tasks>(own, '/tasks');
    expect(body.bookings).toMatchObject([{ kind: 'answer-cancellation', bookingId }]);
  });

  it('only the buyer can ask the seller to cancel, with a reason', async () => {
    const { buyer, bookingId } = await who.sell(seller);
    for (const other of [seller, admin, await who.buyer()]) {
      expect((await request(other, bookingId)).status).toBe(404);
    }
    expect((await request(buyer, bookingId, ' ')).status).toBe(400);
  });

  it('a request to cancel ends when the buyer may cancel alone', async () => {
    const { buyer, bookingId } = await who.sell(seller, daysAgo(14));
    expect(await request(buyer, bookingId)).toMatchObject({
      status: 409,
      body: { detail: 'You can cancel this sale yourself now' },
    });
  });

  it('a request to cancel is refused before the payment, and when no one could answer', async () => {
    const buyer = await who.buyer();
    const productId = await who.make.product(seller.id);
    expect((await request(buyer, await who.book(buyer, productId))).status).toBe(409);
    const gone = await who.seller();
    const sale = await who.sell(gone);
    await who.remove(admin, gone);
    expect((await request(sale.buyer, sale.bookingId)).status).toBe(409);
  });

  it('a request to cancel is refused once the instrument is sent or handed over, and void from then on', async () => {
    for (const step of [send, handOver]) {
      const { buyer, bookingId } = await who.sell(seller);
      await request(buyer, bookingId);
      expect((await step(bookingId)).status).toBe(200);
      expect((await answer(seller, bookingId, 'accepted')).status).toBe(409);
      expect((await answer(seller, bookingId, 'declined')).status).toBe(409);
      expect((await request(buyer, bookingId)).status).toBe(409);
    }
  });
});

describe('the answer to a request to cancel', () => {
  it('a seller who accepts cancels the sale and refunds it', async () => {
    const { buyer, bookingId, paymentId } = await who.sell(seller);
    await request(buyer, bookingId);
    expect((await answer(seller, bookingId, 'accepted')).body).toMatchObject({ modifiedCount: 1 });
    expect((await answer(seller, bookingId, 'accepted')).body).toMatchObject({ modifiedCount: 0 });
    expect(await fulfilmentOf(buyer, bookingId)).toMatchObject({
      state: 'cancelled',
      cancelReason: 'The buyer asked for it',
    });
    const [payment] = await shop.database.sql`select state from payments where id = ${paymentId}`;
    expect(payment).toEqual({ state: 'refund-due' });
    expect(await mailsOf(bookingId)).toEqual([
      'cancellation-requested to seller',
      'sale-cancelled to buyer',
      'sale-cancelled to seller',
    ]);
  });

  it('a seller who declines tells the buyer, who cannot ask again', async () => {
    const { buyer, bookingId } = await who.sell(seller);
    await request(buyer, bookingId);
    expect((await answer(seller, bookingId, 'declined')).body).toMatchObject({ modifiedCount: 1 });
    expect((await answer(seller, bookingId, 'declined')).body).toMatchObject({ modifiedCount: 0 });
    expect((await fulfilmentOf(buyer, bookingId))?.cancellationRequest?.declinedAt).toBeDefined();
    expect(await mailsOf(bookingId)).toContain('cancellation-declined to buyer');
    expect((await request(buyer, bookingId)).status).toBe(409);
    expect((await handOver(bookingId)).status).toBe(200);
  });

  it('only the seller can answer a request to cancel, and only one that was made', async () => {
    const { buyer, bookingId } = await who.sell(seller);
    expect((await answer(seller, bookingId, 'declined')).status).toBe(409);
    expect((await answer(seller, bookingId, 'accepted')).status).toBe(409);
    await request(buyer, bookingId);
    for (const other of [buyer, admin]) {
      expect((await answer(other, bookingId, 'accepted')).status).toBe(404);
    }
  });

  it('a sale is either sent or cancelled when both happen together', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { buyer, bookingId, paymentId } = await who.sell(seller);
      await request(buyer, bookingId);
      const both = await Promise.all([answer(seller, bookingId, 'accepted'), send(bookingId)]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      const [row] = await shop.database.sql`
        select f.state as fulfilment, m.state as payment from fulfilments f
        join payments m on m.booking_id = f.booking_id
        where f.booking_id = ${bookingId} and m.id = ${paymentId}`;
      expect([
        { fulfilment: 'cancelled', payment: 'refund-due' },
        { fulfilment: 'sent', payment: 'recorded' },
      ]).toContainEqual(row);
    }
  });
});
