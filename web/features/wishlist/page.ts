import { paths } from '#contract/page-paths.ts';
import { msg } from '#contract/text.ts';
import { openList } from '../../api/paged-query.ts';
import { lazyPage } from '../../routing/lazy-page.ts';
import { inEveryMenu, type PageDefinition } from '../../routing/page-definition.ts';
import { wishlistQuery } from './queries.ts';

export const wishlistPages: readonly PageDefinition[] = [
  {
    path: paths.wishlist.pattern,
    page: lazyPage(
      'features/wishlist/WishlistPage.tsx',
      async () => (await import('./WishlistPage.tsx')).WishlistPage,
    ),
    title: msg`Wishlist`,
    menu: { icon: 'heart', rank: 51, in: inEveryMenu },
    reads: async (queryClient, _params, email, { isReturn }) => {
      if (email !== null) await openList(queryClient, wishlistQuery(email), isReturn);
    },
  },
];
