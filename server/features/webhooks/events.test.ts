import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type WebhookEvent, webhookEvents } from '#contract/webhooks/webhook-events.ts';
import { transaction } from '../../database/transaction.ts';
import { apiClient } from '../../testing/api-client.ts';
import { sendSale } from '../../testing/builders.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { withdrawProduct } from '../../workflows/withdraw-product.ts';
import { markSent } from '../after-sale/mark-sent.ts';
import { confirmReceipt } from '../after-sale/receive.ts';
import { releaseHolds } from '../bookings/release-holds.ts';
import { refundDue } from '../payments/refund-payment.ts';
import { syncChargeback } from '../payments/sync-chargeback.ts';
import { publishReviews } from '../reviews/publish-reviews.ts';
import type { KnownUser } from '../users/find-user.ts';

let shop: TestShop;
let who: ReturnType<typeof createPeople>;
let seller: KnownUser;
const call = apiClient(() => shop);

beforeAll(async () => {
  shop = await createTestShop();
  who = createPeople(shop.database);
});
afterAll(() => shop.close());

/** A seller, or an admin, who is told about everything. */
async function listener(owner: KnownUser) {
  const events = webhookEvents.filter((event) => owner.role === 'admin' || event !== 'case.opened');
  const payload = { url: 'https://hooks.example/', events };
  const { status } = await call(owner, '/webhooks', { method: 'POST', payload });
  expect(status).toBe(201);
  return owner;
}

interface Recorded {
  type: WebhookEvent;
  subject: string;
  product: string | null;
  version: number | null;
}
/** What was recorded for a person since the last time, in the order of its time. */
async function recorded(owner: KnownUser): Promise<Recorded[]> {
  const events = await shop.database.sql<Recorded[]>`
    with taken as (
      delete from webhook_deliveries d using webhook_endpoints e
      where e.id = d.endpoint_id and e.user_id = ${owner.id}
      returning d.event_id, d.type, d.subject_id as subject, d.product_id as product, d.version)
    select type, subject, product, version from taken order by event_id`;
  for (const { type } of events) walked.add(type);
  return events;
}
/** The types that these tests have seen. */
const walked = new Set<WebhookEvent>();
const typesOf = async (owner: KnownUser) => (await recorded(owner)).map(({ type }) => type).sort();

const tx = <T>(work: Parameters<typeof transaction<T>>[1]) => transaction(shop.database, work);

