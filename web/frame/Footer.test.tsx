import { expect, test } from 'vitest';
import { cacheAnsweredBy, pageMarkup, textOf } from '../features/products/page-samples.tsx';
import { Footer } from './Footer.tsx';
import { type SocialLink, socialLinks } from './social-links.ts';

const footerWith = (links?: readonly SocialLink[]) =>
  pageMarkup(
    <Footer {...(links && { links })} />,
    { pattern: '/', address: '/' },
    cacheAnsweredBy(() => []),
  );
const markup = footerWith();

test('the footer has the specification’s links, and each has a target', () => {
  expect(textOf(markup)).toContain('About us Contact Jobs Press kit');
  for (const address of ['/about', '/about#contact', '/about#jobs', '/about#press-kit']) {
    expect(markup).toContain(`href="${address}"`);
  }
});

test('the footer has the specification’s year', () => {
  expect(textOf(markup)).toContain('Copyright © 2022 Reprise');
});

test('the footer has an icon for each social account that has an address, and none before that', () => {
  expect(markup).not.toContain('Elsewhere');
  const [first, ...others] = socialLinks;
  if (!first) throw new Error('There are no social links');
  const address = 'https://social.example/@reprise';
  const withOne = footerWith([{ ...first, address }, ...others]);
  expect(withOne.match(/aria-label="Reprise on /g)).toHaveLength(1);
  expect(withOne).toMatch(
    new RegExp(`aria-label="Reprise on ${first.name}"[^>]*href="${address}"`),
  );
});
