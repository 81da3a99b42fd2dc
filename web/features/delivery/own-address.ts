import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { CallInput } from '#contract/calls.ts';
import { queryKeys } from '../../api/invalidation.ts';
import { apiOf } from '../../api/query-client.ts';

/**
 * The address to which the user's instruments are shipped, as remembered, and the user's id, by which it is changed.
 */
export function ownAddressQuery(email: string) {
  return queryOptions({
    queryKey: [...queryKeys.address, email],
    queryFn: async ({ client, signal }) => {
      const { _id: id } = await apiOf(client).call('readUser', { params: { email } }, { signal });
      const reply = await apiOf(client).call('readDeliveryAddress', { params: { id } }, { signal });
      return { id, ...reply };
    },
  });
}

export function rememberAddressMutation() {
  return mutationOptions({
    mutationFn: (
      { id, ...body }: CallInput<'rememberDeliveryAddress'>['body'] & { id: string },
      { client },
    ) => apiOf(client).call('rememberDeliveryAddress', { params: { id }, body }),
    onSuccess: (_reply, _address, _before, { client }) =>
      client.invalidateQueries({ queryKey: queryKeys.address }),
  });
}

export function forgetAddressMutation() {
  return mutationOptions({
    mutationFn: (id: string, { client }) =>
      apiOf(client).call('forgetDeliveryAddress', { params: { id } }),
    onSuccess: (_reply, _id, _before, { client }) =>
      client.invalidateQueries({ queryKey: queryKeys.address }),
  });
}
