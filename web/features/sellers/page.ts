import { paths } from '#contract/page-paths.ts';
import { openList } from '../../api/paged-query.ts';
import { lazyPage } from '../../routing/lazy-page.ts';
import type { PageDefinition } from '../../routing/page-definition.ts';
import { shopHas } from '../../ui/current-shop.ts';
import { sellerReviewsQuery } from '../reviews/queries.ts';
import { readSellerFirst } from './queries.ts';
import { sellerHead } from './seller-head.ts';

export const sellersPages: readonly PageDefinition[] = [
  {
    path: paths.seller.pattern,
    page: lazyPage(
      'features/sellers/SellerPage.tsx',
      async () => (await import('./SellerPage.tsx')).SellerPage,
    ),
    head: sellerHead,
    reads: (queryClient, { id = '' }, viewer, { search, isReturn }) =>
      Promise.all([
        readSellerFirst(queryClient, id, { viewer, search, isReturn }),
        shopHas('reviews') && openList(queryClient, sellerReviewsQuery(id), isReturn),
      ]),
  },
];
