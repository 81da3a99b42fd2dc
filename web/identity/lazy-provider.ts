import { NetworkFailure } from '../api/failures.ts';
import type { IdentityProvider } from './provider.ts';

/**
 * Loads the identity provider in its own script on first use, because most visitors only browse. A failed load is
 * retried on the next call.
 */
export function lazyProvider(
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
