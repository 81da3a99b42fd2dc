import type { FastifyInstance } from 'fastify';
import { inLanguage } from '#contract/language.ts';
import { msg } from '#contract/text.ts';
import type { Clock } from '../../core/clock.ts';
import type { LoadedShop } from '../../core/loaded-shop.ts';
import { Problem } from '../../core/problem.ts';
import { postsAt } from '../../core/shop-at.ts';
import type { LoadedLanguage } from '../../core/shop-language.ts';
import type { Handlers } from '../../http/api/handlers.ts';
import { languageOfReply } from '../users/require-language.ts';
import { blogFeed } from './blog-feed.ts';

interface BlogDeps {
  shop: LoadedShop;
  languages: readonly LoadedLanguage[];
  clock: Clock;
}

/** The posts that the owner has written. They change with a start of the server, and appear on their day. */
export function blogHandlers({ shop, languages, clock }: BlogDeps): Handlers {
  const postsIn = (tag: string | undefined) =>
    postsAt(shop, clock.now(), languageOfReply(languages, tag).locale);
  return {
    listBlogPosts: async ({ query }) => postsIn(query.language),
    async readBlogPost({ params, query }) {
      const post = postsIn(query.language).find(({ name }) => name === params.name);
      if (!post) throw new Problem('not-found', msg`There is no such post`);
      return post;
    },
  };
}

/** `/blog/feed.xml`, in each language of the shop, for feed readers. */
export function serveBlogFeed(
  app: FastifyInstance,
  { shop, languages, clock, origin }: BlogDeps & { origin: () => string },
): void {
  for (const language of languages) {
    app.get(`${language.prefix}/blog/feed.xml`, (_request, reply) => {
      const posts = postsAt(shop, clock.now(), language.tag);
      if (posts.length === 0) throw new Problem('not-found', msg`There is no such feed`);
      const { name } = shop.public;
      return reply
        .type('application/rss+xml; charset=utf-8')
        .header('cache-control', 'public, max-age=300')
        .send(
          inLanguage(language.i18n, () =>
            blogFeed(posts, { shop: name, origin: origin(), language }),
          ),
        );
    });
  }
}
