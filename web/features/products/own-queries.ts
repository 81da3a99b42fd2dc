import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  type QueryClient,
} from '@tanstack/react-query';
import type { ListedProduct } from '#contract/products.ts';
import type { Page } from '../../api/client.ts';
import { apiOf } from '../../api/query-client.ts';

/** So many rows at once: enough to look through, few enough to come at once. */
const rowsAtOnce = 50;

const ownLists = ['products', 'own'] as const;

/** What a seller has listed, sold things too, newest first, part by part; with words, what is called by them. */
export function ownProductsQuery(email: string, search = '') {
  return infiniteQueryOptions({
    queryKey: [...ownLists, email, search],
    queryFn: ({ client, signal, pageParam }) =>
      apiOf(client).callPage(
        'listOwnProducts',
        {
          query: {
            email,
            limit: rowsAtOnce,
            ...(search !== '' && { search }),
            ...(pageParam !== null && { cursor: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    // While one types, the rows stay until the next ones are there.
    placeholderData: keepPreviousData,
  });
}

/** What a seller may make of a product that is not sold. */
export type WantedStatus = 'available' | 'advertise';

/**
 * Advertises a product, or ends its advertisement. While it is under way the switch shows what was asked for, by the
 * mutation's variables; the list has what the server said, so a refusal needs nothing taken back.
 */
export function changeStatusMutation() {
  return mutationOptions({
    mutationFn: ({ id, status }: { id: string; status: WantedStatus }, { client }) =>
      apiOf(client).call('changeProductStatus', { params: { id }, body: { status } }),
    onSuccess: (_reply, { id, status }, _before, { client }) =>
      changeOwn(client, (products) =>
        products.map((product) => (product._id === id ? { ...product, status } : product)),
      ),
    onSettled: (_reply, _failure, _wanted, _before, { client }) => readAnew(client),
  });
}

/** Withdraws a product from sale, for good. */
export function withdrawProductMutation() {
  return mutationOptions({
    mutationFn: (id: string, { client }) =>
      apiOf(client).call('withdrawProduct', { params: { id } }),
    onSuccess: (_reply, id, _before, { client }) =>
      changeOwn(client, (products) => products.filter(({ _id }) => _id !== id)),
    onSettled: (_reply, _failure, _id, _before, { client }) => readAnew(client),
  });
}

/** Does to every list of the seller's own that is kept what the server has just done. */
function changeOwn(
  client: QueryClient,
  change: (products: ListedProduct[]) => ListedProduct[],
): void {
  client.setQueriesData<InfiniteData<Page<ListedProduct[]>>>(
    { queryKey: ownLists },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({ ...page, items: change(page.items) })),
      },
  );
}

/** Every list may show it, and the dashboard counts it. What is on the page is read anew behind what is shown. */
function readAnew(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['products'] });
  void client.invalidateQueries({ queryKey: ['users', 'summary'] });
}
