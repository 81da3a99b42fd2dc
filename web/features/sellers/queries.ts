import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { limits } from '#contract/constants.ts';
import type { ListedProduct } from '#contract/products/products.ts';
import { missingIfMalformed } from '../../api/failures.ts';
import { queryKeys } from '../../api/invalidation.ts';
import { openList, pagedQuery } from '../../api/paged-query.ts';
import { apiOf } from '../../api/query-client.ts';
import { withShortDescription } from '../../api/short-description.ts';

/** What everyone may know about a seller. A malformed id is treated as that of a seller who does not exist. */
export function sellerQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.products, 'seller', id],
    queryFn: ({ client, signal }) =>
      missingIfMalformed(apiOf(client).call('readSeller', { params: { id } }, { signal })),
  });
}

/**
 * What a seller has on sale, in pages. What a guest gets is another list than what a user gets, so the viewer is part of the
 * key: `viewer` is the email of the signed-in user, null for a guest.
 * @param cursor of the first page, from the address: the pages of a browser without scripts
 */
export function sellerProductsQuery(id: string, viewer: string | null, cursor: string | null) {
  return pagedQuery(
    [...queryKeys.products, 'of seller', id, viewer, cursor],
    async (api, query, options): Promise<SellerProductsPage> => {
      const page = await missingIfMalformed(
        api.callPage('listSellerProducts', { params: { id }, query }, options),
      );
      return { ...page, items: page.items.map(withShortDescription), viewer };
    },
    { limit: limits.pageSize, start: cursor ?? undefined },
  );
}

export interface SellerProductsPage {
  items: ListedProduct[];
  nextCursor: string | null;
  /** The email of the user for whom the server answered, null for a guest. */
  viewer: string | null;
}

/** Reads what the first view of a seller's page needs. */
export async function readSellerFirst(
  queryClient: QueryClient,
  id: string,
  {
    viewer,
    search,
    isReturn,
  }: { viewer: string | null; search: URLSearchParams; isReturn: boolean },
): Promise<void> {
  const products = sellerProductsQuery(id, viewer, search.get('cursor'));
  await Promise.all([
    queryClient.ensureQueryData(sellerQuery(id)),
    openList(queryClient, products, isReturn),
  ]);
}
