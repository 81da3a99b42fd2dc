import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../api/invalidation.ts';
import { apiOf } from '../../api/query-client.ts';

/** What waits for the signed-in user. It is read again whenever the figures of the dashboard are. */
export function tasksQuery() {
  return queryOptions({
    queryKey: [...queryKeys.summary, 'tasks'],
    queryFn: ({ client, signal }) => apiOf(client).call('readTasks', {}, { signal }),
  });
}
