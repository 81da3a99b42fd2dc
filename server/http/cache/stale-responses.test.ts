import { afterAll, beforeAll, expect, it } from 'vitest';
import { ReadFailure } from '#contract/shop/page.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';
import type { PageSource } from '../pages/page-source.ts';

/* What guests get while the database is away. */

/** Pages that read the products, as the shop's own do. */
const pages: PageSource = {
  inline: { scripts: [], styles: [] },
  async render({ read }) {
    try {
      const { reply: products } = await read('listAdvertised', { query: { status: 'advertise' } });
      return { status: 200, html: `<!doctype html><title>${JSON.stringify(products)}</title>` };
    } catch (error) {
      const status = error instanceof ReadFailure ? error.status : 500;
      return { status, html: '<!doctype html><title>Not at the moment</title>' };
    }
  },
};

let shop: TestShop;
let productId: string;
const soon = { timeout: 20_000 };

beforeAll(async () => {
  shop = await createTestShop({ pages });
  await shop.catalogue.start();
  const seller = await shop.make.user({ role: 'seller' });
  productId = await shop.make.product(seller.id, { name: 'Cornet', status: 'advertise' });
});
afterAll(() => shop.close());

const get = (url: string, headers = {}) => shop.app.inject({ url, headers });

it('pages and lists that were read before are sent while the database is away, and say that they may be stale', async () => {
  const visited = ['/', '/api/products?status=advertise', `/api/products/${productId}`];
  await shop.catalogue.catchUp();
  for (const url of visited) {
    const { statusCode, body, headers } = await get(url);
    expect([url, statusCode]).toEqual([url, 200]);
    expect(body).toContain('Cornet');
    expect(headers).not.toHaveProperty('warning');
  }
  const notVisited = '/api/products?status=advertise&limit=3';
  const member = await shop.as(await shop.make.user());

  await shop.database.close();
  for (const url of visited) {
    await expect
      .poll(async () => (await get(url)).headers.warning, soon)
      .toBe('110 - "Response is Stale"');
    const stale = await get(url);
    expect([url, stale.statusCode]).toEqual([url, 200]);
    expect(stale.body).toContain('Cornet');
    expect(Number(stale.headers.age)).toBeGreaterThan(0);
    expect(stale.headers['cache-control']).toBe('no-cache');
    const { etag } = stale.headers;
    expect((await get(url, { 'if-none-match': etag })).statusCode).toBe(304);
  }
  // What was never read, and what is for one person, is not there.
  expect((await get(notVisited)).statusCode).toBe(503);
  expect((await get(`/api/products/${productId}`, member)).statusCode).toBe(503);
  expect((await get('/readyz')).statusCode).toBe(503);
  // One line for the whole outage.
  const warnings = shop.logged.filter(({ msg }) => String(msg).includes('poll for catalogue'));
  expect(warnings).toHaveLength(1);
});
