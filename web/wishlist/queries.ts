import {
  type InfiniteData,
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
} from '@tanstack/react-query';
import type { ListedProduct } from '#contract/products.ts';
import type { WishlistItem } from '#contract/wishlist.ts';
import type { Page } from '../api/client.ts';
import { apiOf } from '../api/query-client.ts';

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

/** What a heart needs to know of its product. */
export type Wishable = Pick<ListedProduct, '_id' | 'name' | 'price' | 'image' | 'wishlist'>;

/** Puts a product on the wishlist of the person who is signed in. */
export function wishMutation() {
  return mutationOptions({
    mutationFn: (
      { product, email, buyerName }: { product: Wishable; email: string; buyerName: string },
      { client },
    ) =>
      apiOf(client).call('wishProduct', {
        params: { id: product._id },
        body: {
          ...{ wishlist: 'added', email, buyerName },
          ...{ image: product.image, name: product.name, price: product.price },
        },
      }),
    onSettled: (_reply, _failure, _wish, _before, { client }) => makeWishesStale(client),
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
    onSettled: (_reply, _failure, _wish, _before, { client }) => makeWishesStale(client),
  });
}

function makeWishesStale(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['wishlist'] });
  // The hearts on cards and pages are the caller's own flag on the product.
  void client.invalidateQueries({ queryKey: ['products'] });
}
