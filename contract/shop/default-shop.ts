import { usDollar } from '#contract/money/shop-currency.ts';
import type { PublicShop } from './shop.ts';

/** The shop without a `shop.json`. Its name is written here and in the docs, and nowhere else (`scripts/lint/shop-name.test.ts`). */
export const defaultShop: PublicShop = {
  name: 'Reprise',
  tagline: 'Played before. Played again.',
  currency: usDollar,
  socialLinks: [],
  pages: [],
  blog: 'questions',
  languages: [{ tag: 'en', prefix: '' }],
};
