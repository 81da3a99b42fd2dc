import { useQueryClient } from '@tanstack/react-query';
import { apiOf } from '../../api/query-client.ts';
import { useIdentityPort } from '../../identity/identity.ts';
import type { Door } from './admission.ts';
import { unfinishedRegistrations } from './unfinished.ts';

const unfinished = unfinishedRegistrations(() => localStorage);

/** What signing in depends on, once the provider's script is loaded. */
export function useDoor(): () => Promise<Door> {
  const queryClient = useQueryClient();
  const identity = useIdentityPort();
  return async () => ({
    api: apiOf(queryClient),
    identity,
    provider: await identity.provider(),
    unfinished,
  });
}
