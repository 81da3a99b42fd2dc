import { type InfiniteData, infiniteQueryOptions, mutationOptions } from '@tanstack/react-query';
import type { WishlistItem } from '#contract/wishlist.ts';
import type { Page } from '../../api/client.ts';
import { apiOf } from '../../api/query-client.ts';
import { invalidateWishlist } from './wish.ts';

const rowsAtOnce = 50;
const listKey = ['wishlist', 'list'] as const;

/** What somebody remembers, newest first, part by part. */
export function wishlistQuery(email: string) {
  return infiniteQueryOptions({
    queryKey: [...listKey, email],
    queryFn: ({ client, signal, pageParam }) =>
      apiOf(client).callPage(
        'listWishlist',
        { query: { email, limit: rowsAtOnce, ...(pageParam !== null && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** Takes an item off the wishlist. */
export function removeWishMutation() {
  return mutationOptions({
    mutationFn: ({ _id }: Pick<WishlistItem, '_id'>, { client }) =>
      apiOf(client).call('removeFromWishlist', { params: { id: _id } }),
    onSuccess: (_reply, { _id }, _before, { client }) => {
      client.setQueriesData<InfiniteData<Page<WishlistItem[]>>>(
        { queryKey: listKey },
        (list) =>
          list && {
            ...list,
            pages: list.pages.map((page) => ({
              ...page,
              items: page.items.filter((item) => item._id !== _id),
            })),
          },
      );
    },
    onSettled: (_reply, _failure, _wish, _before, { client }) => invalidateWishlist(client),
  });
}
