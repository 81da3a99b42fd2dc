import type { BlogPostContent } from '#contract/blog/blog.ts';
import { localizedPath, paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { declaration, element, escapeXml } from '../feeds/xml.ts';

/** Readers remember what they have shown, so the newest are enough. */
const maxItems = 30;

/** The newest posts as RSS 2.0, in the current language. */
export function blogFeed(
  posts: readonly BlogPostContent[],
  {
    shop,
    origin,
    language,
  }: { shop: string; origin: string; language: { tag: string; prefix: string } },
): string {
  const addressOf = (path: string) => origin + localizedPath(language.prefix, path);
  const self = addressOf(`${paths.blog()}/feed.xml`);
  const items = posts.slice(0, maxItems).map(({ name, title, date, description, html }) => {
    const link = addressOf(paths.blogPost(name));
    return `<item>${[
      element('title', title),
      element('link', link),
      `<guid isPermaLink="true">${escapeXml(link)}</guid>`,
      element('pubDate', new Date(date).toUTCString()),
      element('description', description),
      element('content:encoded', withOrigin(html, origin)),
    ].join('')}</item>\n`;
  });
  const namespaces =
    'xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/"';
  return `${declaration}<rss version="2.0" ${namespaces}><channel>${[
    element('title', t`${shop}: blog`),
    element('link', addressOf(paths.blog())),
    element('description', t`What ${shop} writes about instruments and the people who play them.`),
    element('language', language.tag),
    `<atom:link rel="self" type="application/rss+xml" href="${escapeXml(self)}"/>`,
  ].join('')}\n${items.join('')}</channel></rss>\n`;
}

/** Addresses of this shop as others need them. The renderer quotes all attributes. */
const withOrigin = (html: string, origin: string): string =>
  html.replaceAll(/ (src|href)="\/(?!\/)/g, ` $1="${origin}/`);
