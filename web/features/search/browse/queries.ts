import { queryOptions } from '@tanstack/react-query';
import { limits } from '#contract/constants.ts';
import { language } from '#contract/language.ts';
import { missingIfMalformed } from '../../../api/failures.ts';
import { queryKeys } from '../../../api/invalidation.ts';
import { apiOf } from '../../../api/query-client.ts';
import { withShortDescription } from '../../../api/short-description.ts';
import type { SearchState } from '../search-address.ts';
import type { Place } from './place.ts';

/** What a page of instruments shows beside its listings, in the language of the page. */
export function browseQuery({ category, kind, maker }: Place, tag = language()) {
  const query = {
    language: tag,
    ...(category && { category }),
    ...(kind && { kind }),
    ...(maker && { maker }),
  };
  return queryOptions({
    queryKey: [...queryKeys.products, 'browse', query],
    queryFn: ({ client, signal }) =>
      missingIfMalformed(apiOf(client).call('browseInstruments', { query }, { signal })),
  });
}

/** Its first listings, newest first: the same for guests and users, because only an open catalogue has these pages. */
export function browsedListingsQuery(state: SearchState) {
  return queryOptions({
    queryKey: [...queryKeys.products, 'browsed listings', state],
    queryFn: async ({ client, signal }) => {
      const query = { ...state, limit: limits.pageSize };
      const { items, total } = await apiOf(client).call('searchProducts', { query }, { signal });
      return { items: items.map(withShortDescription), total };
    },
  });
}
