import { paths } from '#contract/page-paths.ts';
import { lazyPage } from '../../routing/lazy-page.ts';
import type { PageDefinition } from '../../routing/page-definition.ts';
import { blogHead } from './blog-head.ts';

export const blogPages: readonly PageDefinition[] = [
  {
    path: paths.blog.pattern,
    page: lazyPage(
      'features/blog/BlogPage.tsx',
      async () => (await import('./BlogPage.tsx')).BlogPage,
    ),
    head: ({ origin }) => blogHead(origin),
  },
];
