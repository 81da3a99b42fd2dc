import { afterAll, describe, expect, it } from 'vitest';
import type { Message, Thread } from '#contract/messages/threads.ts';
import type { SellerReview } from '#contract/reviews/reviews.ts';
import { transaction } from '../../database/transaction.ts';
import { apiClient } from '../../testing/api-client.ts';
import { moderationEffects } from '../../testing/moderation-effects.ts';
import { createPeople } from '../../testing/people.ts';
import { selling } from '../../testing/selling.ts';
import { createTestShop } from '../../testing/test-shop.ts';
import { reverseSale } from '../bookings/end-sale.ts';
import { lockSale } from '../bookings/lock-sale.ts';
import { endSuspensions } from './end-suspensions.ts';
import { foreseeEffect } from './foresee-effect.ts';
import { readSubject } from './subjects.ts';

const shop = await createTestShop();
afterAll(() => shop.close());
const people = createPeople(shop.database);
const call = apiClient(() => shop);
const { hide, suspend, apply, reverse } = moderationEffects(() => shop);
const { sql } = shop.database;

const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs);

async function booked() {
  const [seller, buyer] = [await people.seller(), await people.buyer()];
  const productId = await people.make.product(seller.id);
  return { seller, buyer, productId, bookingId: await people.book(buyer, productId) };
}

async function stateOf(productId: string) {
  const [row] = await sql`
    select status, withdrawn_at is not null as withdrawn, hidden_for as hidden
    from products where id = ${productId}`;
  return row;
}

const bookingOf = async (id: string) =>
  (await sql`select state, release_reason as reason from bookings where id = ${id}`)[0];
const offerOf = async (id: string) =>
  (await sql`select state, void_reason as reason from offers where id = ${id}`)[0];
const mailsOf = async (bookingId: string) =>
  (
    await sql`select kind, reader from queued_mails where subject_id = ${bookingId} and kind <> 'booked'`
  ).map(({ kind, reader }) => `${kind} ${reader}`);

/** Sends the money of a paid sale back, as the end of a return or a cancellation does. */
const returnSale = (bookingId: string, isWithdrawn = false) =>
  transaction(shop.database, async (tx) =>
    reverseSale(tx, { sale: await lockSale(tx, { bookingId }), isWithdrawn }, new Date()),
  );

const liveListing = { status: 'available', withdrawn: false, hidden: null };
const product = (id: string) => ({ kind: 'product' as const, id });
const user = (id: string) => ({ kind: 'user' as const, id });

describe('hiding a listing', () => {
  it('a hidden listing ends its hold with a mail to the buyer, and its offers, and no one is told that it is free', async () => {
    const { productId, bookingId } = await booked();
    const [waiting, asking] = [await people.buyer(), await people.buyer()];
    await call(waiting, `/products/${productId}/alert`, { method: 'PUT' });
    const offerId = await people.offer(asking, productId);
    await hide(productId);
    expect(await bookingOf(bookingId)).toEqual({ state: 'released', reason: 'withdrawn' });
    expect(await offerOf(offerId)).toEqual({ state: 'void', reason: 'withdrawn' });
    expect(await mailsOf(bookingId)).toEqual(['hold-expired buyer']);
    expect(await sql`select from availability_alerts where product_id = ${productId}`).toEqual([]);
  });

  it('a charge that arrives after the listing was hidden is refunded', async () => {
    const { productId, bookingId } = await booked();
    await hide(productId);
    const paymentId = await people.pay(bookingId);
    const [payment] = await sql`select state from payments where id = ${paymentId}`;
    expect(payment).toEqual({ state: 'refund-due' });
    expect(await stateOf(productId)).toMatchObject({ status: 'available', hidden: 'hidden' });
  });

  it('a paid sale of a hidden listing runs to its end, with its review', async () => {
    const { productId, bookingId, seller, buyer } = await booked();
    await people.pay(bookingId);
    await hide(productId);
    expect((await call(buyer, `/bookings/${bookingId}`)).status).toBe(200);
    await people.complete(seller, bookingId);
    await people.review(buyer, bookingId);
    expect(await bookingOf(bookingId)).toEqual({ state: 'paid', reason: null });
    expect(await stateOf(productId)).toEqual({
      status: 'sold',
      withdrawn: false,
      hidden: 'hidden',
    });
  });

  it('a payment and a decision to hide at the same time end in one of both, never in both', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { productId, bookingId } = await booked();
      const [paymentId] = await Promise.all([people.pay(bookingId), hide(productId, 'removed')]);
      const [payment] = await sql`select state from payments where id = ${paymentId}`;
      const { status } = (await stateOf(productId)) ?? {};
      expect([payment?.state, status]).toEqual(
        status === 'sold' ? ['recorded', 'sold'] : ['refund-due', 'available'],
      );
    }
  });

  it('a reversal shows the listing again and brings no booking back', async () => {
    const { productId, bookingId } = await booked();
    await hide(productId, 'removed');
    await reverse(product(productId), 'removed');
    expect(await stateOf(productId)).toEqual(liveListing);
    expect(await bookingOf(bookingId)).toMatchObject({ state: 'released' });
    expect((await call(await people.buyer(), `/products/${productId}`)).status).toBe(200);
  });
});

