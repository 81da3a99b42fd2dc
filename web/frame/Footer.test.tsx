import { afterEach, describe, expect, test } from 'vitest';
import { defaultShop } from '#contract/shop/default-shop.ts';
import type { PublicShop } from '#contract/shop/shop.ts';
import { cacheAnsweredBy, pageMarkup, textOf } from '../features/products/page-samples.tsx';
import { setCurrentShop } from '../ui/current-shop.ts';
import { Footer } from './Footer.tsx';

function footerOf(changes: Partial<PublicShop> = {}): string {
  setCurrentShop({ ...defaultShop, ...changes });
  return pageMarkup(
    <Footer />,
    { pattern: '/', address: '/' },
    cacheAnsweredBy(() => []),
  );
}
afterEach(() => setCurrentShop(defaultShop));

test('the footer has the specification’s links, and each has a target', () => {
  const markup = footerOf();
  expect(textOf(markup)).toContain('About us Contact Jobs Press kit');
  for (const address of ['/about', '/about#contact', '/about#jobs', '/about#press-kit']) {
    expect(markup).toContain(`href="${address}"`);
  }
});

test('the footer leads everyone to the pages of categories, where guests may see what is on sale', () => {
  expect(footerOf()).toContain('href="/instruments/categories/brass"');
  expect(footerOf({ switchedOff: ['open-catalogue'] })).not.toContain('Brass');
});

test('the footer leads to the page where a theft is reported, unless reports are switched off', () => {
  expect(footerOf()).toContain('href="/dashboard/stolen"');
  expect(footerOf({ switchedOff: ['reports'] })).not.toContain('stolen');
});

test('the footer has the specification’s year', () => {
  expect(textOf(footerOf())).toContain('Copyright © 2022 Reprise');
});

describe('the footer of a shop with a folder of its own', () => {
  test('the footer has a link for each page of the owner, in their order, and no others', () => {
    const pages = [
      { title: 'Impressum', path: '/impressum' },
      { title: 'Über uns', path: '/about' },
    ];
    const markup = footerOf({ name: 'Nordklang', pages });
    const about = markup.slice(0, markup.indexOf('aria-label="Instruments"'));
    expect([...about.matchAll(/href="(\/[^"]*)"/g)].map(([, path]) => path)).toEqual([
      '/impressum',
      '/about',
    ]);
    expect(textOf(markup)).toContain('Copyright © 2022 Nordklang');
  });

  test('the footer has the shop’s address, email and telephone as links, and leaves out what is missing', () => {
    const contact = { email: 'an@klang.example', telephone: '+49 (40) 12-34', address: ['Kai 1'] };
    const markup = footerOf({ contact });
    expect(textOf(markup)).toContain('Kai 1 an@klang.example +49 (40) 12-34');
    expect(markup).toContain('href="mailto:an@klang.example"');
    expect(markup).toContain('href="tel:+49401234"');
    const withEmail = footerOf({ contact: { email: contact.email } });
    expect(withEmail).not.toContain('tel:');
    expect(footerOf({ contact: {} })).not.toContain('<address');
  });

  test('the footer names the network of each account, and its owner', () => {
    expect(footerOf()).not.toContain('Elsewhere');
    const account = { name: 'Mastodon', url: 'https://social.example/@nordklang', icon: 'M0 0h24' };
    const markup = footerOf({ name: 'Nordklang', socialLinks: [account] });
    expect(markup).toMatch(
      /aria-label="Nordklang on Mastodon"[^>]*href="https:\/\/social.example\/@nordklang" rel="me"/,
    );
    expect(textOf(markup)).toContain(' Mastodon ');
  });
});
