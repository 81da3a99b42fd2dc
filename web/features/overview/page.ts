import { paths } from '#contract/page-paths.ts';
import { msg } from '#contract/text.ts';
import { lazyPage } from '../../routing/lazy-page.ts';
import type { PageDefinition } from '../../routing/page-definition.ts';
import { readFor } from '../session/own-record.ts';

export const overviewPages: readonly PageDefinition[] = [
  {
    path: paths.overview.pattern,
    page: lazyPage(
      'features/overview/OverviewPage.tsx',
      async () => (await import('./OverviewPage.tsx')).OverviewPage,
    ),
    title: msg`Overview`,
    menu: { icon: 'chart', rank: 40, in: { admin: 'operation' } },
    openTo: 'admins',
    area: 'shop',
    reads: (queryClient, _params, email, { search }) =>
      readFor('admins', queryClient, email, async () => {
        const { overviewQuery, periodOf } = await import('./queries.ts');
        return queryClient.ensureQueryData(overviewQuery(periodOf(search)));
      }),
  },
];
