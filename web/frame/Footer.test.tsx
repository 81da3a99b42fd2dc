import { expect, test } from 'vitest';
import { cacheAnsweredBy, pageMarkup, textOf } from '../features/products/page-samples.tsx';
import { Footer } from './Footer.tsx';
import { socialLinks } from './social-links.ts';

const markup = pageMarkup(
  <Footer />,
  { pattern: '/', address: '/' },
  cacheAnsweredBy(() => []),
);

test('the footer has the specification’s links, and each has a target', () => {
  expect(textOf(markup)).toContain('About us Contact Jobs Press kit');
  for (const address of ['/about', '/about#contact', '/about#jobs', '/about#press-kit']) {
    expect(markup).toContain(`href="${address}"`);
  }
  for (const { name, address } of socialLinks) {
    expect(markup).toMatch(new RegExp(`aria-label="Reprise on ${name}"[^>]*href="${address}"`));
  }
});

test('the footer has the specification’s year', () => {
  expect(textOf(markup)).toContain('Copyright © 2022 Reprise');
});
