import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Category } from '#contract/constants.ts';
import { CallFailure } from '../../api/failures.ts';
import { apiOf } from '../../api/query-client.ts';
import { previewOf } from './facts.ts';

/** One product by its id. Something that is no id at all is, for a visitor, a product that does not exist. */
export function productQuery(id: string) {
  return queryOptions({
    queryKey: ['products', 'one', id],
    queryFn: async ({ client, signal }) => {
      try {
        return await apiOf(client).call('readProduct', { params: { id } }, { signal });
      } catch (failure) {
        if (failure instanceof CallFailure && failure.status === 400) {
          throw new CallFailure({ status: 404, detail: failure.message });
        }
        throw failure;
      }
    },
  });
}

/**
 * The advertised products, newest first: the first part of the list is what the home page shows. Of their descriptions
 * there is what a card shows, because the server's page brings this list along and has to fit in few packets.
 */
export function advertisedQuery() {
  return queryOptions({
    queryKey: ['products', 'advertised'],
    queryFn: async ({ client, signal }) => {
      const wish = { query: { status: 'advertise' } } as const;
      const products = await apiOf(client).call('listAdvertised', wish, { signal });
      return products.map((product) => ({
        ...product,
        description: previewOf(product.description),
      }));
    },
  });
}

/** So many of a seller's other things as one looks through beside the one that one came for. */
const moreAtOnce = 8;

/** What else the seller of a product has on sale, newest first. */
export function moreOfSellerQuery(id: string) {
  return queryOptions({
    queryKey: ['products', 'more', id],
    queryFn: ({ client, signal }) =>
      apiOf(client).call(
        'listMoreOfSeller',
        { params: { id }, query: { limit: moreAtOnce } },
        { signal },
      ),
  });
}

/** A category's products that are not sold, newest first, part by part. Needs a signed-in person. */
export function categoryQuery(name: Category) {
  return infiniteQueryOptions({
    queryKey: ['products', 'category', name],
    queryFn: ({ client, signal, pageParam }) =>
      apiOf(client).callPage(
        'listCategory',
        { params: { name }, query: pageParam === null ? {} : { cursor: pageParam } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}
