import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { lazyPage } from '../../routing/lazy-page.ts';
import type { PageDefinition } from '../../routing/page-definition.ts';

export const importsPages: readonly PageDefinition[] = [
  {
    path: paths.importListings.pattern,
    page: lazyPage(
      'features/imports/ImportPage.tsx',
      async () => (await import('./ImportPage.tsx')).ImportPage,
    ),
    head: () => ({
      title: t`Import listings`,
      description: t`List many instruments at once from a file.`,
      path: paths.importListings(),
    }),
    openTo: 'sellers',
  },
];
