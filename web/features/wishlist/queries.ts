import { mutationOptions } from '@tanstack/react-query';
import type { WishlistItem } from '#contract/wishlist.ts';
import { afterWishlistChange, queryKeys } from '../../api/invalidation.ts';
import { pagedQuery, updateCachedItems } from '../../api/paged-query.ts';
import { apiOf } from '../../api/query-client.ts';

const listKey = [...queryKeys.wishlist, 'list'] as const;

/** A user's wishlist, newest first. */
export function wishlistQuery(email: string) {
  return pagedQuery([...listKey, email], (api, page, options) =>
    api.callPage('listWishlist', { query: { email, ...page } }, options),
  );
}

/** Takes an item off the wishlist. */
export function removeWishMutation() {
  return mutationOptions({
    mutationFn: ({ _id }: Pick<WishlistItem, '_id'>, { client }) =>
      apiOf(client).call('removeFromWishlist', { params: { id: _id } }),
    onSuccess: (_reply, { _id }, _before, { client }) =>
      updateCachedItems<WishlistItem>(client, listKey, (items) =>
        items.filter((item) => item._id !== _id),
      ),
    onSettled: (_reply, _failure, _wish, _before, { client }) => afterWishlistChange(client),
  });
}
