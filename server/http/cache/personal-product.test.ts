import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SingleProduct } from '#contract/products/products.ts';
import { transaction } from '../../database/transaction.ts';
import { recordCatalogueChange } from '../../features/products/catalogue-changes.ts';
import type { KnownUser } from '../../features/users/find-user.ts';
import { type ListeningServer, startListeningServer } from '../../testing/listening-server.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';

/* One product for signed-in users: what all see is cached once, and what is a user's own is read each time. */

let shop: TestShop;
let people: ReturnType<typeof createPeople>;
/** Two servers of the shop, and one that reads everything from the database. */
let first: ListeningServer;
let second: ListeningServer;
let uncached: ListeningServer;
let seller: KnownUser;
let wisher: KnownUser;
let holder: KnownUser;
let other: KnownUser;
let id: string;

beforeAll(async () => {
  shop = await createTestShop();
  people = createPeople(shop.database);
  first = await startListeningServer(shop);
  second = await startListeningServer(shop);
  uncached = await startListeningServer(shop, { isCached: false });
  for (const { catalogue } of [first, second]) await catalogue.start();
  wisher = await people.buyer();
  holder = await people.buyer();
  other = await people.buyer();
});
afterAll(async () => {
  for (const server of [first, second, uncached]) await server.close();
  await shop.close();
});
beforeEach(async () => {
  seller = await shop.make.user({ role: 'seller', emailProvenAt: undefined });
  id = await shop.make.product(seller.id, { number: '555-0777', name: 'Held' });
  await people.wishProduct(wisher, id);
  await people.book(holder, id);
  await catchUp();
});

const catchUp = () => Promise.all([first, second].map(({ catalogue }) => catalogue.catchUp()));

async function read(server: ListeningServer, user?: KnownUser): Promise<string> {
  const { status, body } = await server.ask(`/products/${id}`, { as: user });
  expect(status).toBe(200);
  return body;
}

const productOf = async (server: ListeningServer, user: KnownUser) =>
  JSON.parse(await read(server, user)) as SingleProduct;

/** A change that is not recorded, so that what is cached does not show it. */
const changeUnrecorded = () =>
  shop.database.sql`update products set name = 'Unrecorded' where id = ${id}`;

describe('a product for a signed-in user', () => {
  it('a user’s product has the same bytes with and without the cache, for everyone, in turn and simultaneously', async () => {
    const admin = await people.admin();
    const users = [wisher, holder, seller, other, admin];
    const expected = new Map<KnownUser, string>();
    for (const user of users) expected.set(user, await read(uncached, user));
    // The seller and an admin see the same.
    expect(new Set(expected.values()).size).toBe(4);
    expect(expected.get(other)).not.toMatch(/555-0777|wishlist|bookingId|bookableFrom/);
    const asGuest = await read(uncached);
    for (let round = 0; round < 3; round += 1) {
      for (const user of users) expect(await read(first, user)).toBe(expected.get(user));
      expect(await read(first)).toBe(asGuest);
    }
    await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const user = users[index % users.length] ?? other;
        expect(await read(second, user)).toBe(expected.get(user));
      }),
    );
  });

  it('a product is read once for all users, and again when it has changed', async () => {
    await read(first, holder);
    await changeUnrecorded();
    expect(await productOf(first, other)).toMatchObject({ name: 'Held' });
    await transaction(shop.database, async (tx) => recordCatalogueChange(tx, id, new Date()));
    await expect
      .poll(() => productOf(first, other), { timeout: 20_000 })
      .toMatchObject({ name: 'Unrecorded' });
  });

  it('a product shows the user’s own part as it is now, even when nothing was recorded', async () => {
    for (const server of [first, second]) await read(server, other);
    const { sql } = shop.database;
    await sql`insert into availability_alerts (id, product_id, user_id, created_at)
      values (${id}, ${id}, ${other.id}, now())`;
    await sql`delete from wishlist_items where user_id = ${wisher.id}`;
    for (const server of [first, second]) {
      expect(await productOf(server, other)).toMatchObject({ alertRequested: true });
      expect(await productOf(server, wisher)).toMatchObject({ alertRequested: false });
      expect(await productOf(server, wisher)).not.toHaveProperty('wishlist');
    }
  });

  it('a product says when the user can book again until that time, which depends on the clock', async () => {
    const booking = (await productOf(first, holder)).bookingId;
    await first.ask(`/bookings/${booking}`, { method: 'DELETE', as: holder });
    await catchUp();
    for (const server of [first, second]) {
      expect(await productOf(server, holder)).toHaveProperty('bookableFrom');
      expect(await productOf(server, other)).not.toHaveProperty('bookableFrom');
    }
    await shop.database.sql`
      update bookings set released_at = released_at - interval '25 hours' where product_id = ${id}`;
    for (const server of [first, second]) {
      expect(await productOf(server, holder)).not.toHaveProperty('bookableFrom');
    }
  });

  it('a product is not served for another user’s entity tag, and gets 304 for the own one', async () => {
    const tags = new Map<KnownUser, string>();
    for (const user of [wisher, holder, other]) {
      const { headers } = await first.ask(`/products/${id}`, { as: user });
      expect(headers.get('cache-control')).toBe('private, no-cache');
      expect(headers.get('vary')).toBe('accept-encoding, authorization');
      tags.set(user, headers.get('etag') ?? '');
    }
    expect(new Set(tags.values()).size).toBe(3);
    for (const [user, own] of tags) {
      for (const tag of tags.values()) {
        const headers = { 'if-none-match': tag };
        const reply = await first.ask(`/products/${id}`, { as: user, headers });
        expect(reply.status).toBe(tag === own ? 304 : 200);
      }
    }
  });

  it('a withdrawn product is not found', async () => {
    for (const user of [seller, other]) await read(first, user);
    const { database } = shop;
    await database.sql`update products set withdrawn_at = now() where id = ${id}`;
    await transaction(database, async (tx) => recordCatalogueChange(tx, id, new Date()));
    await catchUp();
    for (const user of [seller, other, wisher]) {
      expect((await first.ask(`/products/${id}`, { as: user })).status).toBe(404);
    }
  });
});
