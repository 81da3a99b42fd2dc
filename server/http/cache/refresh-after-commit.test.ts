import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CatalogueWatch, watchCatalogue } from '../../features/products/catalogue-changes.ts';
import type { KnownUser } from '../../features/users/find-user.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import { ResponseCache } from './response-cache.ts';

let base: TestShop;
/** The same database, served by an app whose polls for catalogue changes fail while `isPollFailing`. */
let shop: TestShop;
let catalogue: CatalogueWatch;
let seller: KnownUser;
let buyer: KnownUser;
let isPollFailing = false;
const polls = vi.fn();

beforeAll(async () => {
  base = await createTestShop();
  const { database } = base;
  const sql = ((...query: Parameters<typeof database.sql>) => {
    polls();
    if (isPollFailing) return Promise.reject(new Error('the database went away'));
    return database.sql(...query);
  }) as typeof database.sql;
  const cache = new ResponseCache({ isCurrent: () => catalogue.isCurrent(), maxBytes: 1_000_000 });
  catalogue = watchCatalogue({ sql, listener: cache, log: { warn: vi.fn() } });
  shop = await createTestShop({
    database,
    catalogue,
    responseCache: cache,
    callers: base.callers,
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

describe('when this server cannot read the changes of the catalogue after a commit', () => {
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

describe('before the response to a call', () => {
  it('the changes of the catalogue are read when it can change the catalogue', async () => {
    const productId = await base.make.product(seller.id);
    await changePrice(productId, 80);
    expect(polls).toHaveBeenCalledOnce();
    expect((await book(await base.make.product(seller.id))).statusCode).toBe(201);
    expect(polls).toHaveBeenCalledTimes(2);
  });

  it('they are not read when it cannot', async () => {
    const productId = await base.make.product(seller.id);
    const headers = await base.as(buyer);
    const payload = { wishlist: 'added' };
    const url = `/api/products/${productId}`;
    const reply = await shop.app.inject({ method: 'PUT', url, headers, payload });
    expect(reply.statusCode).toBe(200);
    expect(polls).not.toHaveBeenCalled();
  });
});
