import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultLoadedShop } from '../../core/loaded-shop.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';

const imprint = {
  path: '/imprint',
  title: 'Imprint',
  heading: 'Who we are',
  description: 'We are few.',
  html: '<p>We are few.</p>\n',
  contents: [],
};
const drawing = { content: Buffer.from('<svg/>'), contentType: 'image/svg+xml' };

let shop: TestShop;
const get = (url: string) => shop.app.inject({ url });

beforeAll(async () => {
  shop = await createTestShop({
    shop: {
      ...defaultLoadedShop,
      pages: [imprint],
      files: new Map([['/shop/0123456789ab/workshop.svg', drawing]]),
    },
  });
});
afterAll(() => shop.close());

describe('the pages of the owner', () => {
  it('everyone can read the owner’s pages, by the name in their path', async () => {
    expect((await get('/api/pages/imprint')).json()).toEqual(imprint);
    for (const name of ['terms', 'Imprint', '..%2Fimprint', '__proto__', 'constructor']) {
      expect((await get(`/api/pages/${name}`)).statusCode, name).toBe(404);
    }
  });

  it('the owner’s pages are in the sitemap, and a page that they replace is not', async () => {
    const { body } = await get('/sitemap-pages.xml');
    expect(body).toContain('<loc>https://shop.test/imprint</loc>');
    expect(body).not.toContain('https://shop.test/about');
  });

  it('the sitemap of a shop without a folder has the default pages', async () => {
    const other = await createTestShop();
    const { body } = await other.app.inject({ url: '/sitemap-pages.xml' });
    await other.close();
    expect(body).toContain('<loc>https://shop.test/about</loc>');
  });
});

describe('the files of the owner', () => {
  it('the owner’s files are served at their full address only, permanently, and run no script', async () => {
    const response = await get('/shop/0123456789ab/workshop.svg');
    expect(response.statusCode).toBe(200);
    expect(response.body).toBe('<svg/>');
    expect(response.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
    });
  });

  it.each([
    '/shop/shop.json',
    '/shop/workshop.svg',
    '/shop/0123456789ab/../0123456789ab/workshop.svg/',
    '/shop/0123456789ab/....//package.json',
    '/shop/..%2f..%2fpackage.json',
    '/shop/%2fetc%2fpasswd',
    '/shop/',
  ])('the owner’s files are not reached at %s', async (url) => {
    const { statusCode, body } = await get(url);
    expect(statusCode).toBe(404);
    expect(body).not.toMatch(/reprise|root:|<svg/);
  });
});