describe('a cancelled or returned sale of a hidden listing', () => {
  it('a returned sale of a hidden listing does not put it on sale; a reversal does', async () => {
    const { productId, bookingId } = await booked();
    await people.pay(bookingId);
    await hide(productId);
    await returnSale(bookingId);
    expect(await stateOf(productId)).toEqual({
      status: 'available',
      withdrawn: true,
      hidden: 'hidden',
    });
    await reverse(product(productId), 'hidden');
    expect(await stateOf(productId)).toEqual(liveListing);
  });

  it('a reversal does not revive a listing whose buyer has the instrument', async () => {
    const { productId, bookingId } = await booked();
    await people.pay(bookingId);
    await hide(productId);
    await returnSale(bookingId, true);
    await reverse(product(productId), 'hidden');
    expect(await stateOf(productId)).toEqual({
      status: 'available',
      withdrawn: true,
      hidden: null,
    });
  });

  it('a reversal does not revive a listing after the sale', async () => {
    const { productId, bookingId } = await booked();
    await people.pay(bookingId);
    await hide(productId);
    await reverse(product(productId), 'hidden');
    expect(await stateOf(productId)).toEqual({ status: 'sold', withdrawn: false, hidden: null });
  });
});

describe('a reversal', () => {
  it('a reversal leaves hidden what another decision hides', async () => {
    const { productId, seller } = await booked();
    await hide(productId);
    await suspend(seller.id);
    await reverse(product(productId), 'hidden');
    expect(await stateOf(productId)).toMatchObject({ withdrawn: true, hidden: 'suspended' });
    await hide(productId, 'removed');
    await reverse(user(seller.id), 'suspended');
    expect(await stateOf(productId)).toMatchObject({ withdrawn: true, hidden: 'removed' });
    await reverse(product(productId), 'removed');
    expect(await stateOf(productId)).toEqual(liveListing);
  });
});

