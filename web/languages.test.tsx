import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { defaultShop } from '#contract/default-shop.ts';
import { language } from '#contract/language.ts';
import type { PageLanguage, PageRequest } from '#contract/page.ts';
import { shopLanguages } from '#contract/shop.ts';
// @ts-expect-error The scripts have no types here.
import { compileCatalogue } from '../scripts/build/texts.mjs';
import { renderPage } from './entry-server.tsx';

const origin = 'https://shop.test';
const shop = { ...defaultShop, languages: shopLanguages(['en', 'de', 'ar']) };

/** What a page that is missing leads to, in three languages. */
const backHome = 'notFound.backHome';

const languages: PageLanguage[] = await Promise.all(
  shop.languages.map(async ({ tag, prefix }) => ({
    tag,
    prefix,
    texts: await compileCatalogue(tag),
  })),
);

/** Answers late, so that pages in all languages are under way at once. */
const read: PageRequest['read'] = async () => {
  await wait(Math.random() * 5);
  throw new Error('There is nothing to read on this page');
};

function render(page: PageLanguage) {
  const path = `${page.prefix}/about/nothing-here`;
  return renderPage({ path, origin, shop, language: page, read });
}

it('renders 3,000 pages in three languages at once, and mixes none', {
  timeout: 600_000,
}, async () => {
  const asked = Array.from({ length: 3_000 }, (_, index) => languages[index % 3] as PageLanguage);
  const pages = await Promise.all(asked.map(render));
  pages.forEach(({ body }, index) => {
    const found = languages.filter(({ texts }) => body.includes(`>${texts[backHome]}<`));
    expect(found).toEqual([asked[index]]);
  });
  expect(language()).toBe('en');
});

it('names the other languages of a page, and its own address', async () => {
  const [, german] = languages;
  const { head, body } = await renderPage({
    path: '/de/about',
    origin,
    shop,
    language: german as PageLanguage,
    read,
  });
  expect(head).toContain('<link rel="canonical" href="https://shop.test/de/about"');
  for (const [hreflang, path] of [
    ['en', '/about'],
    ['de', '/de/about'],
    ['ar', '/ar/about'],
    ['x-default', '/about'],
  ]) {
    expect(head).toContain(
      `<link rel="alternate" hreflang="${hreflang}" href="${origin}${path}" data-head>`,
    );
  }
  expect(body).toContain('href="/ar/about"');
  expect(body).toContain('href="/de/login"');
});
