import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CatalogueWatch, watchCatalogue } from '../../features/products/catalogue-changes.ts';
import type { KnownUser } from '../../features/users/find-user.ts';
import { faultyCards } from '../../testing/faulty-cards.ts';
import { manualClock, paymentSteps } from '../../testing/payment-steps.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { createResponseCaches } from './response-caches.ts';

let base: TestShop;
/** The same database, served by an app whose polls for catalogue changes fail while `isPollFailing`. */
let shop: TestShop;
let catalogue: CatalogueWatch;
let seller: KnownUser;
let buyer: KnownUser;
let isPollFailing = false;
const polls = vi.fn();
const clock = manualClock();
const cards = faultyCards(() => base, clock);
const { addBookingWithIntent } = paymentSteps(() => base, cards, clock);
/** The user for whom every identity token stands. */
let identified = '';
const identity = {
  name: 'test',
  verify: async () => ({
    id: identified,
    email: identified,
    isEmailVerified: true,
    by: 'password' as const,
    signedInAt: new Date(),
  }),
  remove: async () => undefined,
  endSessions: async () => undefined,
};

beforeAll(async () => {
  base = await createTestShop();
  const { database } = base;
  const sql = ((...query: Parameters<typeof database.sql>) => {
    polls();
    if (isPollFailing) return Promise.reject(new Error('the database went away'));
    return database.sql(...query);
  }) as typeof database.sql;
  const { listener, ...caches } = createResponseCaches({
    isCurrent: () => catalogue.isCurrent(),
    awaySeconds: () => undefined,
  });
  catalogue = watchCatalogue({ sql, listener, log: { warn: vi.fn() } });
  shop = await createTestShop({
    database,
    catalogue,
    ...caches,
    callers: base.callers,
    cards,
    identity,
    adminEmails: ['chief@reprise.test'],
  });
  seller = await base.make.user({ role: 'seller' });
  buyer = await base.make.user();
});
beforeEach(async () => {
  isPollFailing = false;
  await catalogue.catchUp();
  polls.mockClear();
});
afterAll(async () => {
  await shop.close();
  await base.close();
});

async function book(productId: string) {
  const payload = { price: 120.5, phone: '555-0102', location: 'At the station', productId };
  const headers = await base.as(buyer);
  return shop.app.inject({ method: 'POST', url: '/api/bookings', headers, payload });
}

async function changePrice(productId: string, price: number) {
  const headers = await base.as(seller);
  const url = `/api/products/${productId}`;
  return shop.app.inject({ method: 'PATCH', url, headers, payload: { price } });
}

const priceNow = async (productId: string) =>
  (await shop.app.inject({ url: `/api/products/${productId}` })).json<{ price: number }>().price;

describe('a commit whose catalogue changes this server cannot read', () => {
  it('a stored booking is acknowledged', async () => {
    const productId = await base.make.product(seller.id);
    isPollFailing = true;
    const reply = await book(productId);
    expect(reply.statusCode).toBe(201);
    expect(reply.json()).toMatchObject({ acknowledged: true });
  });

  it('a changed product is acknowledged, and the cache is not used until the changes are read', async () => {
    const productId = await base.make.product(seller.id);
    await catalogue.catchUp();
    expect(await priceNow(productId)).toBe(120.5);
    isPollFailing = true;
    const reply = await changePrice(productId, 99);
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({ acknowledged: true, modifiedCount: 1 });
    expect(catalogue.isCurrent()).toBe(false);
    expect(await priceNow(productId)).toBe(99);
    isPollFailing = false;
    await catalogue.catchUp();
    expect(catalogue.isCurrent()).toBe(true);
    expect(await priceNow(productId)).toBe(99);
  });
});

describe('a webhook event', () => {
  it('a stored payment is acknowledged even when the changes cannot be read, and shown immediately', async () => {
    const { bookingId, productId, transactionId } = await addBookingWithIntent();
    await cards.charge(transactionId);
    await catalogue.catchUp();
    const statusNow = async () =>
      (await shop.app.inject({ url: `/api/products/${productId}` })).json().status;
    expect(await statusNow()).toBe('available');
    isPollFailing = true;
    const event = cards.webhook(transactionId);
    const reply = await shop.app.inject({ method: 'POST', url: '/api/webhooks/cards', ...event });
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.json()).toEqual({ received: true });
    expect(polls).toHaveBeenCalled();
    const paid = await base.database.sql`
      select state from payments where booking_id = ${bookingId}`;
    expect(paid).toEqual([{ state: 'recorded' }]);
    expect(catalogue.isCurrent()).toBe(false);
    expect(await statusNow()).toBe('sold');
  });
});

describe('the response with an access token', () => {
  const exchange = () =>
    shop.app.inject({
      url: `/api/jwt?email=${identified}`,
      headers: { authorization: 'Bearer identity' },
    });

  it('the changes are read when it made a verified seller an admin, whose products then show it', async () => {
    const chief = await base.make.user({ role: 'seller', email: 'chief@reprise.test' });
    await base.database.sql`update users set verified_at = now() where id = ${chief.id}`;
    const productId = await base.make.product(chief.id);
    const isVerified = async () =>
      'userRole' in (await shop.app.inject({ url: `/api/products/${productId}` })).json();
    await catalogue.catchUp();
    expect(await isVerified()).toBe(true);
    polls.mockClear();
    identified = chief.email;
    expect((await exchange()).statusCode).toBe(200);
    expect(await isVerified()).toBe(false);
    expect((await exchange()).statusCode).toBe(200);
    expect(polls).toHaveBeenCalledOnce();
  });

  it('the changes are not read for other requests', async () => {
    identified = buyer.email;
    expect((await exchange()).statusCode).toBe(200);
    expect(polls).not.toHaveBeenCalled();
  });
});

describe('the response to a call', () => {
  it('the changes of the catalogue are read when it can change the catalogue', async () => {
    const productId = await base.make.product(seller.id);
    await changePrice(productId, 80);
    expect(polls).toHaveBeenCalledOnce();
    expect((await book(await base.make.product(seller.id))).statusCode).toBe(201);
    expect(polls).toHaveBeenCalledTimes(2);
    const headers = await base.as(buyer);
    const payload = { wishlist: 'added' };
    await shop.app.inject({ method: 'PUT', url: `/api/products/${productId}`, headers, payload });
    expect(polls).toHaveBeenCalledTimes(3);
  });

  it('the changes are not read before the response when that is impossible', async () => {
    const newcomer = await base.make.user();
    const headers = await base.as(newcomer);
    const url = `/api/users/${newcomer.id}/role`;
    const payload = { role: 'seller' };
    const reply = await shop.app.inject({ method: 'PUT', url, headers, payload });
    expect(reply.statusCode).toBe(200);
    expect(polls).not.toHaveBeenCalled();
  });
});
