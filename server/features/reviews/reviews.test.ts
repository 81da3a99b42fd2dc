import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SingleProduct } from '#contract/products/products.ts';
import type { SellerProfile } from '#contract/products/sellers.ts';
import type { SaleReviews, SellerReview } from '#contract/reviews/reviews.ts';
import { newId } from '../../core/ids.ts';
import { transaction } from '../../database/transaction.ts';
import { apiClient } from '../../testing/api-client.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { exportReviews } from '../exports/export-reviews.ts';
import type { KnownUser } from '../users/find-user.ts';
import { countReviews, publishDueReviews } from './publish-reviews.ts';
import { writeReview } from './write-review.ts';

const dayMs = 86_400_000;
let shop: TestShop;
let people: ReturnType<typeof createPeople>;
const call = apiClient(() => shop);

beforeAll(async () => {
  shop = await createTestShop();
  people = createPeople(shop.database);
});
afterAll(() => shop.close());

/** A sale that was completed, as of now, or so many days ago. */
async function completed(daysAgo = 0, seller?: KnownUser) {
  const own = seller ?? (await people.seller());
  const sale = await people.sell(own);
  await people.complete(own, sale.bookingId);
  const at = new Date(Date.now() - daysAgo * dayMs);
  await shop.database.sql`
    update fulfilments set completed_at = ${at} where booking_id = ${sale.bookingId}`;
  return { ...sale, seller: own };
}

const review = (who: KnownUser, bookingId: string, payload: object = { rating: 5 }) =>
  call<{ insertedId: string; detail: string; errors: object[] }>(
    who,
    `/bookings/${bookingId}/reviews`,
    { method: 'POST', payload },
  );
const read = async (who: KnownUser, bookingId: string) =>
  (await call<SaleReviews>(who, `/bookings/${bookingId}/reviews`)).body;
const change = (who: KnownUser, id: string, payload: object) =>
  call<{ detail: string }>(who, `/reviews/${id}`, { method: 'PUT', payload });
const remove = (who: KnownUser, id: string) => call(who, `/reviews/${id}`, { method: 'DELETE' });
const reply = (who: KnownUser, id: string, text = 'Thank you') =>
  call<{ detail: string }>(who, `/reviews/${id}/reply`, { method: 'POST', payload: { text } });
const publish = (at = new Date()) => publishDueReviews(shop.database, at);
async function ofSeller({ id }: KnownUser) {
  const { app } = shop;
  return (await app.inject({ url: `/api/sellers/${id}/reviews` })).json() as SellerReview[];
}
async function ratingOf({ id }: KnownUser) {
  const profile = (await shop.app.inject({ url: `/api/sellers/${id}` })).json() as SellerProfile;
  return profile.rating;
}

