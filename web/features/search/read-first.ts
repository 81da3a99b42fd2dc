import type { QueryClient } from '@tanstack/react-query';
import { openList } from '../../api/paged-query.ts';
import { searchQuery } from './queries.ts';
import { readSearchAddress } from './search-address.ts';

/** Reads the first results of the search in this address. */
export function readFirstResults(
  queryClient: QueryClient,
  viewer: string | null,
  search: URLSearchParams,
  isReturn: boolean,
): Promise<unknown> {
  return openList(queryClient, searchQuery(readSearchAddress(search).state, viewer), isReturn);
}
