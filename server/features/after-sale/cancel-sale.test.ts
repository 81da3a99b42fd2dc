import { afterAll, describe, expect, it } from 'vitest';
import type { Booking } from '#contract/bookings/bookings.ts';
import { transaction } from '../../database/transaction.ts';
import { apiClient } from '../../testing/api-client.ts';
import { openTestSandbox } from '../../testing/faulty-cards.ts';
import { manualClock } from '../../testing/payment-steps.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { recordCharge } from '../payments/record-charge.ts';
import { refundDue } from '../payments/refund-payment.ts';
import type { KnownUser } from '../users/find-user.ts';
import { queueWishlistAlerts } from '../wishlist/queue-wishlist-alerts.ts';

interface Reply {
  modifiedCount: number;
  detail?: string;
  code?: string;
}

const ask = apiClient(() => shop);
const clock = manualClock();
const shop: TestShop = await createTestShop({ clock });
afterAll(() => shop.close());
const { cards } = openTestSandbox(shop.database, clock);
const who = createPeople(shop.database);
const [admin, seller] = await Promise.all([who.admin(), who.seller()]);
const { sql } = shop.database;

/** A sale whose charge the sandbox can refund. */
async function sell(by = seller) {
  const buyer = await who.buyer();
  const productId = await shop.make.product(by.id, { at: clock.now() });
  const bookingId = await who.book(buyer, productId, clock.now());
  const transactionId = `pi_sandbox_${bookingId}`;
  await sql`
    insert into sandbox_intents (id, client_secret, amount_cents, booking_id, description, state,
      idempotency_key, created_at, changed_at)
    values (${transactionId}, 'secret', 12050, ${bookingId}, 'Trumpet', 'succeeded', ${bookingId},
      now(), now())`;
  const charge = { bookingId, amountCents: 12_050, provider: 'sandbox', transactionId };
  await transaction(shop.database, (tx) => recordCharge(tx, charge, clock.now()));
  return { buyer, productId, bookingId };
}

const post = (user: KnownUser, id: string, step: string, payload: object) =>
  ask<Reply>(user, `/bookings/${id}/${step}`, { method: 'POST', payload });
const cancel = (user: KnownUser, id: string, reason = 'It fell down the stairs') =>
  post(user, id, 'cancel', { reason });
const handOver = (id: string) =>
  post(seller, id, 'handover', { code: shop.saleCodes.codeOf('handover', id) });
const refund = () => refundDue({ database: shop.database, cards, clock });

async function states(id: string) {
  const [row] = await sql`
    select b.state as booking, p.status as product, f.state as fulfilment, m.state as payment
    from bookings b join products p on p.id = b.product_id join payments m on m.booking_id = b.id
    join fulfilments f on f.booking_id = b.id where b.id = ${id}`;
  return row;
}

const balance = async (id: string) => {
  const [row] = await sql<{ cents: number }[]>`
    select coalesce(sum(case when credit like 'pending:%' then amount_cents else -amount_cents end), 0)::int as cents
    from ledger_entries where booking_id = ${id}`;
  return row?.cents;
};

