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

/**
 * A list that the server gives page by page. `readPage` makes the call.
 * @param start the cursor of the page to begin with; by default it is the first
 */
export function pagedQuery<Reply extends { nextCursor: string | null }>(
  queryKey: QueryKey,
  readPage: (api: ApiClient, page: PageQuery, options: CallOptions) => Promise<Reply>,
  { limit = rowsPerPage, start }: { limit?: number; start?: string | undefined } = {},
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ client, signal, pageParam }) =>
      readPage(
        apiOf(client),
        { limit, ...(pageParam !== null && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: start ?? null,
    getNextPageParam: (last): string | null => last.nextCursor,
  });
}

/**
 * Reads a list for a page that is being opened. A user who returns to the page finds the list as they left it;
 * otherwise it begins with its first page again, read again unless it is fresh.
 */
export async function openList<Reply extends { nextCursor: string | null }>(
  client: QueryClient,
  list: ReturnType<typeof pagedQuery<Reply>>,
  isReturn: boolean,
): Promise<unknown> {
  if (isReturn) return client.ensureInfiniteQueryData(list);
  const known = client.getQueryData(list.queryKey);
  try {
    return await client.fetchInfiniteQuery({ ...list, pages: 1 });
  } catch (failure) {
    // What was read before is better than an error page.
    if (known === undefined) throw failure;
    return known;
  }
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
