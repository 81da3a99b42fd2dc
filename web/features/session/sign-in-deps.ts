import { useQueryClient } from '@tanstack/react-query';
import { apiOf } from '../../api/query-client.ts';
import { useIdentityPort } from '../../identity/identity.ts';
import type { SignInDeps } from './sign-in.ts';
import { unfinishedRegistrations } from './unfinished-registrations.ts';

const unfinished = unfinishedRegistrations(() => localStorage);

/** What signing in depends on, once the provider's script is loaded. */
export function useSignInDeps(): () => Promise<SignInDeps> {
  const queryClient = useQueryClient();
  const identity = useIdentityPort();
  return async () => ({
    api: apiOf(queryClient),
    identity,
    provider: await identity.provider(),
    unfinished,
  });
}
