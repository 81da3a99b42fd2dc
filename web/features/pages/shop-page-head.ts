import { paths } from '#contract/page-paths.ts';
import type { ShopPageContent } from '#contract/shop/shop-pages.ts';
import { t } from '#contract/text.ts';
import { breadcrumbList, type Head, pageAddress } from '../../routing/head.ts';

/** What schema.org calls pages of these names. */
const kinds: Readonly<Record<string, string>> = {
  '/about': 'AboutPage',
  '/about-us': 'AboutPage',
  '/contact': 'ContactPage',
  '/contact-us': 'ContactPage',
};

/** The head of a page that the owner has written. */
export function shopPageHead(page: ShopPageContent, origin: string): Head {
  const { title, heading, description, path } = page;
  return {
    title,
    description,
    path,
    ...(import.meta.env.SSR && {
      forPrograms: {
        statements: [
          {
            '@type': kinds[path] ?? 'WebPage',
            name: heading,
            description,
            url: pageAddress(path, origin),
          },
          breadcrumbList(
            [
              { name: t`Home`, path: paths.home() },
              { name: title, path },
            ],
            origin,
          ),
        ],
      },
    }),
  };
}
