import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { lazyPage } from '../../routing/lazy-page.ts';
import type { PageDefinition } from '../../routing/page-definition.ts';
import { alertLinkQuery } from './queries.ts';

export const alertsPages: readonly PageDefinition[] = [
  {
    path: paths.unsubscribe.pattern,
    page: lazyPage(
      'features/alerts/UnsubscribePage.tsx',
      async () => (await import('./UnsubscribePage.tsx')).UnsubscribePage,
    ),
    head: () => ({
      title: t`Emails from us`,
      description: t`Choose whether the shop emails you.`,
      path: paths.unsubscribe.pattern,
      isIndexed: false,
    }),
    reads: (queryClient, _params, _email, { search }) =>
      queryClient.ensureQueryData(alertLinkQuery(search.get('token') ?? '')),
  },
];
