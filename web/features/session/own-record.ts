import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Audience } from '#contract/constants.ts';
import type { ApiClient } from '../../api/client.ts';
import { apiOf } from '../../api/query-client.ts';

export const ownKey = ['users', 'own'] as const;
export const audienceKey = ['users', 'audience'] as const;

/** The user record of the signed-in user. */
export function ownRecordQuery(email: string) {
  return queryOptions({
    queryKey: [...ownKey, email],
    queryFn: ({ client, signal }) =>
      apiOf(client).call('readUser', { params: { email } }, { signal }),
  });
}

/** Whether a user may open a page for this audience, by the specification's calls for roles. */
export function audienceQuery(audience: Audience, email: string) {
  return queryOptions({
    queryKey: [...audienceKey, audience, email],
    queryFn: ({ client, signal }) => checks[audience](apiOf(client), email, signal),
  });
}

type Check = (api: ApiClient, email: string, signal: AbortSignal) => Promise<boolean>;

const isAdmin: Check = async (api, email, signal) =>
  (await api.call('readIsAdmin', { params: { email } }, { signal })).isAdmin;

const isSeller: Check = async (api, email, signal) =>
  (await api.call('readIsSeller', { params: { email } }, { signal })).isSeller;

const checks: Record<Audience, Check> = {
  admins: isAdmin,
  sellers: async (...user) => (await isSeller(...user)) || isAdmin(...user),
};

/** Reads what only this audience may read, for one of them; for anyone else nothing: the frame sends them away. */
export async function readFor(
  audience: Audience,
  client: QueryClient,
  email: string | null,
  read: (email: string) => Promise<unknown>,
): Promise<void> {
  if (email !== null && (await client.ensureQueryData(audienceQuery(audience, email))))
    await read(email);
}
