import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CallInput } from '#contract/calls.ts';
import { queryKeys } from '../../../api/invalidation.ts';
import { apiOf } from '../../../api/query-client.ts';

/** Products of other sellers that are like one, the most similar first. */
export function similarProductsQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.products, 'similar', id],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('listSimilarProducts', { params: { id } }, { signal }),
  });
}

/** Products by their ids, in one call. Ids of products that are not on sale any more have none. */
export function productsByIdQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: [...queryKeys.products, 'by-id', ids.join()],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('listProductsById', { query: { ids: ids.join() } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** What products like this one were sold for and are offered at. */
export function productPriceQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.products, 'prices', id],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('compareProductPrice', { params: { id } }, { signal }),
  });
}

/** The same for a product that is being listed. */
export function listingPriceQuery(query: CallInput<'compareListingPrice'>['query']) {
  return queryOptions({
    queryKey: [...queryKeys.products, 'prices', query],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('compareListingPrice', { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}
