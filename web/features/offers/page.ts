import { paths } from '#contract/page-paths.ts';
import { msg } from '#contract/text.ts';
import { openList } from '../../api/paged-query.ts';
import { lazyPage } from '../../routing/lazy-page.ts';
import type { PageDefinition } from '../../routing/page-definition.ts';
import { shopHas } from '../../ui/current-shop.ts';

export const offersPages: readonly PageDefinition[] = [
  {
    path: paths.offers.pattern,
    page: lazyPage(
      'features/offers/OffersPage.tsx',
      async () => (await import('./OffersPage.tsx')).OffersPage,
    ),
    exists: () => shopHas('offers'),
    title: msg`Offers`,
    menu: { icon: 'price', rank: 13, in: { buyer: 'me', seller: 'shop', admin: 'shop' } },
    reads: async (queryClient, _params, email, { isReturn, search }) => {
      if (email === null) return;
      const { offerSideOf, offersQuery } = await import('./queries.ts');
      const side = offerSideOf(search) ?? 'buyer';
      await Promise.all([
        openList(queryClient, offersQuery(email, side, 'live'), isReturn),
        openList(queryClient, offersQuery(email, side, 'ended'), isReturn),
      ]);
    },
  },
];
