import { paths } from '#contract/page-paths.ts';
import { lazyPage } from '../../routing/lazy-page.ts';
import type { PageDefinition } from '../../routing/page-definition.ts';
import { currentShop } from '../../ui/current-shop.ts';
import { blogHead } from './blog-head.ts';
import { blogPostQuery, blogPostsQuery } from './queries.ts';

const hasPosts = () => currentShop().blog === 'posts';

/** Loaded with the pages, because no other page needs them. */
let heads: typeof import('./posts-head.ts') | undefined;
const loadHeads = async () => {
  heads = await import('./posts-head.ts');
};

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
      async () => (await Promise.all([import('./PostsPage.tsx'), loadHeads()]))[0].PostsPage,
    ),
    isOfShop: hasPosts,
    head: ({ queryClient, origin }) =>
      heads?.postsHead(queryClient.getQueryData(blogPostsQuery().queryKey) ?? [], origin) ?? null,
    reads: (queryClient, _params, _email, { language }) =>
      queryClient.ensureQueryData(blogPostsQuery(language)),
  },
  {
    path: paths.blogPost.pattern,
    page: lazyPage(
      'features/blog/PostPage.tsx',
      async () => (await Promise.all([import('./PostPage.tsx'), loadHeads()]))[0].PostPage,
    ),
    isOfShop: hasPosts,
    head: ({ params: { post: name = '' }, queryClient, origin }) => {
      const post = queryClient.getQueryData(blogPostQuery(name).queryKey);
      return post && heads ? heads.postHead(post, origin) : null;
    },
    reads: (queryClient, { post = '' }, _email, { language }) =>
      queryClient.ensureQueryData(blogPostQuery(post, language)),
  },
];
