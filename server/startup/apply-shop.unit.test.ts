import { expect, it } from 'vitest';
import { defaultLoadedShop } from '../core/loaded-shop.ts';
import { commissionOfShop, withDemo } from './apply-shop.ts';

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

it('the commission is that of shop.json, or of the setting, and two of them are refused', () => {
  const commission = { percent: 5, fixed: 0.5 };
  expect(commissionOfShop({ commission }, { commissionBasisPoints: 0 })).toBe(commission);
  expect(commissionOfShop({}, { commissionBasisPoints: 750 })).toEqual({ percent: 7.5 });
  expect(() => commissionOfShop({ commission }, { commissionBasisPoints: 750 })).toThrow(
    'COMMISSION_PERCENT is set, and shop.json names a commission.',
  );
});
