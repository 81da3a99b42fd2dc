import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ListedSession } from '#contract/identity.ts';
import type { IdentityPort } from '../../identity/port.ts';

type Provider = IdentityPort['provider'];

const key = ['users', 'sessions'] as const;

/** The person's sessions, this one first; null where the identity provider does not list them. */
export function sessionsQuery(provider: Provider) {
  return queryOptions({
    queryKey: key,
    queryFn: async (): Promise<readonly ListedSession[] | null> => (await provider()).sessions(),
    // Signing in elsewhere changes it without this page noticing.
    staleTime: 0,
  });
}

/** Ends one other session. */
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

/** Ends all sessions but this one; where the provider does not list them, this one too. */
export function endOtherSessionsMutation(provider: Provider) {
  return mutationOptions({
    mutationFn: async () => (await provider()).endOtherSessions(),
    onSettled: (_reply, _failure, _nothing, _before, { client }) => readSessionsAgain(client),
  });
}

/** For other actions that end sessions, such as a new password. */
export function readSessionsAgain(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: key });
}
