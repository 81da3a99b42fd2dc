import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import type { ApiClient, CallOptions, Page } from './client.ts';
import { apiOf } from './query-client.ts';

const rowsPerPage = 50;

/** The part of a list's query that names the page. */
interface PageQuery {
  limit: number;
  cursor?: string;
}

/** A list that the server gives page by page. `readPage` makes the call. */
export function pagedQuery<Item>(
  queryKey: QueryKey,
  readPage: (api: ApiClient, page: PageQuery, options: CallOptions) => Promise<Page<Item[]>>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ client, signal, pageParam }) =>
      readPage(
        apiOf(client),
        { limit: rowsPerPage, ...(pageParam !== null && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** Changes the items of all cached lists whose key begins so, as the server has just changed them. */
export function updateCachedItems<Item>(
  client: QueryClient,
  queryKey: QueryKey,
  update: (items: Item[]) => Item[],
): void {
  client.setQueriesData<InfiniteData<Page<Item[]>>>(
    { queryKey },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({ ...page, items: update(page.items) })),
      },
  );
}
