import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shopLanguages } from '#contract/shop/shop.ts';
import { defaultLoadedShop } from '../../core/loaded-shop.ts';
import { englishOnly, loadedLanguage } from '../../core/shop-language.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';

const version = {
  name: 'strings',
  title: 'Strings & <bows>',
  date: '2026-01-02',
  lang: 'en',
  description: 'When to change them.',
  html: '<p><a href="/returns">Returns</a> <img src="/shop/0123456789ab/a.png" alt="x"></p>\n',
};
const later = { ...version, name: 'later', title: 'Later', date: '2126-01-01' };
const older = { ...version, name: 'older', title: 'Older', date: '2025-12-31' };

let shop: TestShop;
const get = (url: string) => shop.app.inject({ url });

beforeAll(async () => {
  shop = await createTestShop({
    languages: [...englishOnly, loadedLanguage({ tag: 'fr', prefix: '/fr' }, {})],
    shop: {
      ...defaultLoadedShop,
      public: {
        ...defaultLoadedShop.public,
        blog: undefined,
        languages: shopLanguages(['en', 'fr']),
      },
      blog: [
        { name: 'older', versions: [older] },
        { name: 'strings', versions: [version, { ...version, lang: 'fr', title: 'Cordes' }] },
        { name: 'later', versions: [later] },
      ],
    },
  });
});
afterAll(() => shop.close());

it('a post of the blog is listed from its day on, newest first', async () => {
  const posts = (await get('/api/blog?language=en')).json();
  expect(posts.map(({ name }: { name: string }) => name)).toEqual(['strings', 'older']);
  expect(posts[0].html).toBeUndefined();
  expect((await get('/api/blog/strings')).json()).toEqual(version);
  expect((await get('/api/blog/strings?language=fr')).json().title).toBe('Cordes');
  for (const name of ['later', 'Strings', '__proto__', '..%2fstrings']) {
    expect((await get(`/api/blog/${name}`)).statusCode, name).toBe(404);
  }
});

it('the feed of the blog is RSS in each language, with whole addresses', async () => {
  const { body, headers } = await get('/fr/blog/feed.xml');
  expect(headers['content-type']).toContain('application/rss+xml');
  expect(XMLValidator.validate(body)).toBe(true);
  const { channel } = new XMLParser().parse(body).rss;
  expect(channel).toMatchObject({ link: 'https://shop.test/fr/blog', language: 'fr' });
  expect(channel.item).toMatchObject([
    {
      title: 'Cordes',
      link: 'https://shop.test/fr/blog/strings',
      pubDate: 'Fri, 02 Jan 2026 00:00:00 GMT',
    },
    { title: 'Older' },
  ]);
  expect(channel.item[0]['content:encoded']).toContain('href="https://shop.test/returns"');
  expect(channel.item[0]['content:encoded']).toContain('src="https://shop.test/shop/0123456789ab');
  expect(body).not.toContain('Later');
});

it('the sitemap has the posts that are shown, and a shop without posts has neither blog nor feed', async () => {
  const { body } = await get('/sitemap-pages.xml');
  expect(body).toContain('<loc>https://shop.test/blog/strings</loc>');
  expect(body).not.toContain('/blog/later');
  const other = await createTestShop({
    shop: { ...defaultLoadedShop, public: { ...defaultLoadedShop.public, blog: undefined } },
  });
  const ask = (url: string) => other.app.inject({ url });
  expect((await ask('/sitemap-pages.xml')).body).not.toContain('/blog');
  expect((await ask('/blog/feed.xml')).statusCode).toBe(404);
  expect((await ask('/api/blog')).json()).toEqual([]);
  await other.close();
});
