import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { paths } from '#contract/page-paths.ts';
import { t } from '#contract/text.ts';
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx';
import { formatDay } from '../../ui/format.ts';
import { LoadingOrError } from '../../ui/LoadingOrError.tsx';
import { directionOf, RenderedText } from '../../ui/RenderedText.tsx';
import { trail } from './posts-head.ts';
import { blogPostQuery } from './queries.ts';

/** A post that the owner of the shop has written in Markdown. */
export function PostPage() {
  const { post: name = '' } = useParams();
  const query = useQuery(blogPostQuery(name));
  const { data: post } = query;
  if (!post) {
    return (
      <div className="mx-auto min-h-dvh max-w-page px-4 py-12">
        <LoadingOrError heading={t`Blog`} query={query} />
      </div>
    );
  }
  const { title, date, lang, picture, html } = post;
  return (
    <article className="mx-auto max-w-page px-4 py-8 md:py-12">
      <div className="mx-auto max-w-prose">
        <Breadcrumbs steps={[...trail(), { name: title, path: paths.blogPost(name) }]} />
        <h1
          className="mt-6 wrap-anywhere hyphens-auto"
          dir={directionOf(lang)}
          lang={lang}
          tabIndex={-1}
        >
          {title}
        </h1>
        <p className="mt-3 text-muted">
          <time dateTime={date}>{formatDay(date)}</time>
        </p>
        {picture && (
          <img
            alt={picture.alt}
            className="mt-8 h-auto max-h-[32rem] w-full rounded-md bg-sunken object-cover"
            fetchPriority="high"
            height={picture.height}
            lang={lang}
            src={picture.address}
            width={picture.width}
          />
        )}
        <RenderedText className="mt-8" html={html} lang={lang} />
        <p className="mt-12 border-t border-line pt-4">
          <Link className="text-link inline-block py-2" to={paths.blog()}>{t`All posts`}</Link>
        </p>
      </div>
    </article>
  );
}
