import { paths } from '#contract/page-paths.ts';
import { msg } from '#contract/text.ts';
import { lazyPage } from '../../routing/lazy-page.ts';
import type { PageDefinition } from '../../routing/page-definition.ts';

export const operationsPages: readonly PageDefinition[] = [
  {
    path: paths.jobs.pattern,
    page: lazyPage(
      'features/operations/JobsPage.tsx',
      async () => (await import('./JobsPage.tsx')).JobsPage,
    ),
    title: msg`Jobs and emails`,
    menu: { icon: 'clock', rank: 41, in: { admin: 'operation' } },
    openTo: 'admins',
    area: 'operation',
  },
];
