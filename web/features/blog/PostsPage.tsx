import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { BlogPostInList } from '#contract/blog/blog.ts';
import { localizedPath, paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { currentShop, languagePrefix } from '../../ui/current-shop.ts';
import { formatDay } from '../../ui/format.ts';
import { LoadingOrError } from '../../ui/LoadingOrError.tsx';
import { directionOf } from '../../ui/RenderedText.tsx';
import { blogPostsQuery } from './queries.ts';

/** The posts that the owner of the shop has written, newest first. */
export function PostsPage() {
  const query = useQuery(blogPostsQuery());
  const shop = currentShop().name;
  if (!query.data) {
    return (
      <div className="mx-auto min-h-dvh max-w-page px-4 py-12">
        <LoadingOrError heading={t`Blog`} query={query} />
      </div>
    );
  }
  return (
    <div className="mx-auto max-w-page px-4 py-12 md:py-20">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
        <h1 className="text-hero" tabIndex={-1}>{t`Blog`}</h1>
        <a
          className="text-link py-2 text-sm"
          href={localizedPath(languagePrefix(), `${paths.blog()}/feed.xml`)}
          type="application/rss+xml"
        >
          {t`RSS feed of ${shop}`}
        </a>
      </header>
      <ul className="mt-8 grid gap-x-8 gap-y-12 border-t border-line pt-8 sm:grid-cols-2 lg:grid-cols-3">
        {query.data.map((post, index) => (
          <li className={index === 0 ? 'sm:col-span-full' : ''} key={post.name}>
            <Post isFirst={index === 0} post={post} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The newest is wider than the others. */
function Post({
  post: { name, title, date, lang, description, picture },
  isFirst,
}: {
  post: BlogPostInList;
  isFirst: boolean;
}) {
  const isWide = isFirst && picture !== undefined;
  return (
    <article
      className={`group relative grid gap-4 ${isWide ? 'md:grid-cols-2 md:items-center md:gap-8' : ''}`}
    >
      {picture && (
        <img
          alt={picture.alt}
          className="aspect-3/2 w-full rounded-md bg-sunken object-cover"
          decoding="async"
          fetchPriority={isFirst ? 'high' : 'auto'}
          height={picture.height}
          lang={lang}
          loading={isFirst ? 'eager' : 'lazy'}
          src={picture.address}
          width={picture.width}
        />
      )}
      <div className="min-w-0">
        <p className="text-sm text-muted">
          <time dateTime={date}>{formatDay(date)}</time>
        </p>
        <div dir={directionOf(lang)} lang={lang}>
          <h2
            className={`mt-1 wrap-anywhere hyphens-auto ${isFirst ? 'text-heading' : 'text-subheading'}`}
          >
            <Link
              className="decoration-brass underline-offset-4 group-hover:underline after:absolute after:inset-0"
              to={paths.blogPost(name)}
            >
              {title}
            </Link>
          </h2>
          <p className="mt-2 text-muted wrap-anywhere">{description}</p>
        </div>
      </div>
    </article>
  );
}
