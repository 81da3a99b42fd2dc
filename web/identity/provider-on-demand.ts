import { NetworkFailure } from '../api/failures.ts';
import type { IdentityProvider } from './provider.ts';

/**
 * The identity provider in a script of its own, fetched once it is wanted, because most visitors only look around.
 * A script that does not arrive is asked for again next time.
 */
export function providerOnDemand(
  load: () => Promise<IdentityProvider>,
): () => Promise<IdentityProvider> {
  let underWay: Promise<IdentityProvider> | undefined;
  return () => {
    underWay ??= load().catch((cause: unknown) => {
      underWay = undefined;
      throw new NetworkFailure(cause);
    });
    return underWay;
  };
}
