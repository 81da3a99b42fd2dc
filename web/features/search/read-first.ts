import type { QueryClient } from '@tanstack/react-query';
import { searchQuery } from './queries.ts';
import { readSearchAddress } from './search-address.ts';

/** Reads the first results of the search in this address. */
export function readFirstResults(
  queryClient: QueryClient,
  viewer: string | null,
  search: URLSearchParams,
): Promise<unknown> {
  return queryClient.ensureInfiniteQueryData(searchQuery(readSearchAddress(search).state, viewer));
}