describe('a review', () => {
  it('a review is sealed until both sides have written, and then both are published', async () => {
    const { seller, buyer, bookingId } = await completed();
    expect((await review(buyer, bookingId, { rating: 2, text: 'A dent' })).status).toBe(201);
    expect((await read(seller, bookingId)).reviews).toEqual([
      expect.not.objectContaining({ rating: expect.anything() }),
    ]);
    expect(await ofSeller(seller)).toEqual([]);
    expect((await review(seller, bookingId, { rating: 4 })).status).toBe(201);
    expect((await read(seller, bookingId)).reviews).toMatchObject([
      { side: 'buyer', state: 'published', rating: 2, text: 'A dent' },
      { side: 'seller', state: 'published', rating: 4 },
    ]);
    expect(await ofSeller(seller)).toMatchObject([
      { author: buyer.name, rating: 2, text: 'A dent' },
    ]);
  });

  it('a review is published when its time is over, and can no longer be written', async () => {
    const { seller, buyer, bookingId } = await completed(13.9);
    const { insertedId } = (await review(buyer, bookingId)).body;
    await publish();
    expect(await ofSeller(seller)).toEqual([]);
    await publish(new Date(Date.now() + 0.2 * dayMs));
    expect(await ofSeller(seller)).toMatchObject([{ _id: insertedId }]);
    const late = await completed(14.1);
    const refused = await review(late.buyer, late.bookingId);
    expect(refused).toMatchObject({
      status: 409,
      body: { detail: 'The time in which this sale could be reviewed is over' },
    });
  });

  it('a review is not published during a dispute, which moves its time', async () => {
    const { seller, buyer, bookingId } = await completed(10);
    await review(buyer, bookingId);
    const opened = new Date(Date.now() - 5 * dayMs);
    await shop.database.sql`
      insert into disputes (id, booking_id, cause, state, opened_at)
      values (gen_random_uuid(), ${bookingId}, 'chargeback', 'open', ${opened})`;
    expect((await review(seller, bookingId)).body.detail).toBe('This sale cannot be reviewed now');
    await publish(new Date(Date.now() + 10 * dayMs));
    expect(await ofSeller(seller)).toEqual([]);
    await shop.database.sql`
      update disputes set state = 'decided', decided_at = now(), refund_cents = 0,
        goes_back = false where booking_id = ${bookingId}`;
    await publish(new Date(Date.now() + 8 * dayMs));
    expect(await ofSeller(seller)).toEqual([]);
    await publish(new Date(Date.now() + 9.1 * dayMs));
    expect(await ofSeller(seller)).toHaveLength(1);
  });

  it.each([
    [{}, 'rating', 'Give one to five stars'],
    [{ rating: 0 }, 'rating', 'Give one to five stars'],
    [{ rating: 2.5 }, 'rating', 'Give one to five stars'],
    [{ rating: 6 }, 'rating', 'Give one to five stars'],
    [{ rating: 5, text: 'x'.repeat(2_001) }, 'text', 'Use at most 2,000 characters'],
    [{ rating: 5, text: '\u200B' }, 'text', 'Write something'],
  ])('a review with %o is refused, with the name of the field', async (payload, field, message) => {
    const { buyer, bookingId } = await completed();
    const refused = await review(buyer, bookingId, payload);
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toMatchObject([{ field, message }]);
  });

  it('a review can be written once, even after it was deleted', async () => {
    const { buyer, bookingId } = await completed();
    const { insertedId } = (await review(buyer, bookingId)).body;
    expect((await review(buyer, bookingId)).status).toBe(409);
    expect((await remove(buyer, insertedId)).status).toBe(200);
    expect((await remove(buyer, insertedId)).status).toBe(404);
    expect((await review(buyer, bookingId)).status).toBe(409);
  });

  it('a review can be changed while it is sealed, and not after', async () => {
    const { seller, buyer, bookingId } = await completed();
    const { insertedId } = (await review(buyer, bookingId)).body;
    expect((await change(buyer, insertedId, { rating: 3, text: '' })).status).toBe(200);
    await review(seller, bookingId);
    expect(await ofSeller(seller)).toMatchObject([{ rating: 3 }]);
    expect((await change(buyer, insertedId, { rating: 1 })).status).toBe(409);
  });

  it('the reviewed person can reply once, and not before the review is published', async () => {
    const { seller, buyer, bookingId } = await completed();
    const { insertedId } = (await review(buyer, bookingId)).body;
    expect((await reply(seller, insertedId)).status).toBe(404);
    await review(seller, bookingId);
    expect((await reply(buyer, insertedId)).status).toBe(404);
    expect((await reply(seller, insertedId)).status).toBe(200);
    expect((await reply(seller, insertedId)).status).toBe(409);
    expect(await ofSeller(seller)).toMatchObject([{ reply: { text: 'Thank you' } }]);
  });

  it('a sale that its seller cancelled can be reviewed, but not one in progress or cancelled by others', async () => {
    const seller = await people.seller();
    const goesOn = await people.sell(seller);
    expect((await review(goesOn.buyer, goesOn.bookingId)).status).toBe(409);
    const cancel = { method: 'POST', payload: { reason: 'It fell' } } as const;
    await call(seller, `/bookings/${goesOn.bookingId}/cancel`, cancel);
    expect((await review(goesOn.buyer, goesOn.bookingId)).status).toBe(201);
    const other = await people.sell(seller);
    await call(await people.admin(), `/bookings/${other.bookingId}/cancel`, cancel);
    expect((await review(other.buyer, other.bookingId)).status).toBe(409);
  });
});

async function saleOf(seller: KnownUser, buyer: KnownUser) {
  const sale = await people.sell(seller, new Date(), buyer);
  await people.complete(seller, sale.bookingId);
  await shop.database.sql`
    update fulfilments set completed_at = now() where booking_id = ${sale.bookingId}`;
  return sale;
}

/** Both sides review it, so that the reviews are published. */
async function reviewed(
  { buyer, bookingId }: { buyer: KnownUser; bookingId: string },
  seller: KnownUser,
  rating: number,
) {
  await review(seller, bookingId);
  expect((await review(buyer, bookingId, { rating })).status).toBe(201);
}

async function countedOf({ id }: KnownUser) {
  const [counted] = await shop.database.sql`
    select review_count as count, review_stars as stars from users where id = ${id}`;
  return counted;
}

