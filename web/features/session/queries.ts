import { queryOptions, useQuery } from '@tanstack/react-query';
import { useIdentityPort } from '../../identity/identity.ts';
import type { IdentityPort } from '../../identity/port.ts';

/** The available sign-in methods. The query also preloads the provider's script. */
export function useSignInWays() {
  return useQuery(signInWaysQuery(useIdentityPort())).data;
}

function signInWaysQuery(identity: IdentityPort) {
  return queryOptions({
    queryKey: ['session', 'ways'],
    queryFn: async () => (await identity.provider()).ways(),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
