import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { KnownUser } from '../../features/users/find-user.ts';
import { accessToken, unsignedToken } from '../../testing/access-tokens.ts';
import { type ListeningServer, startListeningServer } from '../../testing/listening-server.ts';
import { createPeople } from '../../testing/people.ts';
import { get as getAccount, newEmail, post } from '../../testing/sign-up.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';

/* Lists for signed-in users: what all see is cached once, and the heart, the hold and the number are each user's own. */

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
/** On the wishlist of `wisher`, held by `holder`, and neither. */
let wished: string;
let held: string;
let plain: string;

const path = '/category/Brass?limit=24';
const soon = { timeout: 10_000 };

beforeAll(async () => {
  shop = await createTestShop();
  people = createPeople(shop.database);
  first = await startListeningServer(shop);
  second = await startListeningServer(shop);
  uncached = await startListeningServer(shop, { isCached: false });
  for (const { catalogue } of [first, second]) await catalogue.start();
  seller = await shop.make.user({ role: 'seller', emailProvenAt: undefined });
  wisher = await people.buyer();
  holder = await people.buyer();
  other = await people.buyer();
  const description = 'A bell with “dents” and a long story. '.repeat(12);
  const number = '555-0777';
  wished = await shop.make.product(seller.id, { name: 'Wished', description, number });
  held = await shop.make.product(seller.id, { name: 'Held', description, number });
  plain = await shop.make.product(seller.id, { name: 'Plain', status: 'advertise', number });
  await people.wishProduct(wisher, wished);
  await people.book(holder, held);
});
afterAll(async () => {
  for (const server of [first, second, uncached]) await server.close();
  await shop.close();
});
beforeEach(() => catchUp());

const catchUp = () => Promise.all([first, second].map(({ catalogue }) => catalogue.catchUp()));

const read = async (server: ListeningServer, user: KnownUser, url = path, headers = {}) => {
  const { status, body } = await server.ask(url, { as: user, headers });
  expect(status).toBe(200);
  return body;
};

/** What this user is sent without any cache. */
const expected = (user: KnownUser, url = path) => read(uncached, user, url);

const isCachedFor = ({ caches }: ListeningServer, user: KnownUser, url = path) =>
  caches.personalResponses.get(user.id, `/api${url}`) !== undefined;

/** Reads until the list is cached: immediately, unless a busy machine has delayed the server's polls. */
const readUntilCached = (server: ListeningServer, user: KnownUser, url = path) =>
  expect
    .poll(async () => {
      await read(server, user, url);
      return isCachedFor(server, user, url);
    }, soon)
    .toBe(true);

describe('a list for a signed-in user', () => {
  it('a user’s list has the same bytes with and without the cache, for everyone, in turn and simultaneously', async () => {
    const users = [wisher, holder, seller, other];
    const bodies = new Map<KnownUser, string>();
    for (const user of users) bodies.set(user, await expected(user));
    expect(new Set(bodies.values()).size).toBe(4);
    expect(bodies.get(other)).not.toMatch(/555-0777|wishlist|bookingId|sellerEmail":{"email":"\w/);
    for (let round = 0; round < 3; round += 1) {
      for (const user of users) expect(await read(first, user)).toBe(bodies.get(user));
    }
    await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const user = users[index % users.length] ?? other;
        expect(await read(second, user)).toBe(bodies.get(user));
      }),
    );
    for (const user of users) await readUntilCached(first, user);
  });

  it.each([
    ['advertised products', () => '/products?status=advertise'],
    ['more of a seller', () => `/products/${plain}/more`],
    ['a category from a cursor on', () => `/category/Brass?limit=1&cursor=${plain}`],
    ['a search', () => '/search?q=long+story&limit=24'],
    ['a search without words', () => '/search?category=Brass&sort=newest&limit=24'],
    ['an empty search', () => '/search?q=theremin&category=Keyboard&limit=24'],
    ['an empty category', () => '/category/Keyboard?limit=24'],
  ])('a user’s list is shared and personal for %s too', async (_list, urlOf) => {
    const url = urlOf();
    const isPublic = !url.startsWith('/category');
    for (const user of [wisher, holder, seller, other, wisher, seller]) {
      const reply = await first.ask(url, { as: user });
      const direct = await uncached.ask(url, { as: user });
      expect(reply.body).toBe(direct.body);
      expect(reply.headers.get('link')).toBe(direct.headers.get('link'));
      await readUntilCached(first, user, url);
      const guest = await first.ask(url);
      expect(guest.status).toBe(isPublic ? 200 : 401);
      if (isPublic) expect(guest.body).toBe((await uncached.ask(url)).body);
    }
  });

  it('a user’s list is not cached at the first request, and then has the same bytes', async () => {
    const url = `/category/Brass?limit=7&cursor=${plain}`;
    const once = await first.ask(url, { as: wisher });
    expect(isCachedFor(first, wisher, url)).toBe(false);
    await readUntilCached(first, wisher, url);
    const again = await first.ask(url, { as: wisher });
    expect(again.body).toBe(once.body);
    for (const name of ['etag', 'cache-control', 'vary', 'content-type', 'link']) {
      expect(again.headers.get(name), name).toBe(once.headers.get(name));
    }
    expect(await read(first, other, url)).toBe(await expected(other, url));
  });

  it('a user’s list is marked as private in HTTP', async () => {
    for (let round = 0; round < 2; round += 1) {
      const { headers } = await first.ask(path, { as: wisher });
      expect(headers.get('cache-control')).toBe('private, no-cache');
      expect(headers.get('vary')).toBe('accept-encoding, authorization');
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
  });

  it('an admin sees every number, and no one else does after the admin', async () => {
    const admin = await people.admin();
    for (const user of [other, admin, other, admin, wisher]) {
      expect(await read(first, user)).toBe(await expected(user));
    }
    expect(await read(first, admin)).toContain('555-0777');
    expect(isCachedFor(first, admin)).toBe(false);
  });
});

