import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { CallInput } from '#contract/calls.ts';
import { figuresAtOnce } from '#contract/constants.ts';
import { language } from '#contract/language.ts';
import type { ListedProduct } from '#contract/products/products.ts';
import { afterListingChange, queryKeys } from '../../../api/invalidation.ts';
import { updateCachedItems } from '../../../api/paged-query.ts';
import { apiOf } from '../../../api/query-client.ts';
import { allKey, ownKey } from '../queries.ts';

/* What sellers and admins do with listings: apart from `queries.ts`, which every page of a product loads. */

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

/** What similar ones to a product that is being listed were sold for and are offered at. */
export function listingPriceQuery(query: CallInput<'compareListingPrice'>['query']) {
  return queryOptions({
    queryKey: [...queryKeys.products, 'prices', query],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('compareListingPrice', { query }, { signal }),
    placeholderData: keepPreviousData,
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
