import { paths } from '#contract/page-paths.ts';
import { msg } from '#contract/text.ts';
import { lazyPage } from '../../routing/lazy-page.ts';
import type { PageDefinition } from '../../routing/page-definition.ts';

export const payoutsPages: readonly PageDefinition[] = [
  {
    path: paths.earnings.pattern,
    page: lazyPage(
      'features/payouts/EarningsPage.tsx',
      async () => (await import('./EarningsPage.tsx')).EarningsPage,
    ),
    title: msg`Earnings`,
    menu: { icon: 'card', rank: 14, in: { seller: 'shop' } },
    openTo: 'sellers',
  },
  {
    path: paths.money.pattern,
    page: lazyPage(
      'features/payouts/MoneyPage.tsx',
      async () => (await import('./MoneyPage.tsx')).MoneyPage,
    ),
    title: msg`Money`,
    menu: { icon: 'card', rank: 31, in: { admin: 'money' } },
    openTo: 'admins',
    // Its disputes are for those who decide cases.
    area: ['money', 'cases'],
  },
];
