import { identityTiming } from '#contract/constants.ts';
import { serverClock } from '../api/server-clock.ts';
import type { IdentityToken, ProvenIdentity } from './provider.ts';

export interface StoredIdentityToken {
  /** A valid identity token, from memory or the provider. Concurrent calls share one request. */
  token(wish?: { isFresh?: boolean }): Promise<IdentityToken>;
  /** Drops the token: a user signed in or out, or changed. */
  forget(): void;
  watch(listener: (identity: ProvenIdentity | null) => void): () => void;
}

/**
 * Holds the identity token in memory only, so that scripts that can read storage do not find it. While it has
 * subscribers it is renewed five minutes before expiry; in its last thirty seconds it is no longer returned.
 */
export function storedIdentityToken(
  fetchToken: () => Promise<IdentityToken>,
  now: () => number = serverClock.now,
): StoredIdentityToken {
  const watchers = new Set<(identity: ProvenIdentity | null) => void>();
  let kept: IdentityToken | null = null;
  let underWay: Promise<IdentityToken> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function keep(proof: IdentityToken | null): void {
    kept = proof;
    setTimer();
    for (const watcher of watchers) watcher(proof);
  }

  function setTimer(): void {
    clearTimeout(timer);
    if (kept === null || watchers.size === 0) return;
    const { renewBeforeEndMs, expiredWithinMs } = identityTiming;
    const wait = leftMs(kept) - renewBeforeEndMs;
    timer = setTimeout(() => void renew(), Math.max(wait, expiredWithinMs));
  }

  async function renew(): Promise<void> {
    // Subscribers learn that the token has ended; callers that request one get the reason.
    await fetchNow().catch(() => keep(null));
  }

  async function fetchNow(): Promise<IdentityToken> {
    const asked = fetchToken();
    underWay = asked;
    try {
      const proof = await asked;
      // If a user has signed out in the meantime, this token is obsolete.
      if (underWay === asked) keep(proof);
      return proof;
    } finally {
      if (underWay === asked) underWay = undefined;
    }
  }

  function leftMs(proof: IdentityToken): number {
    return proof.expiresAt.getTime() - now();
  }

  return {
    async token({ isFresh = false } = {}) {
      if (!isFresh && kept && leftMs(kept) > identityTiming.expiredWithinMs) return kept;
      return underWay ?? fetchNow();
    },
    forget() {
      underWay = undefined;
      keep(null);
    },
    watch(listener) {
      watchers.add(listener);
      setTimer();
      listener(kept);
      return () => {
        watchers.delete(listener);
        setTimer();
      };
    },
  };
}
