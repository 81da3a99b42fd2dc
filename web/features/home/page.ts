import { paths } from '#contract/page-paths.ts';
import { lazyPage } from '../../routing/lazy-page.ts';
import type { PageDefinition } from '../../routing/page-definition.ts';
import { advertisedQuery, newestQuery } from '../products/queries.ts';
import { homeHead } from './home-head.ts';

export const homePages: readonly PageDefinition[] = [
  {
    path: paths.home.pattern,
    page: lazyPage(
      'features/home/HomePage.tsx',
      async () => (await import('./HomePage.tsx')).HomePage,
    ),
    head: homeHead,
    reads: (queryClient) =>
      Promise.all([
        queryClient.ensureQueryData(advertisedQuery()),
        // Without these the page is still worth opening, and says that they did not load.
        queryClient.prefetchQuery(newestQuery()),
      ]),
  },
];
