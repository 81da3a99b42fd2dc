import { queryOptions } from '@tanstack/react-query';
import { language } from '#contract/language.ts';
import { apiOf } from '../../api/query-client.ts';

/** A page that the owner of the shop has written. It changes only with a start of the server. */
export function shopPageQuery(name: string, tag = language()) {
  return queryOptions({
    queryKey: ['shop page', name, tag],
    queryFn: ({ client, signal }) =>
      apiOf(client).call(
        'readShopPage',
        { params: { name }, query: { language: tag } },
        { signal },
      ),
  });
}
