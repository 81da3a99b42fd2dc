import type { ShopPageContent } from '#contract/shop-pages.ts';
import { absolute, type Head } from '../../routing/head.ts';

/** What schema.org calls pages of these names. */
const kinds: Readonly<Record<string, string>> = {
  '/about': 'AboutPage',
  '/about-us': 'AboutPage',
  '/contact': 'ContactPage',
  '/contact-us': 'ContactPage',
};

/** The head of a page that the owner has written. `origin` is the public origin; in the browser a relative URL is enough. */
export function shopPageHead(page: ShopPageContent, origin: string): Head {
  const { title, heading, description, path } = page;
  const url = addressed(path, origin);
  const breadcrumbs = [
    { '@type': 'ListItem', position: 1, name: 'Home', item: addressed('/', origin) },
    { '@type': 'ListItem', position: 2, name: title, item: url },
  ];
  return {
    title,
    description,
    path,
    statements: [
      { '@type': kinds[path] ?? 'WebPage', name: heading, description, url },
      { '@type': 'BreadcrumbList', itemListElement: breadcrumbs },
    ],
  };
}

function addressed(path: string, origin: string): string {
  return origin === '' ? path : absolute(path, origin);
}
