import { mutationOptions } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { messages } from '#contract/messages.ts';
import type { ListedProduct } from '#contract/products/products.ts';
import type { WishlistItem } from '#contract/wishlist/wishlist.ts';
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

/** What a heart needs of its product. */
export type Wishable = Pick<ListedProduct, '_id' | 'name' | 'price' | 'image' | 'wishlist'>;

/** Adds a product to the signed-in user's wishlist. Its toasts are shown also when the page of the heart has been left. */
export function wishProductMutation() {
  return mutationOptions({
    mutationFn: (
      { product, ...person }: { product: Wishable; email: string; buyerName: string },
      { client },
    ) => {
      const { _id: id, image, name, price } = product;
      const body = { wishlist: 'added' as const, ...person, image, name, price };
      return apiOf(client).call('wishProduct', { params: { id }, body });
    },
    onSuccess: () => toast.success(messages.toast.wishlistAdded),
    onError: ({ message }) => toast.error(message),
    onSettled: (_reply, _failure, _wish, _before, { client }) => afterWishlistChange(client),
  });
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
