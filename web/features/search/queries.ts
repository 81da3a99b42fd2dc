import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CallReply } from '#contract/calls.ts';
import { type Category, limits } from '#contract/constants.ts';
import { language } from '#contract/language.ts';
import { queryKeys } from '../../api/invalidation.ts';
import { pagedQuery } from '../../api/paged-query.ts';
import { apiOf } from '../../api/query-client.ts';
import { withShortDescription } from '../../api/short-description.ts';
import type { SearchState } from './search-address.ts';

/**
 * The results of a search, in pages. What a guest gets is another list than what a user gets, so the viewer is part of
 * the key: `viewer` is the email of the signed-in user, null for a guest.
 */
export function searchQuery({ cursor, ...filters }: SearchState, viewer: string | null) {
  const list = pagedQuery(
    [...queryKeys.products, 'search', viewer, { cursor, ...filters }],
    async (api, page, options): Promise<SearchReply> => {
      const query = { ...filters, ...page };
      const { items: reply, nextCursor } = await api.callPage('searchProducts', { query }, options);
      return { ...reply, items: reply.items.map(withShortDescription), nextCursor, viewer };
    },
    { limit: limits.pageSize, start: cursor },
  );
  // The present results stay until those of the changed search have loaded.
  return { ...list, placeholderData: keepPreviousData };
}

export type SearchReply = CallReply<'searchProducts'> & {
  nextCursor: string | null;
  /** The email of the user for whom the server answered, null for a guest. */
  viewer: string | null;
};

/** The number of instruments of a category on sale, and of matches of each filter. It needs a signed-in user. */
export function categoryCountsQuery(category: Category) {
  return queryOptions({
    queryKey: [...queryKeys.products, 'counts', category],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('searchProducts', { query: { category, limit: 1 } }, { signal }),
    select: ({ total, facets }) => ({ total, facets }),
  });
}

/** Kinds, makers, words, instruments and categories that begin with what was typed. */
export function suggestionsQuery(words: string) {
  const query = { q: words, language: language() };
  return queryOptions({
    queryKey: [...queryKeys.products, 'suggestions', query],
    queryFn: ({ client, signal }) => apiOf(client).call('suggestSearches', { query }, { signal }),
  });
}
