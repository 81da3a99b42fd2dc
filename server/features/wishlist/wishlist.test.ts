import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WishlistItem } from '#contract/wishlist/wishlist.ts';
import { apiClient } from '../../testing/api-client.ts';
import { manualClock } from '../../testing/payment-steps.ts';
import { createPeople, outcome } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import type { KnownUser } from '../users/find-user.ts';

let shop: TestShop;
let people: ReturnType<typeof createPeople>;
let seller: KnownUser;
const clock = manualClock();
const call = apiClient(() => shop);

beforeAll(async () => {
  shop = await createTestShop({ clock });
  people = createPeople(shop.database);
  seller = await people.seller();
});
afterAll(() => shop.close());

const product = () => shop.make.product(seller.id, { status: 'advertise' });

function add(user: KnownUser, productId: string, body: object = {}) {
  // Ids made in the same millisecond are not always in order.
  clock.forward(1);
  const payload = { wishlist: 'added', ...body };
  return call(user, `/products/${productId}`, { method: 'PUT', payload });
}

const list = async (user: KnownUser, of = user, query = '') => {
  const path = `/wishlist?email=${of.email}${query}`;
  return (await call<WishlistItem[]>(user, path)).body;
};

describe('adding to the wishlist', () => {
  it('the wishlist accepts what a client of the specification sends; the same product again is the same item', async () => {
    const [buyer, productId] = [await people.buyer(), await product()];
    const body = {
      email: buyer.email.toUpperCase(),
      image: 'x',
      name: 'Y',
      price: 3,
      buyerName: 'Z',
    };
    const { sql } = shop.database;
    const [before] = await sql`select * from products where id = ${productId}`;
    expect(await add(buyer, productId, body)).toMatchObject({
      status: 200,
      body: { acknowledged: true, modifiedCount: 1 },
    });
    expect((await add(buyer, productId)).body).toEqual({ acknowledged: true, modifiedCount: 0 });
    expect(await list(buyer)).toEqual([
      {
        _id: expect.any(String),
        productId,
        name: 'Student trumpet',
        price: 120.5,
        paid: false,
        sold: false,
        heldUntil: null,
        time: expect.any(String),
        image: expect.stringMatching(/^https:\/\/shop\.test\/pictures\//),
        picture: expect.objectContaining({ base: expect.stringMatching(/^\/pictures\//) }),
      },
    ]);
    expect(await sql`select * from products where id = ${productId}`).toEqual([before]);
  });

  it('concurrent requests for a product make one item', async () => {
    const [buyer, productId] = [await people.buyer(), await product()];
    const added = await Promise.all(
      Array.from({ length: 10 }, () => people.wishProduct(buyer, productId)),
    );
    expect(added.filter((count) => count === 1)).toHaveLength(1);
    expect(await list(buyer)).toHaveLength(1);
  });

  it('a wish marks the product for that user only', async () => {
    const [buyer, other, productId] = [await people.buyer(), await people.buyer(), await product()];
    await add(buyer, productId);
    const flag = async (user: KnownUser) =>
      (await call<{ wishlist?: string }>(user, `/products/${productId}`)).body.wishlist;
    expect(await flag(buyer)).toBe('added');
    expect(await flag(other)).toBeUndefined();
    const [item] = await list(buyer);
    await call(buyer, `/wishlist/${item?._id}`, { method: 'DELETE' });
    expect(await flag(buyer)).toBeUndefined();
  });

  it('a wish is refused for another user and for a withdrawn product', async () => {
    const [buyer, productId] = [await people.buyer(), await product()];
    expect(await add(buyer, productId, { email: seller.email })).toMatchObject({
      status: 403,
      body: { acknowledged: false, modifiedCount: 0 },
    });
    await shop.database.sql`update products set withdrawn_at = now() where id = ${productId}`;
    expect((await add(buyer, productId)).status).toBe(404);
  });
});

describe('a payment', () => {
  it('a payment marks the items of all users as paid, including those added concurrently', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [buyer, fan, late] = [await people.buyer(), await people.buyer(), await people.buyer()];
      const productId = await product();
      const bookingId = await people.book(buyer, productId);
      await add(fan, productId);
      await Promise.all([people.pay(bookingId), people.wishProduct(late, productId)]);
      for (const user of [fan, late]) {
        expect((await list(user))[0]).toMatchObject({ paid: true, sold: true });
        expect((await list(user))[0]).not.toHaveProperty('bookingId');
      }
    }
  });
});

describe('the wishlist', () => {
  it('the wishlist contains the caller’s booking while it is live', async () => {
    const [buyer, other, productId] = [await people.buyer(), await people.buyer(), await product()];
    await Promise.all([add(buyer, productId), add(other, productId)]);
    const bookingId = await people.book(buyer, productId, clock.now());
    expect((await list(buyer))[0]?.bookingId).toBe(bookingId);
    expect((await list(other))[0]?.bookingId).toBeUndefined();
    clock.forward(48 * 60);
    expect((await list(buyer))[0]?.bookingId).toBeUndefined();
  });

  it('the wishlist is newest first, by pages, without withdrawn products', async () => {
    const buyer = await people.buyer();
    const ids = [await product(), await product(), await product(), await product()];
    for (const id of ids) await add(buyer, id);
    const [first, withdrawn, third, last] = ids;
    await shop.database.sql`update products set withdrawn_at = now() where id = ${withdrawn ?? ''}`;
    const path = `/wishlist?email=${buyer.email}&limit=2`;
    const page = await call<WishlistItem[]>(buyer, path);
    expect(page.body.map(({ productId }) => productId)).toEqual([last, third]);
    const next = /<\/api(.*)>/.exec(String(page.headers.link))?.[1] ?? '';
    const rest = await call<WishlistItem[]>(buyer, next);
    expect(rest.body.map(({ productId }) => productId)).toEqual([first]);
    expect(rest.headers.link).toBeUndefined();
  });

  it('only its owner and admins can read the wishlist', async () => {
    const [buyer, other, admin] = [
      await people.buyer(),
      await people.buyer(),
      await people.admin(),
    ];
    await add(buyer, await product());
    expect((await call(other, `/wishlist?email=${buyer.email}`)).status).toBe(403);
    expect((await call(other, '/wishlist?email=nobody@reprise.test')).status).toBe(403);
    expect(await list(admin, buyer)).toHaveLength(1);
  });

  it('only its owner can remove an item, once', async () => {
    const [buyer, other] = [await people.buyer(), await people.buyer()];
    await add(buyer, await product());
    const [item] = await list(buyer);
    const remove = (user: KnownUser) => call(user, `/wishlist/${item?._id}`, { method: 'DELETE' });
    expect(await remove(other)).toMatchObject({ status: 404, body: { deletedCount: 0 } });
    expect(await remove(buyer)).toMatchObject({
      status: 200,
      body: { acknowledged: true, deletedCount: 1 },
    });
    expect((await remove(buyer)).status).toBe(404);
  });

  it('the wishlist is removed with the user, even when an item is added concurrently', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [buyer, productId] = [await people.buyer(), await product()];
      const [added] = await Promise.all([
        outcome(people.wishProduct(buyer, productId)),
        people.remove(buyer, buyer),
      ]);
      expect(['done', 'not-signed-in']).toContain(added);
      const left = await shop.database.sql`select from wishlist_items where user_id = ${buyer.id}`;
      expect(left).toHaveLength(0);
    }
  });
});