describe('cancelling a sale', () => {
  it('a seller who cancels a sale refunds the buyer, and the product is on sale again', async () => {
    const { buyer, bookingId: id } = await sell();
    expect(await cancel(seller, id)).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    expect(await states(id)).toEqual({
      booking: 'paid',
      product: 'sold',
      fulfilment: 'cancelled',
      payment: 'refund-due',
    });
    const { body } = await ask<Booking>(buyer, `/bookings/${id}`);
    expect(body.fulfilment).toEqual({
      state: 'cancelled',
      cancelledAt: clock.now().toISOString(),
      cancelReason: 'It fell down the stairs',
    });
    expect(await balance(id)).toBe(12_050);
    await refund();
    expect(await states(id)).toEqual({
      booking: 'returned',
      product: 'available',
      fulfilment: 'cancelled',
      payment: 'refunded',
    });
    expect(await balance(id)).toBe(0);
    const mails = await sql<{ mail: string }[]>`
      select kind || ' ' || reader as mail from queued_mails
      where subject_id = ${id} and kind not in ('booked', 'paid') order by 1`;
    expect(mails.map(({ mail }) => mail)).toEqual([
      ...['refunded buyer', 'returned seller', 'sale-cancelled buyer', 'sale-cancelled seller'],
    ]);
  });

  it('people who have the instrument on their wishlist get news of it after the refund', async () => {
    const { buyer, productId, bookingId: id } = await sell();
    const wisher = await who.buyer();
    await sql`
      insert into wishlist_items (id, user_id, product_id, known_price_cents, paid_at, created_at)
      select gen_random_uuid(), user_id, ${productId}, 12050, now(), now()
      from unnest(${[wisher.id, buyer.id]}::uuid[]) user_id`;
    await cancel(seller, id);
    await queueWishlistAlerts({ database: shop.database, clock });
    const news = () => sql`select user_id, kind from wishlist_news where product_id = ${productId}`;
    expect(await news()).toEqual([]);
    await refund();
    await queueWishlistAlerts({ database: shop.database, clock });
    expect(await news()).toEqual([{ user_id: wisher.id, kind: 'free' }]);
  });

  it('a second time changes nothing, before and after the refund', async () => {
    const { bookingId: id } = await sell();
    const replies = await Promise.all([cancel(seller, id), cancel(admin, id), cancel(seller, id)]);
    expect(replies.map(({ body }) => body.modifiedCount).sort()).toEqual([0, 0, 1]);
    await refund();
    expect(await cancel(seller, id)).toMatchObject({ status: 200, body: { modifiedCount: 0 } });
    expect(await refund()).toBe(0);
  });

  it('the buyer can cancel from exactly 14 days after the payment', async () => {
    const { buyer, bookingId: id } = await sell();
    clock.forward(14 * 24 * 60 - 1);
    expect(await cancel(buyer, id)).toMatchObject({
      status: 409,
      body: { modifiedCount: 0, code: 'too-early' },
    });
    clock.forward(1);
    expect((await cancel(buyer, id)).status).toBe(200);
  });

  it('a buyer who is an admin cannot cancel earlier', async () => {
    const buyer = await who.admin();
    const { bookingId } = await who.sell(seller, clock.now(), buyer);
    expect((await cancel(buyer, bookingId)).status).toBe(409);
  });

  it('an admin’s cancellation is in the audit with its reason', async () => {
    const { buyer, bookingId: id } = await sell();
    await cancel(admin, id, 'The seller has died');
    const entries = await sql`
      select action, detail->>'reason' as reason from audit_entries where subject_id = ${buyer.id}`;
    expect(entries).toEqual([{ action: 'sale-cancelled', reason: 'The seller has died' }]);
  });

  it('the product of a removed seller stays off sale after a cancellation', async () => {
    const leaver = await who.seller();
    const { productId, bookingId: id } = await sell(leaver);
    await who.remove(admin, leaver);
    await cancel(admin, id);
    await refund();
    const [product] = await sql<{ isWithdrawn: boolean }[]>`
      select withdrawn_at is not null as "isWithdrawn" from products where id = ${productId}`;
    expect(product?.isWithdrawn).toBe(true);
  });

  it.each([
    ['handed over', (id: string) => handOver(id)],
    ['sent', (id: string) => post(seller, id, 'sent', { carrier: 'DHL' })],
    [
      'disputed',
      (id: string) => sql`
        insert into disputes (id, booking_id, cause, state, opened_at)
        values (gen_random_uuid(), ${id}, 'chargeback', 'open', now())`,
    ],
  ])('a cancellation is refused once the instrument was %s, even to admins', async (_, step) => {
    const { bookingId: id } = await sell();
    await step(id);
    for (const user of [seller, admin]) {
      expect(await cancel(user, id)).toMatchObject({ status: 409, body: { modifiedCount: 0 } });
    }
    expect(await states(id)).toMatchObject({ payment: 'recorded' });
  });

  it('a cancellation is refused before the payment and without a reason', async () => {
    const held = await who.book(await who.buyer(), await shop.make.product(seller.id));
    expect((await cancel(seller, held)).status).toBe(409);
    const { bookingId } = await sell();
    expect((await cancel(seller, bookingId, '  ')).status).toBe(400);
  });

  it('exactly one of a simultaneous cancellation and handover takes effect', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { bookingId: id } = await sell();
      const [cancelled, handedOver] = await Promise.all(
        round % 2 === 0
          ? [cancel(seller, id), handOver(id)]
          : [handOver(id), cancel(seller, id)].reverse(),
      );
      await refund();
      const [won, lost] = [cancelled?.status, handedOver?.status].sort();
      expect([won, lost]).toEqual([200, 409]);
      const isCancelled = cancelled?.status === 200;
      expect(await states(id)).toEqual(
        isCancelled
          ? {
              booking: 'returned',
              product: 'available',
              fulfilment: 'cancelled',
              payment: 'refunded',
            }
          : {
              booking: 'paid',
              product: 'sold',
              fulfilment: 'received',
              payment: 'recorded',
            },
      );
    }
  });
});
