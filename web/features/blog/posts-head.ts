import type { BlogPostContent, BlogPostInList } from '#contract/blog/blog.ts';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { absolute, breadcrumbList, type Head, pageAddress } from '../../routing/head.ts';
import { currentShop } from '../../ui/current-shop.ts';

const feed = `${paths.blog()}/feed.xml`;

export function postsHead(posts: readonly BlogPostInList[], origin: string): Head {
  const shop = currentShop().name;
  return {
    title: t`Blog`,
    description: t`What ${shop} writes about instruments and the people who play them.`,
    path: paths.blog(),
    feed,
    ...(import.meta.env.SSR && {
      forPrograms: {
        statements: [
          {
            '@type': 'Blog',
            name: t`${shop}: blog`,
            url: pageAddress(paths.blog(), origin),
            blogPost: posts.slice(0, 20).map((post) => statementOf(post, origin)),
          },
          breadcrumbList(trail(), origin),
        ],
      },
    }),
  };
}

export function postHead(post: BlogPostContent, origin: string): Head {
  const { name, title, description, picture } = post;
  const path = paths.blogPost(name);
  return {
    title,
    description,
    path,
    feed,
    ...(import.meta.env.SSR && {
      forPrograms: {
        kind: 'article',
        ...(picture && { picture: { ...picture, alt: picture.alt || title } }),
        statements: [
          { ...statementOf(post, origin), mainEntityOfPage: pageAddress(path, origin) },
          breadcrumbList([...trail(), { name: title, path }], origin),
        ],
      },
    }),
  };
}

/** The pages above a post. */
export function trail() {
  return [
    { name: t`Home`, path: paths.home() },
    { name: t`Blog`, path: paths.blog() },
  ];
}

function statementOf(
  { name, title, date, lang, description, picture }: BlogPostInList,
  origin: string,
): object {
  const shop = { '@type': 'Organization', name: currentShop().name, url: pageAddress('/', origin) };
  return {
    '@type': 'BlogPosting',
    headline: title,
    description,
    datePublished: date,
    inLanguage: lang,
    url: pageAddress(paths.blogPost(name), origin),
    ...(picture && { image: absolute(picture.address, origin) }),
    author: shop,
    publisher: shop,
  };
}
