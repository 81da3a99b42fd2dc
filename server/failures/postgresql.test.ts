import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { telemetry } from '../core/telemetry.ts';
import { type FailingShop, openFailingShop, type Visitor } from '../testing/failing-shop.ts';

let shop: FailingShop;
let seller: Visitor;
let buyer: Visitor;

beforeAll(async () => {
  shop = await openFailingShop();
  seller = await shop.visitor('seller');
  buyer = await shop.visitor('buyer');
});
afterAll(() => shop.close());

const statusOf = async (path: string) => (await shop.ask(path)).status;
const newProduct = () => shop.make.product(seller.id);

/** Responses are not cached while the server cannot trust its cache, as when it is too busy to look for changes. */
async function isSentFromCache(path: string): Promise<boolean> {
  const results: string[] = [];
  const unsubscribe = telemetry.cacheLookup.subscribe(({ result }) => results.push(result));
  expect(await statusOf(path)).toBe(200);
  unsubscribe();
  return results.includes('hit');
}

/** Books until that succeeds; what was refused asked to be repeated. */
async function bookedAgain(productId: string): Promise<void> {
  await expect.poll(async () => (await shop.book(productId, buyer)).status).toBe(201);
}

describe('PostgreSQL', () => {
  it('every answer is as usual, only later, while PostgreSQL is slow', async () => {
    const productId = await newProduct();
    shop.link.delayMs = 150;
    try {
      expect(await statusOf('/readyz')).toBe(200);
      expect(await statusOf(`/api/products/${productId}`)).toBe(200);
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => shop.book(productId, buyer)),
      );
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([201, ...Array(9).fill(409)]);
    } finally {
      shop.link.delayMs = 0;
    }
  });

  it('while PostgreSQL is away writes get 503 with Retry-After, guests read cached pages, and nothing needs a restart', async () => {
    const productId = await newProduct();
    await expect.poll(() => isSentFromCache(`/api/products/${productId}`)).toBe(true);
    await shop.link.become('refused');
    const refused = await shop.book(productId, buyer);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await statusOf('/healthz')).toBe(200);
    await expect.poll(() => statusOf('/readyz')).toBe(503);
    expect(await statusOf(`/api/products/${productId}`)).toBe(200);
    await shop.link.become('open');
    await bookedAgain(productId);
    await expect.poll(() => statusOf('/readyz')).toBe(200);
  });

  it('requests are refused with 503 while PostgreSQL has no connection left, and succeed when it has one', async () => {
    const productId = await newProduct();
    await shop.link.become('too many clients');
    const refused = await shop.book(productId, buyer);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await shop.link.become('open');
    await bookedAgain(productId);
  });

  // A trigger raises what PostgreSQL raises: a real full disk under a whole cluster needs a machine of its own.
  it('while the disk of PostgreSQL is full writes get 503 and are logged, reads continue, and writes succeed once there is space', async () => {
    const productId = await newProduct();
    await shop.database.sql`
      create function raise_disk_full() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = '53100'; end $$`;
    await shop.database.sql`
      create trigger disk_full before insert on bookings for each row execute function raise_disk_full()`;
    const refused = await shop.book(productId, buyer);
    expect(refused.status).toBe(503);
    expect(refused.text).not.toContain('could not extend');
    expect(shop.logged.join()).toContain('The disk of the database or of DATA_DIR is full');
    expect(await statusOf(`/api/products/${productId}`)).toBe(200);
    await shop.database.sql`drop trigger disk_full on bookings`;
    await bookedAgain(productId);
  });
});
