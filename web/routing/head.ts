import { localizedPath } from '#contract/page-paths.ts';
import { ownText } from '#contract/shop/owned-text.ts';
import { t } from '#contract/text.ts';
import { currentShop, languagePrefix } from '../ui/current-shop.ts';

/** A page's metadata for browsers, search engines and link previews. */
export interface Head {
  title: string;
  description: string;
  /** Path of the canonical URL; null for a page without one (an error, a missing page). */
  path: string | null;
  /** The path of its feed, in every language. */
  feed?: string;
  /** Only on the server. */
  forPrograms?: HeadForPrograms;
  /** False excludes the page from search engines: it needs a sign-in, or is an error. */
  isIndexed?: boolean;
  /** The status of the response, where that is not 200. */
  status?: number;
}

/**
 * What search engines and link previews read in the page that the server sends. The scripts of the pages are without it: to
 * navigate in a browser shows it to nobody.
 */
export interface HeadForPrograms {
  kind?: 'product' | 'article';
  picture?: HeadPicture;
  /** JSON-LD in schema.org vocabulary, each in its own script. */
  statements?: readonly object[];
}

export interface HeadPicture {
  /** Relative or absolute. */
  address: string;
  alt: string;
  width?: number;
  height?: number;
}

/** One element of the head. Attributes keep their order; `text` is its content. */
export interface HeadTag {
  name: 'title' | 'meta' | 'link' | 'script';
  attributes: Readonly<Record<string, string>>;
  text?: string;
}

const defaultPicture = { address: '/og.png', width: 1200, height: 630 };

/** The picture for pages without one of their own. */
function shopPicture(): HeadPicture | null {
  const { name, tagline, picture } = currentShop();
  if (picture === undefined) {
    const alt = t`${name}: instruments that have been played and will be played again`;
    return { ...defaultPicture, alt };
  }
  return (
    picture && { ...picture, alt: tagline ? t`${name}: ${{ value: ownText(tagline) }}` : name }
  );
}

/** The head as elements. `origin` is the public origin, without a trailing slash. */
export function headTags(head: Head, origin: string): HeadTag[] {
  const title = titleOf(head);
  const tags: HeadTag[] = [
    { name: 'title', attributes: {}, text: title },
    meta('name', 'description', head.description),
  ];
  if (head.isIndexed === false) tags.push(meta('name', 'robots', 'noindex'));
  if (head.path === null) return tags;

  const address = pageAddress(head.path, origin);
  tags.push({ name: 'link', attributes: { rel: 'canonical', href: address } });
  if (head.feed !== undefined) tags.push(feedLink(pageAddress(head.feed, origin), title));
  if (import.meta.env.SSR) {
    if (head.isIndexed !== false) tags.push(...alternates(head.path, origin));
    tags.push(...tagsForPrograms(head, address, origin));
  }
  return tags;
}

function tagsForPrograms(head: Head, address: string, origin: string): HeadTag[] {
  const { kind = 'website', picture = shopPicture(), statements = [] } = head.forPrograms ?? {};
  return [
    meta('property', 'og:site_name', currentShop().name),
    meta('property', 'og:type', kind),
    meta('property', 'og:title', titleOf(head)),
    meta('property', 'og:description', head.description),
    meta('property', 'og:url', address),
    ...(picture ? pictureTags(picture, origin) : []),
    ...statements.map(
      (statement): HeadTag => ({
        name: 'script',
        attributes: { type: 'application/ld+json' },
        text: JSON.stringify({ '@context': 'https://schema.org', ...statement }),
      }),
    ),
  ];
}

/** The same page in the other languages of the shop (hreflang). */
function alternates(path: string, origin: string): HeadTag[] {
  const { languages } = currentShop();
  if (languages.length === 1) return [];
  const link = (hreflang: string, prefix: string): HeadTag => ({
    name: 'link',
    attributes: { rel: 'alternate', hreflang, href: origin + localizedPath(prefix, path) },
  });
  return [
    ...languages.map(({ tag, prefix }) => link(tag, prefix)),
    link('x-default', languages[0]?.prefix ?? ''),
  ];
}

const feedLink = (href: string, title: string): HeadTag => ({
  name: 'link',
  attributes: {
    rel: 'alternate',
    type: /\.xml$/.test(href) ? 'application/rss+xml' : 'application/atom+xml',
    title,
    href,
  },
});

/** The whole address of a page in the current language. */
export function pageAddress(path: string, origin: string): string {
  return origin + localizedPath(languagePrefix(), path);
}

function pictureTags({ address, alt, width, height }: HeadPicture, origin: string): HeadTag[] {
  const tags = [
    meta('property', 'og:image', absolute(address, origin)),
    meta('property', 'og:image:alt', alt),
  ];
  if (width !== undefined && height !== undefined) {
    tags.push(
      meta('property', 'og:image:width', String(width)),
      meta('property', 'og:image:height', String(height)),
    );
  }
  return [...tags, meta('name', 'twitter:card', 'summary_large_image')];
}

/** The page's name followed by the shop's; the home page has its own line. */
export function titleOf(head: Head): string {
  return head.path === '/' ? head.title : `${head.title} | ${currentShop().name}`;
}

/** The trail to a page, for search engines: each step with its name and path. */
export function breadcrumbList(
  steps: readonly { name: string; path: string }[],
  origin: string,
): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: pageAddress(path, origin),
    })),
  };
}

/** Makes a URL absolute. In the browser the origin may be unknown (''), and a relative URL is enough. */
export function absolute(address: string, origin: string): string {
  return origin === '' ? address : new URL(address, origin).href;
}

function meta(key: 'name' | 'property', name: string, content: string): HeadTag {
  return { name: 'meta', attributes: { [key]: name, content } };
}