describe('a hidden listing that its seller withdraws', () => {
  it('a withdrawn listing does not come back when the decision is reversed', async () => {
    const { seller, productId } = await booked();
    await hide(productId);
    const withdrawn = await call(seller, `/products/${productId}`, { method: 'DELETE' });
    expect(withdrawn).toMatchObject({ status: 200, body: { deletedCount: 1 } });
    await reverse(product(productId), 'hidden');
    expect(await stateOf(productId)).toEqual({
      status: 'available',
      withdrawn: true,
      hidden: null,
    });
    const { status } = await call(await people.buyer(), `/products/${productId}`);
    expect(status).toBe(404);
  });

  it('a withdrawn listing does not come back after the suspension of its seller', async () => {
    const { seller, productId } = await booked();
    await suspend(seller.id, inDays(7));
    const withdraw = () => call(seller, `/products/${productId}`, { method: 'DELETE' });
    expect((await withdraw()).status).toBe(200);
    expect((await withdraw()).status).toBe(404);
    await endSuspensions(shop.database, inDays(8));
    expect(await stateOf(productId)).toEqual({
      status: 'available',
      withdrawn: true,
      hidden: null,
    });
  });

  it('an admin can withdraw a hidden listing too, but not others, and not during a sale', async () => {
    const { seller, buyer, productId, bookingId } = await booked();
    await people.pay(bookingId);
    await hide(productId);
    const withdraw = async (who: typeof seller) =>
      (await call(who, `/products/${productId}`, { method: 'DELETE' })).status;
    expect([await withdraw(seller), await withdraw(await people.admin())]).toEqual([409, 409]);
    await returnSale(bookingId);
    expect([await withdraw(buyer), await withdraw(await people.seller())]).toEqual([403, 404]);
    expect(await withdraw(await people.admin())).toBe(200);
  });

  it('a removed listing is not found by its seller', async () => {
    const { seller, productId } = await booked();
    await hide(productId, 'removed');
    expect((await call(seller, `/products/${productId}`, { method: 'DELETE' })).status).toBe(404);
  });
});

describe('suspending a person', () => {
  it('a suspension ends the person’s unpaid bookings and offers, and hides what they sell', async () => {
    const person = await people.seller();
    const own = await people.make.product(person.id);
    const ordered = await people.book(await people.buyer(), own);
    const [wanted, other] = [
      await people.make.product((await people.seller()).id),
      await people.make.product((await people.seller()).id),
    ];
    const bookingId = await people.book(person, wanted);
    const offerId = await people.offer(person, other);
    await suspend(person.id);
    expect(await bookingOf(ordered)).toEqual({ state: 'released', reason: 'withdrawn' });
    expect(await mailsOf(ordered)).toEqual(['hold-expired buyer']);
    expect(await bookingOf(bookingId)).toEqual({ state: 'released', reason: 'removed' });
    expect(await offerOf(offerId)).toEqual({ state: 'void', reason: 'removed' });
    expect(await stateOf(wanted)).toEqual(liveListing);
    expect(await stateOf(own)).toMatchObject({ withdrawn: true, hidden: 'suspended' });
  });

  it('a suspension ends by itself, and what it hid comes back, unless it was prolonged', async () => {
    const [one, two] = [await booked(), await booked()];
    await suspend(one.seller.id, inDays(7));
    await suspend(two.seller.id, inDays(7));
    await suspend(two.seller.id, inDays(14));
    await endSuspensions(shop.database, inDays(6));
    expect(await stateOf(one.productId)).toMatchObject({ hidden: 'suspended' });
    await endSuspensions(shop.database, inDays(8));
    expect(await stateOf(one.productId)).toEqual(liveListing);
    expect(await stateOf(two.productId)).toMatchObject({ hidden: 'suspended' });
    const [row] = await sql`select suspended_until as until from users where id = ${one.seller.id}`;
    expect(row).toEqual({ until: null });
  });

  it('a suspension continues when it is prolonged in the moment of its end', async () => {
    const { seller, productId } = await booked();
    await suspend(seller.id, inDays(7));
    const database: Parameters<typeof endSuspensions>[0] = {
      sql,
      transaction: async (...given) => {
        await suspend(seller.id, inDays(14));
        return shop.database.transaction(...given);
      },
    };
    await endSuspensions(database, inDays(8));
    expect(await stateOf(productId)).toMatchObject({ hidden: 'suspended' });
  });

  it('a suspension leaves nothing on sale that the person lists at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await people.seller();
      const { list } = selling(() => shop);
      await Promise.all([list(person), suspend(person.id), list(person)]);
      const shown = await sql`
        select from products where seller_id = ${person.id} and withdrawn_at is null`;
      expect(shown).toEqual([]);
    }
  });
});

