import { paths } from '#contract/page-paths.ts';
import { msg, t } from '#contract/text.ts';
import { lazyPage } from '../../routing/lazy-page.ts';
import type { PageDefinition } from '../../routing/page-definition.ts';
import { currentShop } from '../../ui/current-shop.ts';
import { loginHead } from '../session/session-heads.ts';
import { sellingTermsQuery } from './queries.ts';

export const sellingPages: readonly PageDefinition[] = [
  {
    path: paths.login.pattern,
    page: lazyPage(
      'features/selling/LoginPage.tsx',
      async () => (await import('./LoginPage.tsx')).LoginPage,
    ),
    head: loginHead,
  },
  {
    path: paths.sell.pattern,
    page: lazyPage(
      'features/selling/SellPage.tsx',
      async () => (await import('./SellPage.tsx')).SellPage,
    ),
    title: msg`Sell your instrument`,
    menu: { icon: 'plus', rank: 15, in: { buyer: 'shop' } },
  },
  {
    path: paths.selling.pattern,
    page: lazyPage(
      'features/selling/SellingPage.tsx',
      async () => (await import('./SellingPage.tsx')).SellingPage,
    ),
    head: () => {
      const shop = currentShop().name;
      return {
        title: t`Sell your instrument`,
        description: t`What it costs to sell an instrument at ${shop}, when you are paid, and what was sold lately.`,
        path: paths.selling(),
      };
    },
    // Without it the page still says how selling works, and that the rest did not load.
    reads: (queryClient) => queryClient.prefetchQuery(sellingTermsQuery()),
  },
];
