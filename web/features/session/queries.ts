import { mutationOptions, queryOptions, useQuery } from '@tanstack/react-query';
import { useSite } from '../../hydration/site.ts';
import { useIdentityPort } from '../../identity/identity.ts';
import type { IdentityPort } from '../../identity/port.ts';

/** The available sign-in methods. The page brings them, so that the first paint has their buttons. */
export function useSignInWays() {
  const { signInWays } = useSite();
  const query = signInWaysQuery(useIdentityPort());
  return useQuery({ ...query, ...(signInWays && { initialData: signInWays }) }).data;
}

function signInWaysQuery(identity: IdentityPort) {
  return queryOptions({
    queryKey: ['session', 'ways'],
    queryFn: async () => (await identity.provider()).ways(),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** How the person can prove again who they are. Asked for when a dialog opens that needs it. */
export function proofWaysQuery(identity: IdentityPort) {
  return queryOptions({
    queryKey: ['session', 'proof-ways'],
    queryFn: async () => (await identity.provider()).proofWays(),
    gcTime: 0,
  });
}

/** Proves by the password who is signed in, or by Google without one. The access token is renewed, which then says so. */
export function proveMutation(identity: IdentityPort) {
  return mutationOptions({
    mutationFn: async (proof: { password: string } | 'google') => {
      const provider = await identity.provider();
      await (proof === 'google' ? provider.proveWithGoogle() : provider.prove(proof.password));
      await identity.renew();
    },
  });
}
