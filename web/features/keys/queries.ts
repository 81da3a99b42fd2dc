import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { CallInput } from '#contract/calls.ts';
import type { ApiKey } from '#contract/keys/keys.ts';
import { apiOf } from '../../api/query-client.ts';

const keysOf = (email: string) => ['keys', email] as const;

/** The person's own keys for programs, newest first. */
export function keysQuery(email: string) {
  return queryOptions({
    queryKey: keysOf(email),
    queryFn: ({ client, signal }) =>
      apiOf(client).call('listKeys', { query: { email } }, { signal }),
  });
}

export type WantedKey = CallInput<'createKey'>['body'];

export function createKeyMutation() {
  return mutationOptions({
    mutationFn: (body: WantedKey, { client }) => apiOf(client).call('createKey', { body }),
    onSettled: (_reply, _failure, _wanted, _before, { client }) => readAgain(client),
  });
}

export function rotateKeyMutation() {
  return mutationOptions({
    mutationFn: ({ _id }: Pick<ApiKey, '_id'>, { client }) =>
      apiOf(client).call('rotateKey', { params: { id: _id } }),
    onSettled: (_reply, _failure, _key, _before, { client }) => readAgain(client),
  });
}

export function revokeKeyMutation() {
  return mutationOptions({
    mutationFn: ({ _id }: Pick<ApiKey, '_id'>, { client }) =>
      apiOf(client).call('revokeKey', { params: { id: _id } }),
    onSettled: (_reply, _failure, _key, _before, { client }) => readAgain(client),
  });
}

const readAgain = (client: QueryClient) => client.invalidateQueries({ queryKey: ['keys'] });
