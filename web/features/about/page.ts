import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { lazyPage } from '../../routing/lazy-page.ts';
import type { PageDefinition } from '../../routing/page-definition.ts';
import { currentShop } from '../../ui/current-shop.ts';

export const aboutPages: readonly PageDefinition[] = [
  {
    path: paths.about.pattern,
    // The owner's pages, if there are any, take its place.
    isOfShop: () => currentShop().pages.length === 0,
    page: lazyPage(
      'features/about/AboutPage.tsx',
      async () => (await import('./AboutPage.tsx')).AboutPage,
    ),
    head: () => {
      const shop = currentShop().name;
      return {
        title: t`About us`,
        description: t`What ${shop} is, how to reach its operator, jobs, and a press kit with name and mark.`,
        path: paths.about(),
      };
    },
  },
];