describe('a hidden message', () => {
  it('the other side of a hidden message sees only that there was one', async () => {
    const { seller, productId } = await booked();
    const asking = await people.buyer();
    const threadId = await people.write(asking, { productId }, 'Quastel insults you');
    const [row] = await sql<
      { id: string }[]
    >`select id from messages where thread_id = ${threadId}`;
    const message = { kind: 'message' as const, id: row?.id ?? '' };
    await apply(message, { outcome: 'hidden' });
    const { body: seen } = await call<Message[]>(seller, `/threads/${threadId}/messages`);
    expect(seen).toMatchObject([{ text: '', images: [], contact: [], hidden: true }]);
    const threads = await call<Thread[]>(seller, `/threads?email=${seller.email}`);
    expect(threads.body[0]?.lastMessage).toMatchObject({ text: '' });
    const exported = async (who: typeof seller) =>
      JSON.stringify((await call(who, `/users/${who.id}/export`)).body);
    expect(await exported(seller)).not.toContain('Quastel insults');
    expect(await exported(asking)).toContain('Quastel insults');
    await reverse(message, 'hidden');
    const { body } = await call<Message[]>(seller, `/threads/${threadId}/messages`);
    expect(body).toMatchObject([{ text: 'Quastel insults you' }]);
  });
});

describe('a hidden review', () => {
  it('a hidden review counts in no rating and is read by no one until it is shown again', async () => {
    const seller = await people.seller();
    const ids: string[] = [];
    for (const rating of [5, 5, 5, 1]) {
      const { bookingId, buyer } = await people.sell(seller);
      await people.complete(seller, bookingId);
      ids.push(await people.review(buyer, bookingId, rating));
      await people.review(seller, bookingId);
    }
    await shop.catalogue.refreshAfterCommit();
    const rating = async () =>
      (await call<{ rating: object }>(seller, `/sellers/${seller.id}`)).body.rating;
    const listed = async () =>
      (await call<SellerReview[]>(seller, `/sellers/${seller.id}/reviews`)).body.map(
        ({ _id }) => _id,
      );
    expect(await rating()).toMatchObject({ count: 4, average: 4 });
    const worst = { kind: 'review' as const, id: ids[3] ?? '' };
    await apply(worst, { outcome: 'removed' });
    expect(await rating()).toMatchObject({ count: 3, average: 5 });
    expect(await listed()).not.toContain(worst.id);
    await reverse(worst, 'removed');
    expect(await rating()).toMatchObject({ count: 4, average: 4 });
    expect(await listed()).toContain(worst.id);
  });
});

describe('the expected effects of a decision', () => {
  it('the expected effects count the holds and offers that end, and the sales that continue', async () => {
    const { seller, productId } = await booked();
    await people.offer(await people.buyer(), productId);
    await people.sell(seller);
    const foresee = async (
      reference: Parameters<typeof readSubject>[1],
      outcome: 'hidden' | 'suspended' | 'warned',
    ) => {
      const subject = await readSubject(sql, reference);
      return subject && foreseeEffect(sql, subject, outcome, new Date());
    };
    const ending = { endingHolds: 1, endingOffers: 1 };
    expect(await foresee(product(productId), 'hidden')).toEqual({
      ...ending,
      hiddenListings: 1,
      runningSales: 0,
    });
    expect(await foresee(user(seller.id), 'suspended')).toEqual({
      ...ending,
      hiddenListings: 1,
      runningSales: 1,
    });
    expect(await foresee(product(productId), 'warned')).toEqual({
      endingHolds: 0,
      endingOffers: 0,
      hiddenListings: 0,
      runningSales: 0,
    });
  });
});