describe('the rating of a seller', () => {
  it('the rating of a seller is shown from three reviews by buyers on, and follows deletions', async () => {
    const seller = await people.seller();
    const productId = await people.make.product(seller.id);
    const written: { buyer: KnownUser; id: string }[] = [];
    for (const rating of [5, 4, 4]) {
      expect(await ratingOf(seller)).toBeUndefined();
      const { buyer, bookingId } = await completed(0, seller);
      await review(seller, bookingId, { rating: 1 });
      written.push({ buyer, id: (await review(buyer, bookingId, { rating })).body.insertedId });
    }
    expect(await ratingOf(seller)).toEqual({ average: 4.3, count: 3 });
    const { body } = await call<SingleProduct>(seller, `/products/${productId}`);
    expect(body.rating).toEqual({ average: 4.3, count: 3 });
    const [first] = written;
    if (first) await remove(first.buyer, first.id);
    expect(await ratingOf(seller)).toBeUndefined();
  });

  it('the rating counts the newest review of each buyer', async () => {
    const seller = await people.seller();
    const buyer = await people.buyer();
    for (const rating of [1, 5, 3]) await reviewed(await saleOf(seller, buyer), seller, rating);
    expect(await countedOf(seller)).toEqual({ count: 1, stars: 3 });
    await reviewed(await saleOf(seller, await people.buyer()), seller, 5);
    expect(await countedOf(seller)).toEqual({ count: 2, stars: 8 });
  });

  it('the rating is lowered, and not raised, by sales that were cancelled or refunded in full', async () => {
    const seller = await people.seller();
    const cancelled = async (rating: number) => {
      const sale = await people.sell(seller);
      const cancel = { method: 'POST', payload: { reason: 'It fell' } } as const;
      await call(seller, `/bookings/${sale.bookingId}/cancel`, cancel);
      await reviewed(sale, seller, rating);
    };
    for (const rating of [5, 5, 5]) await cancelled(rating);
    expect(await countedOf(seller)).toEqual({ count: 0, stars: 0 });
    await cancelled(1);
    expect(await countedOf(seller)).toEqual({ count: 1, stars: 1 });
    const sale = await saleOf(seller, await people.buyer());
    await reviewed(sale, seller, 4);
    expect(await countedOf(seller)).toEqual({ count: 2, stars: 5 });
    await transaction(
      shop.database,
      async (tx) =>
        tx.write`
        insert into ledger_entries
          (id, debit, credit, amount_cents, currency, kind, cause, booking_id, created_at)
        values (${newId(new Date())}, ${`available:${seller.id}`}, 'provider:sandbox', 12050, 'USD',
          'refund', ${`refund:${sale.bookingId}`}, ${sale.bookingId}, now())`,
    );
    await publish();
    expect(await countedOf(seller)).toEqual({ count: 1, stars: 1 });
  });

  it('the rating keeps the stars of a removed user, without name and text', async () => {
    const { seller, buyer, bookingId } = await completed(20);
    await transaction(shop.database, (tx) =>
      writeReview(
        tx,
        buyer.id,
        { bookingId, rating: 4, text: 'Mine' },
        new Date(Date.now() - 10 * dayMs),
      ),
    );
    await publish();
    await people.remove(await people.admin(), buyer);
    const [left] = await ofSeller(seller);
    expect(left).toMatchObject({ rating: 4 });
    expect(left).not.toHaveProperty('author');
    expect(left).not.toHaveProperty('text');
  });
});

