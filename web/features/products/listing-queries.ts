import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { CallInput } from '#contract/calls.ts';
import { apiOf } from '../../api/query-client.ts';

/** Lists a product. The same key with the same listing makes one product, however often it is sent. */
export function listProductMutation() {
  return mutationOptions({
    mutationFn: (
      { body, key }: { body: CallInput<'listProduct'>['body']; key: string },
      { client },
    ) => apiOf(client).call('listProduct', { body }, { headers: { 'idempotency-key': key } }),
    onSuccess: (_reply, _listing, _before, { client }) => readAnew(client),
  });
}

/** Mends a listing. */
export function changeProductMutation() {
  return mutationOptions({
    mutationFn: (
      { id, change }: { id: string; change: CallInput<'changeProduct'>['body'] },
      { client },
    ) => apiOf(client).call('changeProduct', { params: { id }, body: change }),
    onSuccess: (_reply, _change, _before, { client }) => readAnew(client),
  });
}

/** Every list may show it, and the dashboard counts it. */
function readAnew(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['products'] });
  void client.invalidateQueries({ queryKey: ['users', 'summary'] });
}
