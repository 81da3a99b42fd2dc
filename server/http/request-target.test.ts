import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestShop } from '../testing/test-shop.ts';

const shop = await createTestShop();
afterAll(() => shop.close());
const seller = await shop.make.user({ role: 'seller' });
for (const name of ['Cornet', 'Bugle']) {
  await shop.make.product(seller.id, { name, status: 'advertise' });
}
const port = Number(new URL(await shop.app.listen({ host: '127.0.0.1', port: 0 })).port);

/** Sends the target unchanged; `fetch` would normalise it. */
async function ask(path: string) {
  const asked = request({ host: '127.0.0.1', port, path }).end();
  const [reply] = await once(asked, 'response');
  let text = '';
  for await (const part of reply) text += part;
  return { status: reply.statusCode, headers: reply.headers, text };
}

describe('a request', () => {
  it.each([
    ['/blog?x=1', '/blog?x=1'],
    ['http://elsewhere.example/blog', '/blog'],
    ['HTTPS://elsewhere.example?x=1', '/?x=1'],
    ['http://elsewhere.example', '/'],
    ['*', '/*'],
    ['http://elsewhere.example/%F0%28', '/%25F0%2528'],
  ])('a request for %s gets the page %s of this shop', async (target, path) => {
    const { status, text } = await ask(target);
    expect(status).toBe(200);
    expect(text).toBe(`<!doctype html><title>${path}</title>`);
  });

  it('the next page of a list is linked by path and query, without an origin', async () => {
    const { headers } = await ask('http://elsewhere.example/api/products?status=advertise&limit=1');
    expect(headers.link).toMatch(/^<\/api\/products\?status=advertise&limit=1&cursor=[\w-]+>/);
  });
});