describe('a forged request for another user’s list', () => {
  beforeEach(async () => {
    for (const user of [wisher, holder, other]) await readUntilCached(first, user);
  });

  it('a list is refused without a valid token, even while it is cached', async () => {
    const { secret } = shop;
    const userId = wisher.id;
    const tokens = [
      unsignedToken(userId),
      await accessToken({ secret: 'a secret that somebody else has thought of', userId }),
      await accessToken({ secret, userId, secondsLeft: -1 }),
      await accessToken({ secret, userId, issuer: 'reprise-identity' }),
      (await shop.as(wisher)).authorization.slice('Bearer '.length, -2),
      '',
    ];
    for (const token of tokens) {
      const reply = await first.ask(path, { headers: { authorization: `Bearer ${token}` } });
      expect(reply.status).toBe(401);
      expect(reply.body).not.toContain('Wished');
    }
    for (const headers of [{}, { authorization: 'Basic eDp5' }, { cookie: `id=${userId}` }]) {
      expect((await first.ask(path, { headers })).status).toBe(401);
    }
  });

  it('a token stops being accepted when it expires', async () => {
    const { secret } = shop;
    const token = await accessToken({ secret, userId: wisher.id, secondsLeft: 4 });
    const headers = { authorization: `Bearer ${token}` };
    expect((await first.ask(path, { headers })).status).toBe(200);
    await expect.poll(async () => (await first.ask(path, { headers })).status, soon).toBe(401);
  });

  it('an entity tag of somebody else gets the user’s own bytes; the own one gets 304', async () => {
    const tagOf = async (user: KnownUser) =>
      (await first.ask(path, { as: user })).headers.get('etag') ?? '';
    const tags = new Map<KnownUser, string>();
    for (const user of [wisher, holder, other]) tags.set(user, await tagOf(user));
    for (const [user, own] of tags) {
      for (const tag of tags.values()) {
        const reply = await first.ask(path, { as: user, headers: { 'if-none-match': tag } });
        expect(reply.status).toBe(tag === own ? 304 : 200);
        expect(reply.body).toBe(tag === own ? '' : await expected(user));
        expect(reply.headers.get('etag')).toBe(own);
      }
      const guest = await first.ask(path, { headers: { 'if-none-match': own } });
      expect(guest.status).toBe(401);
    }
  });

  it('a HEAD request has the headers of the user’s own list and no body', async () => {
    for (const user of [wisher, other, holder]) {
      const own = Buffer.byteLength(await expected(user));
      const reply = await first.ask(path, { as: user, method: 'HEAD' });
      expect(reply).toMatchObject({ status: 200, body: '' });
      expect(reply.headers.get('content-length')).toBe(String(own));
    }
    expect((await first.ask(path, { method: 'HEAD' })).status).toBe(401);
  });

  it('compressed lists are each user’s own as well', async () => {
    const decode = { br: brotliDecompressSync, gzip: gunzipSync };
    for (let round = 0; round < 3; round += 1) {
      for (const [encoding, decompress] of Object.entries(decode)) {
        for (const user of [wisher, other, holder, seller]) {
          const headers = { ...(await shop.as(user)), 'accept-encoding': encoding };
          const reply = await first.askRaw(path, headers);
          expect(reply.encoding).toBe(encoding);
          expect(decompress(reply.bytes).toString('utf8')).toBe(await expected(user));
        }
      }
    }
  });

  it('another spelling of the address gets the same as the usual one', async () => {
    for (const user of [wisher, other]) {
      for (const spelling of ['/category/%42rass?limit=24', '/category/Brass?&limit=24.0&']) {
        expect(await read(first, user, spelling)).toBe(await expected(user));
      }
    }
    const { status } = await first.ask(`${path}&user=${wisher.id}`, { as: other });
    expect(status).toBe(400);
  });
});

