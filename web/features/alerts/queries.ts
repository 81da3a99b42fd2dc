import { queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../api/query-client.ts';

/** What the link at the end of a mail about news ends. */
export function alertLinkQuery(token: string) {
  return queryOptions({
    queryKey: ['alerts', 'link', token],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('readAlertLink', { query: { token } }, { signal }),
  });
}
