import {
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import type { CallInput } from '#contract/calls.ts';
import { type Category, figuresAtOnce, limits } from '#contract/constants.ts';
import { language } from '#contract/language.ts';
import type { ListedProduct } from '#contract/products/products.ts';
import { missingIfMalformed } from '../../api/failures.ts';
import { afterListingChange, queryKeys } from '../../api/invalidation.ts';
import { pagedQuery, updateCachedItems } from '../../api/paged-query.ts';
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

const ownKey = [...queryKeys.products, 'own'] as const;
const allKey = [...queryKeys.products, 'all'] as const;

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

/** Lists a product. Repeated with the same idempotency key, it creates one product. */
export function listProductMutation() {
  return mutationOptions({
    mutationFn: (
      { body, key }: { body: CallInput<'listProduct'>['body']; key: string },
      { client },
    ) => apiOf(client).call('listProduct', { body }, { headers: { 'idempotency-key': key } }),
    onSuccess: (_reply, _listing, _before, { client }) => afterListingChange(client),
  });
}

/** Changes a listing. */
export function changeProductMutation() {
  return mutationOptions({
    mutationFn: (
      { id, change }: { id: string; change: CallInput<'changeProduct'>['body'] },
      { client },
    ) => apiOf(client).call('changeProduct', { params: { id }, body: change }),
    onSuccess: (_reply, _change, _before, { client }) => afterListingChange(client),
  });
}

/** The serial number of a listing of the reader's own. */
export function serialQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.products, 'serial', id],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('readSerial', { params: { id } }, { signal }),
    retry: false,
  });
}

/** The code of today for a listing of the reader's own. */
export function photoCodeQuery(id: string) {
  return queryOptions({
    // Not among the lists of products: it does not change with them.
    queryKey: ['photo-code', id],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('askForCode', { params: { id } }, { signal }),
  });
}

/** Says which picture shows an instrument with its code. */
export function setCodePhotoMutation() {
  return mutationOptions({
    mutationFn: ({ id, ...body }: { id: string; image: string; code: string }, { client }) =>
      apiOf(client).call('setCodePhoto', { params: { id }, body }),
    onSuccess: (_reply, _photo, _before, { client }) => afterListingChange(client),
  });
}

/** Takes that back. */
export function removeCodePhotoMutation() {
  return mutationOptions({
    mutationFn: (id: string, { client }) =>
      apiOf(client).call('removeCodePhoto', { params: { id } }),
    onSuccess: (_reply, _id, _before, { client }) => afterListingChange(client),
  });
}

/** The statuses that a seller can give to a product that is not sold. */
export type WantedStatus = 'available' | 'advertise';

/**
 * Advertises a product, or ends its advertisement. While the call is under way, the switch shows the mutation's
 * variables and the list the server's last reply, so a refusal needs no rollback.
 */
export function changeStatusMutation() {
  return mutationOptions({
    mutationFn: ({ id, status }: { id: string; status: WantedStatus }, { client }) =>
      apiOf(client).call('changeProductStatus', { params: { id }, body: { status } }),
    onSuccess: (_reply, { id, status }, _before, { client }) =>
      updateCachedItems<ListedProduct>(client, ownKey, (products) =>
        products.map((product) => (product._id === id ? { ...product, status } : product)),
      ),
    onSettled: (_reply, _failure, _wanted, _before, { client }) => afterListingChange(client),
  });
}

/** Withdraws a product from sale. This cannot be undone. */
export function withdrawProductMutation() {
  return mutationOptions({
    mutationFn: ({ _id }: Pick<ListedProduct, '_id'>, { client }) =>
      apiOf(client).call('withdrawProduct', { params: { id: _id } }),
    onSuccess: (_reply, { _id }, _before, { client }) =>
      updateCachedItems<ListedProduct>(client, ownKey, (products) =>
        products.filter((product) => product._id !== _id),
      ),
    onSettled: (_reply, _failure, _product, _before, { client }) => afterListingChange(client),
  });
}

/** How a seller's listings do, for the rows of a table. */
export function listingFiguresQuery(email: string, ids: readonly string[]) {
  return queryOptions({
    // Not among the lists of products, whose items are changed in the cache.
    queryKey: [...queryKeys.products, 'figures', email, ids.join()],
    queryFn: async ({ client, signal }) => {
      const parts = Array.from({ length: Math.ceil(ids.length / figuresAtOnce) }, (_, part) =>
        ids.slice(part * figuresAtOnce, (part + 1) * figuresAtOnce).join(),
      );
      const figures = await Promise.all(
        parts.map((part) => {
          const query = { email, ids: part, language: language() };
          return apiOf(client).call('readListingFigures', { query }, { signal });
        }),
      );
      return figures.flat();
    },
    // A row is added or deleted: the others keep their figures until they are read again.
    placeholderData: keepPreviousData,
  });
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

/** Takes a product off sale as an admin, with a reason that the seller gets by mail. */
export function removeProductMutation() {
  return mutationOptions({
    mutationFn: ({ _id, reason }: Pick<ListedProduct, '_id'> & { reason: string }, { client }) =>
      apiOf(client).call('removeProduct', { params: { id: _id }, body: { reason } }),
    onSuccess: (_reply, { _id }, _before, { client }) =>
      updateCachedItems<ListedProduct>(client, allKey, (products) =>
        products.filter((product) => product._id !== _id),
      ),
    onSettled: (_reply, _failure, _product, _before, { client }) => afterListingChange(client),
  });
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

/** The same for a product that is being listed. */
export function listingPriceQuery(query: CallInput<'compareListingPrice'>['query']) {
  return queryOptions({
    queryKey: [...queryKeys.products, 'prices', query],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('compareListingPrice', { query }, { signal }),
    placeholderData: keepPreviousData,
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
