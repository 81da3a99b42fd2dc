import { brotliDecompressSync } from 'node:zlib';
import { afterAll, expect, it, vi } from 'vitest';
import { createTestShop } from '../../testing/test-shop.ts';

let isDraining = false;

const shop = await createTestShop({ isDraining: () => isDraining });
afterAll(() => shop.close());
await shop.catalogue.start();
const seller = await shop.make.user({ role: 'seller' });
const id = await shop.make.product(seller.id, { description: 'Long. '.repeat(300) });
const origin = await shop.app.listen({ host: '127.0.0.1', port: 0 });
const url = `${origin}/api/products/${id}`;

/** Asks without letting fetch add encodings of its own. */
const ask = (headers: Record<string, string> = {}) =>
  fetch(url, { headers: { 'accept-encoding': 'identity', ...headers } });

const headersOf = (reply: Response) => {
  const { date: _, 'x-request-id': __, ...rest } = Object.fromEntries(reply.headers);
  return rest;
};

it('a cached response has the headers and body of the first one and its own request id', async () => {
  const first = await ask();
  const again = await ask();
  expect(shop.logged.at(-1)).toMatchObject({ msg: 'request', route: '/api/products/:id' });
  expect(headersOf(again)).toEqual(headersOf(first));
  expect(await again.text()).toBe(await first.text());
  expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
});

it('a client that has the current version gets 304 without a body', async () => {
  const tag = (await ask()).headers.get('etag') ?? '';
  const reply = await ask({ 'if-none-match': tag });
  expect(reply.status).toBe(304);
  expect(await reply.text()).toBe('');
  expect(reply.headers.get('etag')).toBe(tag);
});

it('a response is compressed, whether or not it is cached', async () => {
  for (const _ of ['made', 'remembered']) {
    const reply = await shop.app.inject({ url, headers: { 'accept-encoding': 'br' } });
    expect(JSON.parse(brotliDecompressSync(reply.rawPayload).toString())).toHaveProperty('_id');
    const fetched = await fetch(url, { headers: { 'accept-encoding': 'br' } });
    expect(fetched.headers.get('content-encoding')).toBe('br');
    expect(await fetched.json()).toHaveProperty('_id');
  }
});

it('a signed-in user gets a cached list without a further read, until the user has to be read again', async () => {
  const list = `${origin}/api/category/Brass?limit=24`;
  const headers = { 'accept-encoding': 'identity', ...(await shop.as(seller)) };
  const statements = vi.spyOn(shop.personalResponses, 'getOrMake');
  const names = async () => {
    const reply = await fetch(list, { headers });
    expect(reply.headers.get('cache-control')).toBe('private, no-cache');
    const products = (await reply.json()) as { name: string }[];
    return products.map(({ name }) => name);
  };
  await expect
    .poll(async () => {
      await names();
      const before = statements.mock.calls.length;
      const [name] = await names();
      return { name, isServedBefore: statements.mock.calls.length === before };
    })
    .toEqual({ name: 'Student trumpet', isServedBefore: true });
  expect(shop.logged.at(-1)).toMatchObject({ msg: 'request', route: '/api/category/:name' });
  await expect
    .poll(async () => {
      const before = statements.mock.calls.length;
      await names();
      return statements.mock.calls.length > before;
    })
    .toBe(true);
  statements.mockRestore();
});

it('a signed-in user gets no cached response of one product', async () => {
  await ask();
  const reply = await ask(await shop.as(seller));
  expect(await reply.json()).toHaveProperty('number');
  expect(await (await ask()).json()).not.toHaveProperty('number');
});

it('other methods, and requests while the server stops, bypass the cache', async () => {
  await ask();
  const before = shop.logged.length;
  expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
  expect((await fetch(url, { method: 'POST' })).status).toBe(405);
  isDraining = true;
  expect((await ask()).status).toBe(200);
  isDraining = false;
  const routes = shop.logged.slice(before).map(({ method }) => method);
  expect(routes).toEqual(['HEAD', 'POST', 'GET']);
});

it('a cached response is logged like every other', async () => {
  await ask();
  const reply = await ask();
  const line = shop.logged.find(({ reqId }) => reqId === reply.headers.get('x-request-id'));
  expect(line).toMatchObject({ method: 'GET', route: '/api/products/:id', status: 200 });
});
