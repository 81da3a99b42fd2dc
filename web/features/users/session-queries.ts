import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ListedSession } from '#contract/identity.ts';
import type { IdentityPort } from '../../identity/port.ts';

type Provider = IdentityPort['provider'];

const key = ['users', 'sessions'] as const;

/** In which browsers the person is signed in, here first; null where the identity provider does not tell. */
export function sessionsQuery(provider: Provider) {
  return queryOptions({
    queryKey: key,
    queryFn: async (): Promise<readonly ListedSession[] | null> => (await provider()).sessions(),
    // Signing in somewhere else changes it without this page hearing of it.
    staleTime: 0,
  });
}

/** Ends one session in another browser. */
export function endSessionMutation(provider: Provider) {
  return mutationOptions({
    mutationFn: async ({ id }: ListedSession) => (await provider()).endSession(id),
    onSuccess: (_reply, ended, _before, { client }) => {
      client.setQueryData(sessionsQuery(provider).queryKey, (list) =>
        list?.filter(({ id }) => id !== ended.id),
      );
    },
    onSettled: (_reply, _failure, _session, _before, { client }) => readSessionsAgain(client),
  });
}

/** Ends all sessions but this one; where they are not told one by one, this one too. */
export function endOtherSessionsMutation(provider: Provider) {
  return mutationOptions({
    mutationFn: async () => (await provider()).endOtherSessions(),
    onSettled: (_reply, _failure, _nothing, _before, { client }) => readSessionsAgain(client),
  });
}

/** After whatever else ends sessions, such as a new password. */
export function readSessionsAgain(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: key });
}
