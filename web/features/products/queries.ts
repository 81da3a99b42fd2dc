import { queryOptions } from '@tanstack/react-query';
import { type Category, limits } from '#contract/constants.ts';
import { missingIfMalformed } from '../../api/failures.ts';
import { queryKeys } from '../../api/invalidation.ts';
import { pagedQuery } from '../../api/paged-query.ts';
import { apiOf } from '../../api/query-client.ts';
import { previewOf } from './facts.ts';

/** One product by its id. A malformed id is treated as a product that does not exist. */
export function productQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.products, 'one', id],
    queryFn: ({ client, signal }) =>
      missingIfMalformed(apiOf(client).call('readProduct', { params: { id } }, { signal })),
  });
}

/**
 * The first page of advertised products, newest first, for the home page. Descriptions are cut to the card's
 * preview, because the list is part of the server-rendered page, which should fit in few packets.
 */
export function advertisedQuery() {
  return queryOptions({
    queryKey: [...queryKeys.products, 'advertised'],
    queryFn: async ({ client, signal }) => {
      const input = { query: { status: 'advertise', limit: limits.pageSize } } as const;
      const products = await apiOf(client).call('listAdvertised', input, { signal });
      return products.map((product) => ({
        ...product,
        description: previewOf(product.description),
      }));
    },
  });
}

/** How many of a seller's other products are shown. */
const moreAtOnce = 8;

/** The seller's other products on sale, newest first. */
export function moreOfSellerQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.products, 'more', id],
    queryFn: ({ client, signal }) =>
      apiOf(client).call(
        'listMoreOfSeller',
        { params: { id }, query: { limit: moreAtOnce } },
        { signal },
      ),
  });
}

/** A category's unsold products, newest first, paged. Needs a signed-in user. */
export function categoryQuery(name: Category) {
  return pagedQuery(
    [...queryKeys.products, 'category', name],
    (api, page, options) =>
      api.callPage('listCategory', { params: { name }, query: page }, options),
    { limit: limits.pageSize },
  );
}
