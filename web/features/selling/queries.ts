import { queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../api/query-client.ts';

/** What it costs to sell here, and what was sold lately. */
export function sellingTermsQuery() {
  return queryOptions({
    queryKey: ['products', 'selling-terms'],
    queryFn: ({ client, signal }) => apiOf(client).call('readSellingTerms', {}, { signal }),
  });
}