describe('what happens is recorded for the seller', () => {
  it('a listing that is published, changed and withdrawn', async () => {
    seller = await listener(await who.seller());
    const id = await shop.make.product(seller.id);
    expect(await recorded(seller)).toEqual([
      { type: 'listing.published', subject: id, product: id, version: null },
    ]);
    await call(seller, `/products/${id}`, { method: 'PATCH', payload: { price: 99 } });
    await call(seller, `/products/${id}`, { method: 'PATCH', payload: { price: 99 } });
    expect(await typesOf(seller)).toEqual(['listing.changed']);
    await tx((t) => withdrawProduct(t, { id: seller.id, role: 'seller' }, id, new Date()));
    expect(await typesOf(seller)).toEqual(['listing.withdrawn']);
  });

  it('the version of a listing with an external id is the one after the change', async () => {
    seller = await listener(await who.seller());
    const id = await shop.make.product(seller.id);
    await shop.database.sql`
      insert into external_ids (seller_id, external_id, product_id, created_at)
      values (${seller.id}, 'SKU-7', ${id}, now())`;
    await call(seller, `/products/${id}`, { method: 'PATCH', payload: { year: 2001 } });
    const bookingId = await who.book(await who.buyer(), id);
    await tx((t) =>
      releaseHolds(
        t,
        t.sql`id = ${bookingId}`,
        { reason: 'expired', tellsBuyer: true },
        new Date(),
      ),
    );
    expect((await recorded(seller)).map(({ type, version }) => [type, version])).toEqual([
      ['listing.published', null],
      ['listing.changed', 2],
      ['booking.made', 3],
      ['booking.ended', 4],
    ]);
  });

  it('a sale that is sent and received', async () => {
    seller = await listener(await who.seller());
    const { buyer, bookingId } = await who.sellShipped(seller);
    expect(await typesOf(seller)).toEqual([
      'booking.made',
      'listing.published',
      'listing.sold',
      'sale.paid',
    ]);
    const sent = { bookingId, carrier: 'Royal Mail', tracking: 'AB 123' };
    await tx((t) => markSent(t, seller, sent, new Date()));
    await tx((t) => confirmReceipt(t, buyer, { bookingId }, new Date()));
    const events = await recorded(seller);
    expect(events.map(({ type, subject }) => [type, subject])).toEqual([
      ['sale.sent', bookingId],
      ['sale.received', bookingId],
    ]);
  });

  it('a sale that is completed, with a review, a message and a payout', async () => {
    seller = await listener(await who.seller());
    const { buyer, bookingId, productId } = await who.sell(seller, new Date(Date.now() - 9e8));
    await who.complete(seller, bookingId, new Date(Date.now() - 8e8));
    await recorded(seller);
    await who.write(buyer, { productId, bookingId });
    expect(await typesOf(seller)).toEqual(['message.received']);
    await who.review(buyer, bookingId, 5, new Date(Date.now() - 7.5e8));
    await tx((t) => publishReviews(t, t.sql`booking_id = ${bookingId}`, new Date()));
    expect(await typesOf(seller)).toEqual(['review.received']);
    const admin = await who.admin();
    const payload = { email: seller.email };
    const started = await call<{ insertedId: string }>(admin, '/payouts', {
      method: 'POST',
      payload,
    });
    const { insertedId } = started.body;
    const paid = { state: 'paid', reference: 'Transfer 7' };
    await call(admin, `/payouts/${insertedId}`, { method: 'PUT', payload: paid });
    expect(await recorded(seller)).toMatchObject([{ type: 'payout.sent', subject: insertedId }]);
  });

  it('a sale that is disputed', async () => {
    seller = await listener(await who.seller());
    const { buyer, bookingId } = await who.sellShipped(seller, new Date(Date.now() - 3e9));
    await sendSale(shop.database, bookingId, new Date(Date.now() - 2.9e9));
    await who.openDispute(buyer, bookingId);
    expect(await typesOf(seller)).toContain('sale.disputed');
    await who.decideDispute(await who.admin(), bookingId, { refundCents: 100 });
    expect(await typesOf(seller)).toEqual(['sale.final']);
  });

  it('a disputed sale that goes back is received, refunded and returned', async () => {
    seller = await listener(await who.seller());
    const { buyer, bookingId } = await who.sellShipped(seller, new Date(Date.now() - 3e9));
    await sendSale(shop.database, bookingId, new Date(Date.now() - 2.9e9));
    await who.openDispute(buyer, bookingId);
    await recorded(seller);
    const admin = await who.admin();
    await who.decideDispute(admin, bookingId, { refundCents: 100, goesBack: true });
    expect(await typesOf(seller)).toEqual(['sale.received']);
    await who.decideReturn(seller, bookingId, { state: 'given-back' });
    const cards = { ...shop.cards, refund: async () => ({ id: 're_2' }) };
    await refundDue({ ...who.deps, cards });
    expect(await typesOf(seller)).toEqual(['listing.published', 'sale.refunded', 'sale.returned']);
  });

  it('a sale that was received before a dispute is not received again when it goes back', async () => {
    seller = await listener(await who.seller());
    const { buyer, bookingId } = await who.sell(seller);
    await who.requestReturn(buyer, bookingId);
    await who.decideReturn(seller, bookingId, { state: 'contested', reason: 'It plays' });
    expect(await typesOf(seller)).toContain('sale.disputed');
    await who.decideDispute(await who.admin(), bookingId, { refundCents: 100, goesBack: true });
    expect(await typesOf(seller)).toEqual([]);
  });

  it('a chargeback that is lost: the sale is disputed, refunded and returned', async () => {
    seller = await listener(await who.seller());
    const { bookingId } = await who.sell(seller);
    await recorded(seller);
    const [payment] = await shop.database.sql<{ intentId: string; amountCents: number }[]>`
      select transaction_id as "intentId", amount_cents as "amountCents" from payments
      where booking_id = ${bookingId}`;
    if (!payment) throw new Error('It has no payment');
    for (const state of ['open', 'lost'] as const) {
      const dispute = { id: 'dp_1', ...payment, feeCents: 1_500, state };
      const cards = {
        ...shop.cards,
        findDispute: async () => dispute,
        findIntent: async () => null,
      };
      await syncChargeback({ ...who.deps, cards }, dispute.id);
    }
    expect(await typesOf(seller)).toEqual([
      'listing.published',
      'sale.disputed',
      'sale.refunded',
      'sale.returned',
    ]);
  });

  it('a sale that is returned and refunded, and on sale again', async () => {
    seller = await listener(await who.seller());
    const { bookingId } = await who.sell(seller);
    await recorded(seller);
    const cancelled = await call(seller, `/bookings/${bookingId}/cancel`, {
      method: 'POST',
      payload: { reason: 'It is damaged' },
    });
    expect(cancelled.status).toBe(200);
    const cards = { ...shop.cards, refund: async () => ({ id: 're_1' }) };
    await refundDue({ ...who.deps, cards });
    expect(await typesOf(seller)).toEqual(['listing.published', 'sale.refunded', 'sale.returned']);
  });

  it('an offer, and a counter-offer to the one whose turn it is', async () => {
    seller = await listener(await who.seller());
    const buyer = await listener(await who.seller());
    const productId = await shop.make.product(seller.id);
    await recorded(seller);
    const id = await who.offer(buyer, productId, 100);
    expect(await recorded(seller)).toMatchObject([{ type: 'offer.received', subject: id }]);
    await who.answerOffer(seller, id, 'countered', 110);
    expect(await recorded(buyer)).toMatchObject([{ type: 'offer.received', subject: id }]);
    expect(await recorded(seller)).toEqual([]);
  });

  it('a case, for admins alone', async () => {
    const admin = await listener(await who.admin());
    seller = await listener(await who.seller());
    const productId = await shop.make.product(seller.id);
    await recorded(seller);
    const report = {
      subject: { kind: 'product', id: productId },
      reason: 'counterfeit',
      explanation: 'The serial number is that of another one',
      goodFaith: true,
    };
    const filed = await call(await who.buyer(), '/reports', {
      method: 'POST',
      payload: report,
    });
    expect([filed.status, filed.body]).toEqual([201, expect.anything()]);
    expect(await typesOf(admin)).toEqual(['case.opened']);
    expect(await recorded(seller)).toEqual([]);
  });

  it('nothing is recorded when the action is rolled back, or for events that were not chosen', async () => {
    seller = await who.seller();
    const payload = { url: 'https://hooks.example/', events: ['listing.sold'] };
    await call(seller, '/webhooks', { method: 'POST', payload });
    await shop.make.product(seller.id);
    const rolledBack = tx(async (t) => {
      await t.sql`
        insert into webhook_deliveries (event_id, endpoint_id, type, subject_id, created_at)
        select gen_random_uuid(), id, 'listing.sold', id, now() from webhook_endpoints`;
      throw new Error('It failed');
    });
    await expect(rolledBack).rejects.toThrow('It failed');
    expect(await recorded(seller)).toEqual([]);
  });

  it('every event of the list was recorded by what happened in these tests', () => {
    expect(webhookEvents.filter((event) => !walked.has(event))).toEqual([]);
  });
});
