import Fastify from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { serveCrawlers } from './crawlers.ts';

const [kept, withdrawn] = [
  '01900000-0000-7000-8000-00000000000a',
  '01900000-0000-7000-8000-00000000000b',
];

afterEach(() => {
  vi.restoreAllMocks();
});

it('the sitemap omits a withdrawn product a minute later, and concurrent requests share one query', async () => {
  let onSale = [withdrawn, kept];
  const listForSitemap = vi.fn(async () => onSale.map((id) => ({ id, listedAt: new Date(0) })));
  const app = Fastify();
  serveCrawlers(app, {
    origin: () => 'https://shop.test',
    clock: systemClock,
    languages: [{ tag: 'en', prefix: '' }],
    securityContact: undefined,
    fixedPaths: () => ['/'],
    findSitemapParts: async () => [withdrawn],
    listForSitemap,
    findSellerParts: async () => [],
    listSellersForSitemap: async () => [],
    listBrowsePaths: undefined,
  });
  const ask = () => app.inject({ url: `/sitemap-${withdrawn}.xml` });

  const [first] = await Promise.all([ask(), ask(), ask()]);
  expect(first.body).toContain(`/products/${withdrawn}`);
  expect(first.headers['cache-control']).toBe('public, max-age=60');
  expect(listForSitemap).toHaveBeenCalledOnce();

  onSale = [kept];
  const elapsedMs = performance.now() + 61_000;
  vi.spyOn(performance, 'now').mockReturnValue(elapsedMs);
  await expect.poll(async () => (await ask()).body).not.toContain(`/products/${withdrawn}`);
  expect((await ask()).body).toContain(`/products/${kept}`);
  await app.close();
});
