import {
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { type Category, limits } from '#contract/constants.ts';
import { missingIfMalformed } from '../../api/failures.ts';
import { queryKeys } from '../../api/invalidation.ts';
import { pagedQuery } from '../../api/paged-query.ts';
import { apiOf } from '../../api/query-client.ts';
import { withShortDescription } from '../../api/short-description.ts';
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

/** As many fill whole rows of two, three and four, and of five with a link beside the last (`card-dozen`). */
export const newestCount = 12;

/**
 * The newest products on sale, for the home page. None for a guest of a shop that shows guests the advertised ones only: they
 * are on the page already.
 */
export function newestQuery() {
  return queryOptions({
    queryKey: [...queryKeys.products, 'newest'],
    queryFn: async ({ client, signal }) => {
      const query = { sort: 'newest', limit: newestCount } as const;
      const reply = await apiOf(client).call('searchProducts', { query }, { signal });
      return reply.isLimited ? [] : reply.items.map(withShortDescription);
    },
  });
}

/** The number of a seller's other products that are shown. */
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

export const ownKey = [...queryKeys.products, 'own'] as const;
export const allKey = [...queryKeys.products, 'all'] as const;

interface OwnFilter {
  /** Words of the name; empty for all. */
  search?: string;
  /** Only unsold products that have no category. */
  withoutCategory?: boolean;
}

/** A seller's products, sold ones too, newest first, paged. */
export function ownProductsQuery(email: string, filter: OwnFilter = {}) {
  const { search = '', withoutCategory = false } = filter;
  const query = {
    email,
    ...(search !== '' && { search }),
    ...(withoutCategory && { without: 'category' as const }),
  };
  return {
    ...pagedQuery([...ownKey, email, search, withoutCategory], (api, page, options) =>
      api.callPage('listOwnProducts', { query: { ...query, ...page } }, options),
    ),
    // While the user types, the present rows are shown until the new ones have loaded.
    placeholderData: keepPreviousData,
  };
}

/** The products of all sellers, newest first; with search words, those that match. For admins. */
export function allProductsQuery(search = '') {
  return {
    ...pagedQuery([...allKey, search], (api, page, options) =>
      api.callPage(
        'listAllProducts',
        { query: { ...(search !== '' && { search }), ...page } },
        options,
      ),
    ),
    placeholderData: keepPreviousData,
  };
}

/** Products of other sellers that are like one, the most similar first. */
export function similarProductsQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.products, 'similar', id],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('listSimilarProducts', { params: { id } }, { signal }),
  });
}

const goneKey = (id: string) => [...queryKeys.products, 'gone', id];

/**
 * Reads what is like a product that was not found. A product that was on sale has an answer, be it that there is nothing; one
 * that never was has none.
 * @returns whether it was on sale
 */
export async function readGoneProduct(client: QueryClient, id: string): Promise<boolean> {
  await client.prefetchQuery(similarProductsQuery(id));
  const wasOnSale = client.getQueryData(similarProductsQuery(id).queryKey) !== undefined;
  if (wasOnSale) client.setQueryData(goneKey(id), true);
  return wasOnSale;
}

/** Whether a product was found to be off sale, and has not been read since. */
export function isGone(client: QueryClient, id: string): boolean {
  return (
    client.getQueryData(goneKey(id)) === true &&
    client.getQueryData(productQuery(id).queryKey) === undefined
  );
}

/** Products by their ids, in one call. Ids of products that are no longer on sale have none. */
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

/** Asks for one mail when a product is free again (true), or cancels it (false). */
export function requestAlertMutation(id: string) {
  const { queryKey } = productQuery(id);
  return mutationOptions({
    mutationFn: (isWanted: boolean, { client }) =>
      apiOf(client).call(isWanted ? 'requestAvailabilityAlert' : 'cancelAvailabilityAlert', {
        params: { id },
      }),
    onSuccess: (_reply, isWanted, _before, { client }) =>
      client.setQueryData(queryKey, (known) => known && { ...known, alertRequested: isWanted }),
    onError: ({ message }, _isWanted, _before, { client }) => {
      toast.error(message);
      void client.invalidateQueries({ queryKey });
    },
  });
}
