import { queryOptions } from '@tanstack/react-query';
import { language } from '#contract/language.ts';
import { apiOf } from '../../api/query-client.ts';

/** The posts of the owner, newest first. */
export function blogPostsQuery(tag = language()) {
  return queryOptions({
    queryKey: ['blog', tag],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('listBlogPosts', { query: { language: tag } }, { signal }),
  });
}

export function blogPostQuery(name: string, tag = language()) {
  return queryOptions({
    queryKey: ['blog', tag, name],
    queryFn: ({ client, signal }) =>
      apiOf(client).call(
        'readBlogPost',
        { params: { name }, query: { language: tag } },
        { signal },
      ),
  });
}
