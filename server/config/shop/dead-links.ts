import { type ShopFile, shopPaths } from '#contract/shop/shop.ts';
import type { BlogPost } from '../../core/loaded-shop.ts';

type Linking = Pick<ShopFile, 'menu' | 'footer' | 'banner' | 'pages' | 'languages'>;

/** The entries of menu, footer and announcement that lead to no page of the shop, a sentence each. */
export function deadLinks(values: Linking, blog: readonly BlogPost[]): string[] {
  const links = [
    ...(values.menu ?? []).map(({ to }, index) => ({ field: `menu[${index}].to`, to })),
    ...(values.footer ?? []).map(({ to }, index) => ({ field: `footer[${index}].to`, to })),
    ...(values.banner?.to ? [{ field: 'banner.to', to: values.banner.to }] : []),
  ];
  return links
    .filter(({ to }) => to.startsWith('/') && !leadsSomewhere(to, values, blog))
    .map(({ field, to }) => `shop.json ${field} leads to ${to}, which is no page of the shop`);
}

function leadsSomewhere(
  to: string,
  { pages, languages }: Linking,
  blog: readonly BlogPost[],
): boolean {
  const { pathname } = new URL(to, 'https://shop.test');
  // Also that of the first language, whose addresses have none: it leads there.
  const tag = languages.find((one) => isBelow(pathname, `/${one.tag}`))?.tag;
  const inLanguage = tag === undefined ? pathname : pathname.slice(tag.length + 1);
  const path = inLanguage.replace(/\/$/, '') || '/';
  const [, first = '', name] = path.split('/');
  if (pages.some((page) => page.path === path)) return true;
  // The shop has an About page of its own as long as its owner wrote no pages.
  if (first === 'about') return pages.length === 0;
  if (first === 'blog') {
    return name === undefined ? blog.length > 0 : blog.some((post) => post.name === name);
  }
  return shopPaths.has(first);
}

const isBelow = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`);
