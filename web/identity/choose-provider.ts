import type { IdentityWays } from '#contract/identity/identity.ts';
import { identityPaths } from '#contract/identity/identity-paths.ts';
import { embeddedIdentity } from './embedded.ts';
import type { IdentityProvider } from './provider.ts';
import { type ProviderCall, providerCalls } from './provider-call.ts';

type Opened = { openFirebase: typeof import('./firebase.ts').openFirebase };

/**
 * The provider that the server is configured for. Firebase's SDK, which is larger than the rest of a page, is loaded
 * only when needed.
 */
export async function chooseProvider(
  call: ProviderCall = providerCalls(),
  loadFirebase: () => Promise<Opened> = () => import('./firebase.ts'),
): Promise<IdentityProvider> {
  const ways = await call<IdentityWays>('GET', identityPaths.readWays);
  if (ways.firebase === undefined) return embeddedIdentity(ways, call);
  const { openFirebase } = await loadFirebase();
  return openFirebase(ways.firebase, { ways, call });
}
