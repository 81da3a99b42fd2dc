import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../api/invalidation.ts';
import { apiOf } from '../../api/query-client.ts';

const refreshEveryMs = 60_000;

/**
 * The number of threads with unread messages, for the navigation bar of every page: a file of its own, as the first
 * page has it.
 */
export function unreadThreadsQuery(email: string) {
  return queryOptions({
    queryKey: [...queryKeys.messages, 'unread', email],
    queryFn: ({ client, signal }) => apiOf(client).call('countUnreadThreads', {}, { signal }),
    refetchInterval: refreshEveryMs,
    staleTime: 0,
  });
}
