import { expect, it } from 'vitest';
import { defaultLoadedShop } from '../core/loaded-shop.ts';
import { withDemo } from './apply-shop.ts';

it('a demo shop without a folder of its own shows accounts at addresses that belong to nobody', () => {
  const { socialLinks } = withDemo(defaultLoadedShop, { demo: true }).public;
  expect(socialLinks.length).toBeGreaterThan(1);
  for (const { url } of socialLinks) expect(new URL(url).hostname).toMatch(/\.example$/);
});

it('a shop with a folder of its own, and one that is no demo, has the accounts of its owner', () => {
  const own = { ...defaultLoadedShop, public: { ...defaultLoadedShop.public, name: 'Nordklang' } };
  expect(withDemo(own, { demo: true })).toBe(own);
  expect(withDemo(defaultLoadedShop, { demo: false })).toBe(defaultLoadedShop);
});
