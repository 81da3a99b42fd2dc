import { paths } from '#contract/page-paths.ts';
import { lazyPage } from '../../routing/lazy-page.ts';
import type { PageDefinition } from '../../routing/page-definition.ts';
import { currentShop } from '../../ui/current-shop.ts';
import { blogHead } from './blog-head.ts';
import { postHead, postsHead } from './posts-head.ts';
import { blogPostQuery, blogPostsQuery } from './queries.ts';

const hasPosts = () => currentShop().blog === 'posts';

export const blogPages: readonly PageDefinition[] = [
  {
    path: paths.blog.pattern,
    page: lazyPage(
      'features/blog/BlogPage.tsx',
      async () => (await import('./BlogPage.tsx')).BlogPage,
    ),
    isOfShop: () => currentShop().blog === 'questions',
    head: ({ origin }) => blogHead(origin),
  },
  {
    path: paths.blog.pattern,
    page: lazyPage(
      'features/blog/PostsPage.tsx',
      async () => (await import('./PostsPage.tsx')).PostsPage,
    ),
    isOfShop: hasPosts,
    head: ({ queryClient, origin }) =>
      postsHead(queryClient.getQueryData(blogPostsQuery().queryKey) ?? [], origin),
    reads: (queryClient, _params, _email, { language }) =>
      queryClient.ensureQueryData(blogPostsQuery(language)),
  },
  {
    path: paths.blogPost.pattern,
    page: lazyPage(
      'features/blog/PostPage.tsx',
      async () => (await import('./PostPage.tsx')).PostPage,
    ),
    isOfShop: hasPosts,
    head: ({ params: { post: name = '' }, queryClient, origin }) => {
      const post = queryClient.getQueryData(blogPostQuery(name).queryKey);
      return post ? postHead(post, origin) : null;
    },
    reads: (queryClient, { post = '' }, _email, { language }) =>
      queryClient.ensureQueryData(blogPostQuery(post, language)),
  },
];
