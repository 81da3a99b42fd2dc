import { queryOptions, useQuery } from '@tanstack/react-query';
import { useIdentityPort } from '../../identity/identity.ts';
import type { IdentityPort } from '../../identity/port.ts';

/** In which ways one can sign in here. It also fetches the provider's script before it is wanted. */
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
