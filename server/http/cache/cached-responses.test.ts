import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { transaction } from '../../database/transaction.ts';
import { recordCatalogueChange } from '../../features/products/catalogue-changes.ts';
import { createTestShop } from '../../testing/test-shop.ts';
import { makeCachedResponse } from './response-cache.ts';

const shop = await createTestShop();
afterAll(() => shop.close());
const seller = await shop.make.user({ role: 'seller' });
const productId = await shop.make.product(seller.id, { description: 'A long story. '.repeat(200) });
const url = `/api/products/${productId}`;
await shop.catalogue.start();

async function rename(name: string, isRecorded = true): Promise<void> {
  await transaction(shop.database, async (tx) => {
    await tx.sql`update products set name = ${name} where id = ${productId}`;
    if (isRecorded) recordCatalogueChange(tx, productId, new Date());
  });
}

const nameNow = async (headers = {}) =>
  (await shop.app.inject({ url, headers })).json<{ name: string }>().name;

describe('a response to a guest', () => {
  it('a guest’s response comes from the cache while nothing changes', async () => {
    await rename('Before');
    await shop.catalogue.catchUp();
    expect(await nameNow()).toBe('Before');
    await rename('Unrecorded', false);
    expect(await nameNow()).toBe('Before');
  });

  it('a guest’s response is current within two seconds of a change on any server', async () => {
    await rename('After');
    await expect.poll(nameNow, { timeout: 2_000 }).toBe('After');
  });

  it('a guest’s response is read from the database while this server does not receive changes', async () => {
    const unsubscribed = await createTestShop({ database: shop.database });
    try {
      const ask = async () =>
        (await unsubscribed.app.inject({ url })).json<{ name: string }>().name;
      await rename('One', false);
      expect(await ask()).toBe('One');
      await rename('Two', false);
      expect(await ask()).toBe('Two');
    } finally {
      await unsubscribed.app.close();
    }
  });

  it('a guest’s response is never sent to a signed-in user', async () => {
    const headers = await shop.as(seller);
    expect(await shop.app.inject({ url, headers }).then((reply) => reply.json())).toHaveProperty(
      'number',
    );
    expect(await shop.app.inject({ url }).then((reply) => reply.json())).not.toHaveProperty(
      'number',
    );
  });
});

describe('the key of a cached response', () => {
  const ask = (address: string) => shop.app.inject({ url: address });

  it('the key of a cached response is the parsed input, so that other spellings of a request find it', async () => {
    const other = await shop.make.product(seller.id, { name: 'Seen', status: 'advertise' });
    await shop.make.product(seller.id, { status: 'advertise' });
    await shop.catalogue.catchUp();
    const cursor = 'ffffffff-ffff-4fff-8fff-ffffffffffff';
    const list = `/api/products?status=advertise&limit=1&cursor=${cursor}`;
    const first = await ask(list);
    const single = await ask(`/api/products/${other}`);
    await shop.database.sql`update products set name = name || ' behind our back'`;
    for (const spelling of [
      `/api/products?cursor=${cursor}&limit=1&status=advertise`,
      `/api/products?status=advertise&limit=1.${'0'.repeat(3_000)}&cursor=${cursor.toUpperCase()}`,
      `/api/products?&&status=%61dvertise&limit=+1&cursor=${cursor}&`,
    ]) {
      const again = await ask(spelling);
      expect(again.statusCode).toBe(200);
      expect(again.body).toBe(first.body);
      expect(again.headers.link).toBe(first.headers.link);
    }
    expect((await ask(`/api/products/${other.toUpperCase()}?`)).body).toBe(single.body);
    expect(first.headers.link).toMatch(
      /^<\/api\/products\?status=advertise&limit=1&cursor=[\w-]+>; rel="next"$/,
    );
  });

  it('a request with a query that the contract does not name is refused, with the field', async () => {
    for (const headers of [{}, await shop.as(seller)]) {
      const reply = await shop.app.inject({ url: `${url}?again=1`, headers });
      expect(reply.statusCode).toBe(400);
      expect(reply.json().errors).toMatchObject([
        { field: 'again', message: 'again may not be set here' },
      ]);
    }
  });

  it('a cached page has its path as its key; a page with a query is rendered for each request', async () => {
    const tags: string[] = [];
    const store = vi.spyOn(shop.responseCache, 'getOrMake').mockImplementation((key, make) => {
      tags.push(key);
      return make().then(makeCachedResponse);
    });
    const reply = await ask('/reset-password?token=a-secret');
    expect(reply.body).toContain('/reset-password?token=a-secret');
    expect(reply.headers['cache-control']).toBe('no-cache');
    await ask('/blog');
    expect(tags).toEqual(['/blog']);
    store.mockRestore();
  });
});

describe('a conditional request', () => {
  it.each(['guest', 'seller'])(
    'a conditional request of a %s gets 304 while nothing changes',
    async (who) => {
      const headers = who === 'guest' ? {} : await shop.as(seller);
      const first = await shop.app.inject({ url, headers });
      const tag = String(first.headers.etag);
      const again = await shop.app.inject({ url, headers: { ...headers, 'if-none-match': tag } });
      expect(again.statusCode).toBe(304);
      expect(again.body).toBe('');
      const other = { ...headers, 'if-none-match': 'W/"else", "more"' };
      expect((await shop.app.inject({ url, headers: other })).statusCode).toBe(200);
    },
  );
});

describe('compression', () => {
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync };

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
  ] as const)(
    'compression uses an encoding that Accept-Encoding %s allows',
    async (accepted, encoding) => {
      for (const headers of [{}, await shop.as(seller)]) {
        const reply = await shop.app.inject({
          url,
          headers: { ...headers, 'accept-encoding': accepted },
        });
        expect(reply.headers['content-encoding']).toBe(encoding);
        expect(reply.headers.vary).toContain('accept-encoding');
        const body = decoders[encoding](reply.rawPayload).toString('utf8');
        expect(JSON.parse(body)).toMatchObject({ _id: productId });
      }
    },
  );

  it('compression is omitted when the client does not accept it', async () => {
    for (const accepted of [undefined, 'identity', 'br;q=0']) {
      const headers = accepted ? { 'accept-encoding': accepted } : {};
      const reply = await shop.app.inject({ url, headers });
      expect(reply.headers['content-encoding']).toBeUndefined();
    }
  });
});
