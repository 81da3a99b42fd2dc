import type { PageLanguage } from '#contract/shop/page.ts';

/** English as it stands in the code. */
export const english: PageLanguage = { tag: 'en', prefix: '', texts: {} };
