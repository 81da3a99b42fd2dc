import { shopPagePattern } from '#contract/page-paths.ts';
import { lazyPage } from '../../routing/lazy-page.ts';
import type { PageDefinition } from '../../routing/page-definition.ts';
import { currentShop } from '../../ui/current-shop.ts';
import { shopPageQuery } from './queries.ts';
import { shopPageHead } from './shop-page-head.ts';

export const pagesPages: readonly PageDefinition[] = [
  {
    path: shopPagePattern,
    isOfShop: () => currentShop().pages.length > 0,
    page: lazyPage(
      'features/pages/ShopPage.tsx',
      async () => (await import('./ShopPage.tsx')).ShopPage,
    ),
    head: ({ params: { page = '' }, queryClient, origin }) => {
      const content = queryClient.getQueryData(shopPageQuery(page).queryKey);
      return content ? shopPageHead(content, origin) : null;
    },
    exists: ({ page }) => currentShop().pages.some(({ path }) => path === `/${page}`),
    reads: (queryClient, { page = '' }, _email, { language }) =>
      queryClient.ensureQueryData(shopPageQuery(page, language)),
  },
];
