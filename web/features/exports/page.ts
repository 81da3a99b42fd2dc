import { paths } from '#contract/page-paths.ts';
import { msg } from '#contract/text.ts';
import { lazyPage } from '../../routing/lazy-page.ts';
import type { PageDefinition } from '../../routing/page-definition.ts';

export const exportsPages: readonly PageDefinition[] = [
  {
    path: paths.importExport.pattern,
    page: lazyPage(
      'features/exports/ExportPage.tsx',
      async () => (await import('./ExportPage.tsx')).ExportPage,
    ),
    title: msg`Import and export`,
    menu: { icon: 'download', rank: 42, in: { admin: 'operation' } },
    openTo: 'admins',
    area: 'shop',
  },
];