describe('a sealed review', () => {
  it('a sealed review is in no answer to anyone but its author', async () => {
    const secret = 'Sealed by Quince';
    const { seller, buyer, bookingId, productId } = await completed();
    await review(buyer, bookingId, { rating: 1, text: secret });
    const admin = await people.admin();
    const urls = [
      `/bookings/${bookingId}`,
      `/bookings/${bookingId}/reviews`,
      `/bookings?email=${seller.email}&as=seller`,
      `/products/${productId}`,
      `/sellers/${seller.id}`,
      `/sellers/${seller.id}/reviews`,
      `/users/${seller.id}/export`,
    ];
    for (const url of urls) {
      for (const who of [seller, admin]) {
        const answer = JSON.stringify((await call(who, url)).body ?? '');
        expect(answer, `${url} for ${who.role}`).not.toContain(secret);
        expect(answer, `${url} for ${who.role}`).not.toMatch(/"rating":1\b/);
      }
    }
    expect((await read(admin, bookingId)).reviews).toEqual([]);
    expect((await read(buyer, bookingId)).reviews).toMatchObject([{ text: secret, rating: 1 }]);
  });

  it('a sealed review is not counted in cached answers to guests, which have it once it is published', async () => {
    const seller = await people.seller();
    for (let sale = 0; sale < 2; sale += 1) {
      const { buyer, bookingId } = await completed(0, seller);
      await review(buyer, bookingId);
      await review(seller, bookingId);
    }
    const last = await completed(0, seller);
    expect(await ratingOf(seller)).toBeUndefined();
    await review(last.buyer, last.bookingId, { rating: 2 });
    expect(await ratingOf(seller)).toBeUndefined();
    await review(seller, last.bookingId);
    expect(await ratingOf(seller)).toEqual({ average: 4, count: 3 });
  });

  it('a sealed review is in the export of its author, and not in that of the other side', async () => {
    const { seller, buyer, bookingId } = await completed();
    await review(buyer, bookingId, { rating: 1, text: 'Sealed by Medlar' });
    const exported = async ({ id }: KnownUser) => {
      let reviews: unknown[] = [];
      for await (const page of exportReviews(shop.database.sql, id))
        reviews = [...reviews, ...page];
      return reviews;
    };
    expect(await exported(seller)).toEqual([]);
    expect(await exported(buyer)).toMatchObject([{ as: 'author', text: 'Sealed by Medlar' }]);
    await review(seller, bookingId);
    expect(await exported(seller)).toMatchObject([
      { as: 'author' },
      { as: 'subject', text: 'Sealed by Medlar' },
    ]);
  });
});

describe('a review that was hidden by a decision', () => {
  it('only its author can read a hidden review, which gets no reply and does not count', async () => {
    const { seller, buyer, bookingId } = await completed();
    const { insertedId } = (await review(buyer, bookingId, { rating: 1, text: 'Rude' })).body;
    await review(seller, bookingId);
    await transaction(shop.database, async (tx) => {
      await tx.sql`update reviews set hidden_at = now() where id = ${insertedId}`;
      countReviews(tx, [seller.id], new Date());
    });
    expect(await ofSeller(seller)).toEqual([]);
    const [forSeller] = (await read(seller, bookingId)).reviews;
    expect(forSeller).toMatchObject({ side: 'buyer', state: 'hidden' });
    expect(forSeller).not.toHaveProperty('text');
    expect(forSeller).not.toHaveProperty('rating');
    expect((await read(buyer, bookingId)).reviews).toMatchObject([{ text: 'Rude' }, {}]);
    expect((await reply(seller, insertedId)).status).toBe(404);
    const [counted] = await shop.database.sql<{ count: number }[]>`
      select review_count as count from users where id = ${seller.id}`;
    expect(counted?.count).toBe(0);
  });
});

describe('concurrent reviews', () => {
  it('the last review of a sale and the clock publish both, or refuse the late one', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { seller, buyer, bookingId } = await completed(13.999);
      await review(buyer, bookingId);
      const [late] = await Promise.all([
        review(seller, bookingId),
        publish(new Date(Date.now() + 0.01 * dayMs)),
      ]);
      await publish(new Date(Date.now() + 0.01 * dayMs));
      const { reviews } = await read(buyer, bookingId);
      expect(reviews).toHaveLength(late.status === 201 ? 2 : 1);
      expect(reviews.every(({ state }) => state === 'published')).toBe(true);
      expect(await ofSeller(seller)).toHaveLength(1);
    }
  });

  it('both reviews of a sale publish each other', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { seller, buyer, bookingId } = await completed();
      const replies = await Promise.all([review(buyer, bookingId), review(seller, bookingId)]);
      expect(replies.map(({ status }) => status)).toEqual([201, 201]);
      expect((await read(buyer, bookingId)).reviews.map(({ state }) => state)).toEqual([
        'published',
        'published',
      ]);
    }
  });

  it('reviews of one seller and the clock count every review', async () => {
    const seller = await people.seller();
    const sales = await Promise.all([1, 2, 3, 4, 5, 6].map(() => completed(13.99, seller)));
    for (const { buyer, bookingId } of sales.slice(0, 3)) await review(buyer, bookingId);
    const later = new Date(Date.now() + 0.02 * dayMs);
    await Promise.all([
      publish(later),
      publish(later),
      ...sales
        .slice(3)
        .flatMap(({ buyer, bookingId }) => [review(buyer, bookingId), review(seller, bookingId)]),
    ]);
    await publish(later);
    expect(await ratingOf(seller)).toEqual({ average: 5, count: 6 });
  });
});