describe('a user whose rights change', () => {
  const statusOf = async (headers: Record<string, string>) =>
    (await first.ask(path, { headers })).status;

  it('a removed user gets no more lists', async () => {
    const [person, admin] = [await people.buyer(), await people.admin()];
    await people.wishProduct(person, wished);
    await catchUp();
    const headers = await shop.as(person);
    expect(await statusOf(headers)).toBe(200);
    await readUntilCached(first, person);
    await people.remove(admin, person);
    await expect.poll(() => statusOf(headers), { timeout: 2_000 }).toBe(401);
  });

  it('a user who signs out gets no more lists with the token', async () => {
    const person = await shop.signUp(newEmail());
    const payload = { name: 'Clara', email: person.email };
    const call = { method: 'POST' as const, url: '/api/users', headers: person.identity, payload };
    await shop.app.inject(call);
    const url = `/api/jwt?email=${encodeURIComponent(person.email)}`;
    const { accessToken: token } = (await shop.app.inject({ url, headers: person.identity })).json<{
      accessToken: string;
    }>();
    const headers = { authorization: `Bearer ${token}` };
    expect(await statusOf(headers)).toBe(200);
    expect(await statusOf(headers)).toBe(200);
    await post(shop.app, '/sign-out', {}, { cookie: person.cookie });
    expect((await getAccount(shop.app, '/get-session', person.cookie)).body).toBe('null');
    await expect.poll(() => statusOf(headers), { timeout: 2_000 }).toBe(401);
  });

  it('a new admin sees every number until the role ends', async () => {
    const person = await people.buyer();
    await readUntilCached(first, person);
    const { sql } = shop.database;
    await sql`update users set role = 'admin' where id = ${person.id}`;
    await expect.poll(() => read(first, person), { timeout: 2_000 }).toContain('555-0777');
    await sql`update users set role = 'seller' where id = ${person.id}`;
    await expect.poll(() => read(first, person), { timeout: 2_000 }).not.toContain('555-0777');
    expect(await read(first, person)).toBe(await expected(person));
  });
});

describe('a change by a user', () => {
  const json = (body: string) => JSON.parse(body) as { _id: string }[];
  const productIn = async (server: ListeningServer, user: KnownUser, id: string) =>
    json(await read(server, user)).find(({ _id }) => _id === id);

  it('a wish is in the user’s next list immediately, and within two seconds on other servers', async () => {
    const person = await people.buyer();
    for (const server of [first, second]) await readUntilCached(server, person);
    const wish = { method: 'PUT', as: person, payload: { wishlist: 'added' } };
    expect((await first.ask(`/products/${plain}`, wish)).status).toBe(200);
    expect(await productIn(first, person, plain)).toHaveProperty('wishlist', 'added');
    const onSecond = () => productIn(second, person, plain);
    await expect.poll(onSecond, { timeout: 2_000 }).toHaveProperty('wishlist', 'added');
    const [item] = json((await second.ask(`/wishlist?email=${person.email}`, { as: person })).body);
    await second.ask(`/wishlist/${item?._id}`, { method: 'DELETE', as: person });
    expect(await productIn(second, person, plain)).not.toHaveProperty('wishlist');
    await expect
      .poll(() => productIn(first, person, plain), { timeout: 2_000 })
      .not.toHaveProperty('wishlist');
  });

  it('a wish drops no other user’s list', async () => {
    const person = await people.buyer();
    for (const user of [other, wisher, person]) await readUntilCached(first, user);
    await people.wishProduct(person, wished);
    await catchUp();
    expect(isCachedFor(first, person)).toBe(false);
    for (const user of [other, wisher]) expect(isCachedFor(first, user)).toBe(true);
  });

  it('a booking is immediately shown to its buyer, and the hold to everyone', async () => {
    const [buyer, id] = [await people.buyer(), await shop.make.product(seller.id)];
    await catchUp();
    for (const user of [buyer, other]) await readUntilCached(first, user);
    const payload = { productId: id, price: 120.5, phone: '555-0199', location: 'Leith' };
    const booked = await first.ask('/bookings', { method: 'POST', as: buyer, payload });
    expect(booked.status).toBe(201);
    const shown = { bookingId: expect.any(String), heldUntil: expect.any(String) };
    expect(await productIn(first, buyer, id)).toMatchObject(shown);
    expect(await productIn(first, buyer, id)).not.toHaveProperty('number');
    const forOther = await productIn(first, other, id);
    expect(forOther).toMatchObject({ heldUntil: expect.any(String) });
    expect(forOther).not.toHaveProperty('number');
    for (const user of [buyer, other]) expect(await read(first, user)).toBe(await expected(user));
    const { insertedId } = JSON.parse(booked.body);
    await first.ask(`/bookings/${insertedId}`, { method: 'DELETE', as: buyer });
    expect(await productIn(first, buyer, id)).toMatchObject({ heldUntil: null });
    expect(await productIn(first, buyer, id)).not.toHaveProperty('number');
  });
});
